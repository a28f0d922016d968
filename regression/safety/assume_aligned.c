// gotcha: verify --property builtin
// verdict: false(builtin)
// The compiler of the machine does not know __builtin_assume, which is clang's.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef __clang__
#define __builtin_assume(condition) ((void)0)
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  static _Alignas(16) char buffer[64];
  char *p = buffer + (u & 3) * 16, *q = buffer + (u & 7);
  p = __builtin_assume_aligned(p, 16); //~ HOLDS
  q = __builtin_assume_aligned(q, 4); //~ VIOLATED
  q = __builtin_assume_aligned(buffer + 4, 16, 4); //~ HOLDS
  q = __builtin_assume_aligned(buffer + 5, 16, 4); //~ VIOLATED
  return *p + *q + n;
}
