// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: true
// What is looked for is not among the elements that the search went past.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[5000];

int main(void) {
  int wanted = __VERIFIER_nondet_int(), n = 0;
  for (int i = 0; i < 5000; i++)
    a[i] = __VERIFIER_nondet_int();
  while (n < 5000 && a[n] != wanted)
    n++;
  for (int i = 0; i < n; i++)
    if (a[i] == wanted)
      reach_error(); //~ HOLDS
  return 0;
}

