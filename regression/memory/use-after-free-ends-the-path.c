// gotcha: cover --criterion branch
// verdict: complete
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
  if (n) //~ true:unreachable false:covered
    return 1;
  return 0;
}
