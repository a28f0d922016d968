// gotcha: verify --property function-type
// verdict: true
extern int __VERIFIER_nondet_int(void);
enum e { A, B };
typedef int fn(int);
static int one(int x) { return x; }
static int other(const int x) { return -x; }
static int named(enum e x) { return x; }
static int text(const char *p) { return *p; }
static int many(int x, ...) { return x; }
static int unlike(long x) { return (int)x; }
static int old(a, b) int a; char b; { return a + b; }
int later();

int main(void) {
  fn *p = __VERIFIER_nondet_int() ? one : other;
  int (*q)() = one;
  char c = 'a';
  switch (__VERIFIER_nondet_int()) {
  case 0: return p(3); //~ HOLDS
  case 1: return q(1); //~ HOLDS
  case 2: q = old; return q(1, 2); //~ HOLDS
  case 3: q = text; return q((const char *)&c); //~ HOLDS
  case 4: return ((int (*)(unsigned))named)(1);
  case 5: return ((int (*)(int, ...))many)(1, 2);
  case 6: return later(1);
  case 7: return old(1, 'c');
  case 8: return ((int (*)(long))(void (*)(void))unlike)(3); //~ HOLDS
  }
  return 0;
}
int later(int x) { return x; }
