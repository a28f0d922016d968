// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// In a state that stands for all iterations an integer may be the address of anything, though nothing shows it.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_ushort(), k = __VERIFIER_nondet_ushort(), table[3][3] = {{0}}, used = 0, hits = 0, steps = 0;
  unsigned long address = (unsigned long)&used;
  for (unsigned i = 0; i < n; i++) {
    table[i % 3][(i + k) % 3] = i;
    if (i == 6)
      address = (unsigned long)&hits;
    *(unsigned *)address = 5;
    steps++;
  }
  if (table[2][1] * 3 == 37032) //~ true:undecided
    return 1;
  if (hits == 5 & steps * 3 == 37035) //~ true:undecided
    return 2;
  return 0;
}
