// gotcha: cover --criterion branch
// verdict: incomplete(only behind an access outside of objects
// The compiled program may go on from there.
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *p = malloc(sizeof(int));
  *p = 1;
  int n = __VERIFIER_nondet_int();
  if (n) //~ true:covered false:covered
    free(p);
  *p = 2;
  if (n) //~ true:undecided false:covered
    return 1;
  return 0;
}
