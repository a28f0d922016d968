// gotcha: verify --property function-type
// verdict: false(function-type)
// unseen by sanitizers: gcc and clang check this for C++ alone
extern int __VERIFIER_nondet_int(void);
enum e { A, B };
static int one(int x) { return x; }
static int unsig(unsigned x) { return x; }
static long wide(long x) { return x; }
static int ptr(char *p) { return *p; }
static int cptr(const char *p) { return *p; }
static int two(int x, int y) { return x + y; }
static int en(enum e x) { return x; }
static int none(void) { return 3; }
static void nothing(int x) { (void)x; }
static int var(int x, ...) { return x; }
static int old(a, b) int a; char b; { return a + b; }
int later();
typedef int fn(int);
int main(void) {
  int k = __VERIFIER_nondet_int(); char c = 'a';
  fn *p = k & 1 ? one : (fn *)unsig;
  int (*q)() = one;
  switch (k) {
  case 0: return p(3); //~ VIOLATED
  case 1: return p(3); //~ HOLDS
  case 2: p = (fn *)wide; return p(3); //~ VIOLATED
  case 3: return ((int (*)(const char *))ptr)(&c); //~ VIOLATED
  case 4: return ((int (*)(char *))ptr)(&c);
  case 5: return ((fn *)two)(1); //~ VIOLATED
  case 6: return ((int (*)(unsigned))en)(1);
  case 7: return ((fn *)en)(1); //~ VIOLATED
  case 8: return q(1); //~ HOLDS
  case 9: return q(1, 2); //~ VIOLATED
  case 10: return q(1.0); //~ VIOLATED
  case 11: return q(); //~ VIOLATED
  case 12: q = unsig; return q(1u); //~ HOLDS
  case 13: q = old; return q(1, 2); //~ HOLDS
  case 14: q = old; return q(1u, 'c'); //~ HOLDS
  case 15: return later(1);
  case 16: return later(1, 2); //~ VIOLATED
  case 17: return ((fn *)nothing)(1); //~ VIOLATED
  case 18: return ((fn *)var)(1); //~ VIOLATED
  case 19: return ((int (*)(int, ...))var)(1, 2);
  case 20: q = (int (*)())var; return q(1); //~ VIOLATED
  case 21: return ((int (*)(int, int))old)(1, 2); //~ HOLDS
  case 22: return ((int (*)(int, char))old)(1, 2); //~ VIOLATED
  case 23: q = none; return q(); //~ HOLDS
  case 24: q = cptr; return q((void *)&c); //~ VIOLATED
  case 25: q = cptr; return q((const char *)&c); //~ HOLDS
  case 26: return old(1, 2);
  case 27: return old(1, 2.0); //~ VIOLATED
  case 28: return old(1); //~ VIOLATED
  }
  return 0;
}
int later(int x) { return x; }

