// gotcha: verify --property builtin
// verdict: false(builtin)
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  static _Alignas(16) char buffer[64];
  char *p = buffer + (u & 3) * 16, *q = buffer + (u & 7);
  p = __builtin_assume_aligned(p, 16); //~ HOLDS
  q = __builtin_assume_aligned(q, 4); //~ VIOLATED
  q = __builtin_assume_aligned(buffer + 4, 16, 4); //~ HOLDS
  q = __builtin_assume_aligned(buffer + 5, 16, 4); //~ VIOLATED
  return *p + *q;
}
