// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  *p = 1;
  *q = 2;
  if (p == q) //~ true:unreachable false:covered
    return 1;
  if (__VERIFIER_nondet_int()) //~ true:covered false:covered
    q = p;
  *q = 3;
  if (*p == 3) //~ true:covered false:covered
    return 2;
  return 0;
}
