// gotcha: verify --property unreachable
// verdict: true
extern unsigned __VERIFIER_nondet_uint(void);
extern void exit(int);
static _Noreturn void stop(int status) { for (;;) exit(status); } //~ HOLDS
static const char *name(unsigned x) {
  switch (x % 3) {
  case 0: return "zero";
  case 1: return "one";
  case 2: return "two";
  default: __builtin_unreachable(); //~ HOLDS
  }
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 10 && x < 10)
    __builtin_unreachable(); //~ HOLDS
  if (!name(x))
    stop(1);
  return 0;
}
