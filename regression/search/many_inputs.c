// gotcha: cover --criterion testcomp
// verdict: complete
// goals: 8 covered: 8 unreachable: 0 undecided: 0
// What is behind a loop that reads very many inputs is reached by runs that have them all.
extern int __VERIFIER_nondet_int(void);

int values[100000];

int main(void) {
  for (int i = 0; i < 100000; i++) {
    values[i] = __VERIFIER_nondet_int();
  }
  int negative = 0;
  for (int i = 0; i < 100000; i++) {
    if (values[i] < 0) {
      negative++;
    }
  }
  if (negative == 0) {
    return 1;
  }
  return 0;
}
