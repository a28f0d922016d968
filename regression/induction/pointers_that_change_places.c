// gotcha: cover
// verdict: complete
static int a, b, c;
static int *place[100];
extern unsigned __VERIFIER_nondet_uint(void);

/* Pointers move in an array at places that are not known: they lead to the same objects as before. */
int main(void) {
  for (unsigned i = 0; i < 100; i++) //~ covered
    place[i] = &a;
  for (;;) {
    unsigned i = __VERIFIER_nondet_uint() % 100, j = __VERIFIER_nondet_uint() % 100;
    if (j == 7) //~ covered
      place[i] = &b;
    else
      place[j] = place[i];
    *place[j] = 1;
    if (c) //~ true:unreachable k-induction
      return 1;
    if (b) //~ covered
      return 2;
  }
}
