/* The order of side effects, which C leaves open in part: as gcc compiles it for x86. */
extern void observe(long long);
extern int __VERIFIER_nondet_int(void);

int trace;
int mark(int digit, int value) { trace = trace * 10 + digit; return value; }
#define a() mark(1, 3)
#define b() mark(2, 4)
#define c() mark(3, 5)

struct S { int x, y; int *p; int a[4]; } s, s2, *gp = &s;
int g, arr[20], *pi = arr;
long gl; unsigned gu; short gs; double gd;

int change(void) { g = 5; gl = 5; gu = 5; gs = 5; s.x = 5; s.a[1] = 5; gp = &s2; pi = arr + 5; arr[1] = 5; gd = 5; return 10; }
long changel(void) { return change(); }
double changed(void) { return change(); }
void reset(void) {
  g = gl = gu = gs = 1; gd = 1; s.x = 1; s2.x = 3; s2.y = 0; s.y = 0; s.a[1] = 1; gp = &s; pi = arr;
  for (int i = 0; i < 20; i++) arr[i] = 0;
  arr[0] = 2; arr[5] = 4; arr[1] = 1;
}
int two(int x, int y) { return x * 100 + y; }
int three(int x, int y, int z) { return x * 10000 + y * 100 + z; }
int *place(void) { mark(7, 0); return arr; }
int (*which(void))(int, int, int) { mark(8, 0); return three; }
struct S id(struct S v) { return v; }

#define T(e) do { reset(); trace = 0; observe((long)(e)); observe(trace); observe(g); } while (0)

int main(void) {
  int n1 = three(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  observe(n1);
  observe(__VERIFIER_nondet_int() - __VERIFIER_nondet_int());
  observe(__VERIFIER_nondet_int() < __VERIFIER_nondet_int());
  observe(__VERIFIER_nondet_int() > __VERIFIER_nondet_int());
  observe(__VERIFIER_nondet_int() >= __VERIFIER_nondet_int() - 10);
  int inits[3] = {[2] = __VERIFIER_nondet_int(), [0] = __VERIFIER_nondet_int(), [1] = __VERIFIER_nondet_int()};
  observe(inits[0]); observe(inits[1]); observe(inits[2]);
  struct S si = {.y = __VERIFIER_nondet_int(), .x = __VERIFIER_nondet_int()};
  observe(si.x); observe(si.y);
  int l = 1, *pl = &l;
  T(a() + b() * c()); T(three(a(), b(), c())); T(which()(a(), b(), c())); T((a() < b()) == (c() > a()));
  T((place()[a()] = b())); T((place()[a()] += b())); T((*place() += b())); T(place()[a()]++); T(a()[place()]); T(*(a() + place()));
  T(g + change()); T(g - change()); T(g * change()); T(g & change()); T(g < change() - 7); T(g <= change() - 6); T(g > change() - 7);
  T(g != change() - 5); T(g << change()); T(g / change()); T(g % change());
  T(gl + change()); T(gu + change()); T(gs + change()); T((int)gl + change()); T((int)gu + change()); T(g + changel()); T(gs + changel());
  T(gs < change() - 7); T(gl < change() - 7); T(gl == change() - 5); T(gd + changed()); T(gd + change()); T(gd < changed() - 7);
  T(s.x + change()); T(gp->x + change()); T(*pi + change()); T(pi[0] + change()); T(arr[1] + change()); T(s.a[g] + change()); T(arr[g] + change());
  T((g += change(), g)); T((g -= change(), g)); T((g *= change(), g)); T((gl += change(), gl)); T((gs += change(), gs)); T((gs -= change(), gs));
  T((s.x += change(), s.x)); T((s.x -= change(), s.x));
  T((gp->y = change(), s.y * 100 + s2.y)); T((*pi = change(), arr[0] * 100 + arr[5])); T((*pi += change(), arr[0] * 100 + arr[5]));
  T((gp->y += change(), s.y * 100 + s2.y)); T((pi[g] = change(), arr[1] * 100 + arr[6]));
  T(*pi++ + change()); T(g++ + change()); T(change() + g++); T(++g + change()); T(-g + change()); T(~g + change()); T(!g + change());
  T((char)g + change()); T((g ? g : 2) + change()); T(g + (change() ? 1 : 2)); T(g + (change() && 1));
  T((g = g + change())); T((g = g - change())); T(*(pi + change())); T(pi[change()]); T(arr[g + change()]);
  T(two(g, change())); T(two(change(), g)); T(two(g + 0, change())); T(two(gl, change()));
  T(g + (g ? change() : 0)); T(g == 1 && change() && g == 5); T(({ int t = g; t; }) + change()); T(g + ({ change(); }));
  T(g + change() + g); T(g + g + change()); T(g + (g + change())); T(g * g + change()); T(2 + g + change()); T(g - 1 + change());
  T(id(s).x + change()); T((arr[0] = g) + change()); T((g = 2) + change()); T((g += 2) + change()); T((g += 2) - change()); T((g = 2) - change());
  T(({ int q = (s.x = g + change()); q; })); T(({ int q = g; q += change(); q; })); T(({ int q = 1; q = q + g + change(); q; }));
  T(l + change()); T(two(*pl, (*pl = 3)));
  T(a() && b() && c()); T(a() || b()); T((a() && 0) || c()); T(!a() || (b(), c()));
  T((a(), b()) ? (c(), g++) : 1);
  return 0;
}
