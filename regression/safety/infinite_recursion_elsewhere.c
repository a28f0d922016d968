// gotcha: verify --property infinite-recursion --unwind 4
// verdict: false(infinite-recursion)
extern int __VERIFIER_nondet_int(void);
static int g;
static int b(int n);
static int a(int n) { return b(n); } //~ UNKNOWN
static int b(int n) { return a(n); } //~ UNKNOWN
static void grow(void) { g++; grow(); } //~ UNKNOWN
static void self(void) { self(); } //~ VIOLATED
static int fact(int n) { return n == 0 ? 1 : n * fact(n - 1); } //~ UNKNOWN
int main(void) { switch (__VERIFIER_nondet_int()) { case 0: return a(3); case 1: grow(); break; case 2: self(); break; case 3: return fact(__VERIFIER_nondet_int()); } return 0; }
