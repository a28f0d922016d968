// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

int main(void) {
  int *p = malloc(sizeof(int));
  *p = __VERIFIER_nondet_int();
  int copy = *p;
  free(p);
  if (copy == -9) //~ true:covered false:covered
    return 1;
  return 0;
}
