/* Old-style definitions and calls without prototypes. */
extern void observe(long long);
int f();
static g();
double h();
old(c, s, f, d, p, l, u, st) char c; short s; float f; double d; char *p; long l; unsigned char u; struct pt { int x, y; } st;
{
  observe(c); observe(s); observe((long long)(f * 4)); observe((long long)(d * 4)); observe(p[1]); observe(l); observe(u); observe(st.x + st.y);
  return c + s;
}
noparams() { return 7; }
static implicit_static(x) { return x * 2; }
register_param(register a, register b) { return a - b; }
arr(a, n) int a[]; int n; { int t = 0; while (n--) t += a[n]; return t; }
fn(q, x) int (*q)(); { return q(x, x + 1); }
two(a, b) { return a * 10 + b; }
main() {
  struct pt { int x, y; } p = {3, 4};
  int v[] = {1, 2, 3};
  int (*any)() = two;
  observe(old(300, 70000, 1.25f, 2.5, "xyz", -5L, 511, p));
  observe(noparams(1, 2, 3));
  observe(implicit_static(4));
  observe(register_param(9, 4));
  observe(arr(v, 3));
  observe(fn(two, 5));
  observe(any(6, 7));
  observe(f(2, 3.5));
  observe(g(1));
  observe((long long)(h(2.5f, 'a') * 2));
  observe(late(5));
  observe(abs(-3) + (int)strlen("four"));
  return 0;
}
int f(a, b) int a; double b; { return a + (int)(b * 2); }
static g(a) { return a + 41; }
double h(x, c) float x; char c; { return x + c; }
int late(int x) { return x * 3; }
