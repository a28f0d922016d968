// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(
// In a state that stands for all iterations an integer may be the address of anything, though nothing shows it.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), used = 0, hits = 0;
  unsigned long address = (unsigned long)&used;
  for (unsigned i = 0; i < n; i++) {
    if (i == 6)
      address = (unsigned long)&hits;
    *(unsigned *)address = 5;
    if (i * 3 == 37035 & n * 3 == 37038) //~ true:undecided
      return 1;
  }
  return 0;
}
