// gotcha: cover --criterion branch
// verdict: incomplete(only behind an access outside of objects
// The compiled program may go on from there.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int a[3] = {1, 2, 3};
  int *h = malloc(3 * sizeof(int));
  h[0] = h[1] = h[2] = 0;
  unsigned i = __VERIFIER_nondet_uint();
  int v = h[i];
  if (i > 2) //~ true:undecided false:covered
    return 1;
  return a[i] + v;
}
