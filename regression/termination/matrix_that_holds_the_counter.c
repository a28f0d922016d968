// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// The counter of the outer loop is what the array holds, and the last write of each round takes it back.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint(), j;
  if (rows < 2 || columns < 2 || rows > 100 || columns > 100)
    return 0;
  unsigned table[rows][columns];
  for (table[0][0] = 0; table[0][0] < rows; table[0][0]++)
    for (j = 0; j < columns; j++)
      table[0][j == columns - 1 ? 0 : j] = 0;
  return 0;
}
