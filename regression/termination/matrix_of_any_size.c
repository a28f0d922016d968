// gotcha: verify --property termination --timeout 20s
// verdict: true
// How large the array is multiplies two inputs. What it holds decides what happens within rounds, and not how many there are.
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint(), i, j;
  int table[rows][columns], largest = __VERIFIER_nondet_int();
  for (i = 0; i < rows; i++)
    for (j = 0; j < columns; j++) {
      table[i][j] = __VERIFIER_nondet_int();
      if (table[i][j] > largest)
        largest = table[i][j];
    }
  return largest;
}
