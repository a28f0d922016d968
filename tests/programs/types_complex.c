void observe(long long);
int __VERIFIER_nondet_int(void);
typedef _Complex double cd; typedef _Complex float cf; typedef __complex__ int ci; typedef long double _Complex cl;
static void o(double d) { union { double d; long long l; } u = { d }; if (d != d) observe(7777); else observe(u.l); }
static void oc(cd z) { o(__real__ z); o(__imag__ z); } static void of(cf z) { o(__real__ z); o(__imag__ z); } static void ol(cl z) { o(__real__ z); o(__imag__ z); }
static cd g = 1.0 + 2.0i; static cf gf = 2.5fi; static cd ga[3] = { 1, 2.0i, { 3 } }; static struct { char c; cd z; cf f; } gs = { 'x', 4 - 1i, 2 }; static ci gi = 3 + 4i; static cd gm = (1.0 + 2.0i) * (3.0 - 4.0i), gd = (1.0 + 2.0i) / (3.0 - 4.0i);
static cd f(cd a, cf b) { return a * b + 1; } static double norm(cd z) { return __real__ (z * ~z); } static cd poly(cd z, int n) { cd r = 0; while (n--) r = r * z + n; return r; }
static int calls; static cd side(void) { calls++; return 1 + 1i; }
int main(void) {
  cd z = 1 + 2i, w = { 3 }; oc(z); oc(w); oc(z + w); oc(z - w); oc(z * w); oc(z / w); oc(-z); oc(~z); oc(z + 1); oc(1 - z); oc(2 * z); oc(z * 3.5); oc(z / 4); oc(1 / z); oc(z * 2i); oc(g); of(gf); oc(ga[1]); oc(ga[2]); oc(gs.z); of(gs.f); oc(gm); oc(gd); 
#ifdef __x86_64__
 oc((z + w) * (z - w) / (1 - 3i));
#endif

  __real__ z = 5; oc(z); __imag__ z += 2; oc(z); ++__real__ z; oc(z); o(__real__ z * 2); o(__imag__ 3.0); o(__real__ 3); double *pi = &__imag__ z; *pi = 9; oc(z); z += 1; oc(z); z -= 1i; oc(z); z *= w; oc(z); z *= 2; oc(z); z /= 1 + 1i; oc(z); z++; oc(z); oc(z--); oc(--z); double d = 2; d += z; o(d); d *= 1i; o(d); int i = z; observe(i); i += 2.5 + 1i; observe(i);
  observe(z == z); observe(z != z); observe(z == 1); observe(1 == (cd)1); observe(2.0i == 2.0i); observe(!z); observe(!(cd)0); observe(z && 1); observe(z ? 1 : 2); if (z) observe(3); while (z) { z = 0; } observe(z ? 1 : 0); _Bool b = 2i; observe(b); observe((_Bool)(cd)0); oc(i ? 1 : 2i); oc(0 ? 1i : 3.f); of((cf)(1.1 + 2.2i)); ol(1.1L + 2i); oc(f(1 + 1i, 2)); o(norm(3 + 4i)); oc(poly(0.5 + 0.25i, 6)); oc(side() * side()); observe(calls); cd arr[2]; arr[calls - 2] = 4i; oc(arr[0]); arr[--calls] += 1; oc(arr[1] - arr[1]); observe(calls);
  ci x = 3 + 4i, y = 1 - 2i; x = x * y + 2; observe(__real__ x); observe(__imag__ x); x += y; observe(__imag__ x); x = -x; observe(__real__ x); x = ~x; observe(__imag__ x); observe(x == y); x /= 2; observe(__real__ x); observe(sizeof x); observe(gi == 3 + 4i);
  observe(sizeof(cd)); observe(sizeof(cf)); observe(sizeof(cl)); observe(_Alignof(cd)); observe(__alignof__(cd)); observe(_Alignof(cl)); observe(sizeof gs); observe(__builtin_offsetof(__typeof__(gs), z)); observe(_Generic(z, cd: 1, cf: 2, default: 3)); observe(_Generic(1.0fi, cd: 1, cf: 2, default: 3)); observe(_Generic(__real__ z, double: 1, default: 3)); observe(_Generic(z + 1.0L, cl: 1, default: 3)); observe(_Generic(2i, ci: 1, default: 2));
  double inf = __builtin_inf(), nan = __builtin_nan(""), vals[] = { 0.0, -0.0, 1.5, -2.25, inf, -inf, nan, 1e300, 1e-300, 4e-310 }; for (int a = 0; a < 10; a++) for (int c = 0; c < 10; c++) { cd p = __builtin_complex(vals[a], vals[c]); oc(p * z); oc(p * p); oc(p * __builtin_complex(1.0, vals[a])); oc(__builtin_complex(vals[c], 3.0) * p); oc(p * vals[c]); oc(p - vals[a]); 
#ifdef __x86_64__
   oc(p / __builtin_complex(1.0, vals[a])); oc(p / p); oc(p / __builtin_complex(vals[a], 2.0)); oc(1 / p); oc(p / w); oc(p / vals[a]); of((cf)p / (cf)__builtin_complex(3.0, vals[a])); ol((cl)p / (cl)__builtin_complex(vals[a], 3.0)); ol((cl)p * (cl)__builtin_complex(vals[a], 3.0)); 
#endif
   of((cf)p * (cf)p); }
  extern int main2(void); main2(); int n = __VERIFIER_nondet_int(); cd q = n + n * 0.5i; oc(q * q); cf h = n; h *= 1.5fi; of(h); static cd acc; acc += q; oc(acc); cd lits[] = { [1] = 2i, 3 }; oc(lits[1]); oc(lits[2]); observe(sizeof lits); cd *pz = &lits[1]; *pz = *pz * *pz; oc(lits[1]); *pz++ += 1; oc(*pz); oc((cd){ 5 }); union { cd z; double d[2]; } u = { 1 + 7i }; o(u.d[1]); oc((n, z));
  return 0;
}
static const cd cc = 2 + 3i; static void use(const cd z, const cf *p) { const cd l = z + cc; oc(l); of(*p); } int main2(void) { const cf q = 4i; use(1, &q); return 0; }
