void observe(long long);
int __VERIFIER_nondet_int(void);
static int calls; static int f(int x) { calls = calls * 10 + x; observe(calls); return x; }
struct in { int a, b; }; struct out { struct in x, y; int arr[3]; struct { char c; union { int u; short v; }; }; };
static struct out g1 = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
static struct out g2 = { .y = { .b = 7 }, .arr = { [2] = 5, [0] = 3 }, .v = 9, .x.a = 1 };
static struct out g3 = { { 1 }, .y.a = 3, 4, { 5 }, 'c', { .v = -1 } };
static int r1[] = { [2 ... 5] = 7, [3] = 1, 9, [9] = 3, 2 };
static int r2[3][2] = { { 1 }, [1] = { 2, 3 }, 4 }; static int r3[3][2] = { 1, 2, 3, [2][1] = 9, };
static int r4[][3] = { 1, 2, 3, 4 }; static char s1[] = "ab\0c", s2[2] = "xy", s5[5] = { "hey" };
static char m[][4] = { "abc", { 'd', 'e' }, "f", [4] = "wxyz" }; static const char *ps[] = { "one", [2] = "three" };
static union { char c[4]; int i; struct { short a, b; } s; } us[3] = { { "ab" }, { .i = 0x01020304 }, { .s = { 1, 2 } } };
static struct { int n; int *p; int q[2]; } self = { 3, &self.n, { 1, 2 } }; static int *mid = &self.q[1];
static struct in *lit = &(struct in){ 5, 6 }; static int *la = (int[]){ 1, 2, 3 }; static struct in lv = (struct in){ 8, 9 };
static __typeof__(L'a') ws[] = L"w\x123", wz[3] = L"abc"; static unsigned short u16[] = u"\u00e9x"; static unsigned u32[] = U"\U0001F600";
struct flex { int n; short d[]; }; static struct flex fl = { 3, { 1, 2, 3 } }; static struct flex fe = { 1 }; static struct { char c; struct flex f; } nest = { 'x', { 2 } };
static double d1 = 1, d2 = 3 / 2, d3 = 3 / 2.; static _Bool b1 = 5, b2 = 0.1; static unsigned char uc = 300; static int neg = -1u >> 31; static long addr = (long)&((struct out *)0)->y;
struct old { int a, b; } od = { b: 3, a: 4 }; static int oi[] = { [3] 5, 6 };
struct deep { struct { struct { int a[2]; } p[2]; } q; int z; } dp[] = { [1].q.p[1].a[0] = 5, 6, 7, { { { { { 1 } } } } } };
struct E0 {}; struct withE { struct E0 e; int x; } we = { {}, 4 }; struct withE we2 = { .x = 6 };
int main(void) {
#define S(v) do { for (unsigned k = 0; k < sizeof v / sizeof *v; k++) observe(v[k]); observe(sizeof v); } while (0)
#define O(v) do { observe((v).x.a); observe((v).x.b); observe((v).y.a); observe((v).y.b); S((v).arr); observe((v).c); observe((v).u); } while (0)
  O(g1); O(g2); O(g3); S(r1); for (int i = 0; i < 3; i++) { S(r2[i]); S(r3[i]); } S(r4[0]); S(r4[1]); observe(sizeof r4); S(s1); S(s2); S(s5); for (int i = 0; i < 5; i++) S(m[i]); observe(sizeof m);
  observe(ps[1] == 0); observe(ps[2][0]); observe(us[0].i); observe(us[1].c[0]); observe(us[2].i); observe(*self.p); observe(*mid); observe(lit->b); observe(la[2]); observe(lv.a);
  S(ws); S(wz); S(u16); S(u32); for (int i = 0; i < 3; i++) observe(fl.d[i]); observe(sizeof fl); observe(fe.n); observe(nest.f.n);
  observe(d1 * 2); observe(d2 * 2); observe(d3 * 2); observe(b1); observe(b2); observe(uc); observe(neg); observe(addr);
  observe(od.a); S(oi); observe(sizeof dp / sizeof *dp); observe(dp[1].q.p[1].a[0]); observe(dp[1].q.p[1].a[1]); observe(dp[1].z); observe(dp[2].q.p[0].a[0]); observe(we.x); observe(we2.x); observe(sizeof we);
  struct out a = { f(1), f(2), .arr = { [1] = f(3), f(4) }, .y = { f(5) } }; O(a);
  struct out b = { .x = { f(6), f(7) }, .x.b = f(8), .y = a.y, .x = { 1 } }; O(b);
  struct out c = { a.x, { f(9) }, { f(1), f(2) }, .u = f(3) }; O(c);
  int x = 5; int v[] = { x, x++, [4] = x, [1] = 9 }; (void)v; observe(sizeof v); int rg[6] = { [0 ... 2] = x, [4 ... 5] = x + 1 }; S(rg); int rf[4] = { [1 ... 3] = f(4) }; S(rf); int rh[5] = { [0 ... 3] = f(4), [0] = f(5), [2] = 8, f(6) }; S(rh); struct { struct in i[4]; int z; } rn = { { [1 ... 2].b = f(7), 5 }, 4 }; for (int i = 0; i < 4; i++) { observe(rn.i[i].a); observe(rn.i[i].b); } observe(rn.z); struct in rs[4] = { [0 ... 1] = { f(1), f(2) }, [3] = { 1 } }; for (int i = 0; i < 4; i++) { observe(rs[i].a); observe(rs[i].b); }
  struct in si[3] = { [0 ... 1] = { x, f(2) }, [2].b = 3 }; for (int i = 0; i < 3; i++) { observe(si[i].a); observe(si[i].b); }
  char t1[6] = "abc", t2[] = { 'a', 'b' }, t3[] = ("par"), t4[2][3] = { "ab", "cde" }; S(t1); S(t2); S(t3); S(t4[0]); S(t4[1]);
  struct in *pl = &(struct in){ x, f(3) }; observe(pl->a); pl->a = 7; observe(pl->a); observe((struct in){ 1, f(5) }.b); observe(((int[]){ 1, 2, f(6) })[2]); 
  int sum = 0; for (int i = 0; i < 3; i++) { int *q = (int[2]){ i }; q[1] += i; sum += q[0] * 10 + q[1]; } observe(sum);
  struct in as; as = (struct in){ .b = x }; observe(as.a); observe(as.b); int sc = { 3 }, sc2 = { { 4 } }; observe(sc + sc2); int empty[2] = {}; observe(empty[1]); struct out eo = {}; observe(eo.u);
  static int st[] = { [1] = 2, sizeof(int) }; S(st); static int cnt = 3; cnt++; observe(cnt);
  union { int i; float f; char c[4]; } un = { .f = 1.0f }; observe(un.i); union { struct { char a, b; }; short s; } ua = { 1, 2 }; observe(ua.s); union { short s; int i; } uu = { .i = f(7), .s = 1 }; observe(uu.s);
  struct { int a:3, :0, b:5; unsigned :4; unsigned c:4; } bf = { 1, 2, 3 }; observe(bf.a); observe(bf.b); observe(bf.c);
  int n = __VERIFIER_nondet_int(); int nn[] = { [2] = n, n + 1, [0] = n * 2 }; S(nn); struct { struct in i; int k; } wi = { .i = si[0], 4 }; observe(wi.i.a); observe(wi.k); struct in arrs[] = { si[0], { 4, 5 }, lv, 6 }; observe(sizeof arrs); observe(arrs[2].b); observe(arrs[3].a);
  return 0;
}
