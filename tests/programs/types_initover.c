void observe(long long);
struct in { int a, b; }; struct out { struct in x; int z; struct in y; };
int f(int x) { observe(x); return x; }
struct in g(void) { observe(1); return (struct in){ 8, 9 }; }
union u { int i; short s; struct in n; };
int main(void) {
  struct in k = { 3, 4 };
  struct out c = { .x = k, .x.b = 7, .z = 1 }; observe(c.x.a); observe(c.x.b); observe(c.z);
  struct out d = { .x = g(), .x.b = 7, .z = 1 }; observe(d.x.a); observe(d.x.b); observe(d.z);
  struct out e = { .x = { f(1), f(2) }, .x.b = 7, .z = f(3) }; observe(e.x.a); observe(e.x.b); observe(e.z);
  union u v = { .i = f(0x01020304), .s = 1 }; observe(v.i);
  union u w = { .n = { 1, 2 }, .n.a = 5 }; observe(w.n.a); observe(w.n.b);
  union u z = { .n.b = 2, .i = 5 }; observe(z.n.a); observe(z.n.b);
  struct { struct in a[3]; } q = { .a[1] = { 1, 2 }, .a[0] = { 3 }, { 4 } }; observe(q.a[0].a); observe(q.a[0].b); observe(q.a[1].a); observe(q.a[1].b);
  char s[2][6] = { [0] = "abcde", [0] = "x", [1] = "hello", [1][0] = 'j' }; observe(s[0][1]); observe(s[0][2]); observe(s[1][0]);
  struct { int n; union { int i; short s; }; int m; } an = { .i = 0x01020304, .s = 5, 6 }; observe(an.i); observe(an.m);
  static struct out ls = { .x = (struct in){ 1, 2 }, .x.b = 7 }; observe(ls.x.a); observe(ls.x.b);
  int a[5] = { [1 ... 3] = 7, [2] = f(9) }; observe(a[1]); observe(a[2]);
  struct in r[3] = { [0 ... 2] = { 1, 2 }, [1].b = 5, [2] = { .b = 9 } }; observe(r[1].a); observe(r[1].b); observe(r[2].a); observe(r[2].b);
}
