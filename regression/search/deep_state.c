// gotcha: cover --criterion branch --timeout 15s
// verdict: complete
// solvers: embedded (others need more time for the multiplications)
// Three hundred inputs lead to where the state can take the value asked for: too deep for unrolling from the start, too rare for chance.
extern int __VERIFIER_nondet_int(void);

static unsigned scrambled(unsigned n) {
  n ^= n >> 15;
  n *= 0x9e3779b1u;
  return n ^ n >> 13;
}

int main(void) {
  unsigned state = 0;
  for (int i = 0; i < 400; i++) { //~ covered
    int in = __VERIFIER_nondet_int();
    if (in < 0 || in > 100000) //~ covered
      return 1;
    state = state * 31u + (unsigned)in;
    if (i > 300 && scrambled(state) == 0xdeadbeefu) //~ covered
      return 2;
  }
  if (state == 77 && scrambled(state) == 1) //~ true:unreachable false:covered
    return 3;
  return 0;
}
