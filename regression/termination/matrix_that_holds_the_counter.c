// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// The counter of the outer loop is in the array, and the last write of each round takes it back.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned table[3][3], columns = 2 + (__VERIFIER_nondet_uint() & 1), j;
  for (table[0][0] = 0; table[0][0] < 3; table[0][0]++)
    for (j = 1; j <= columns; j++)
      table[0][j == columns ? 0 : j] = 0;
  return 0;
}
