// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void *calloc(unsigned long, unsigned long);

int main(void) {
  int *p = calloc(4, sizeof(int));
  unsigned i = __VERIFIER_nondet_uint() % 4;
  if (p[i] != 0) //~ true:unreachable false:covered
    return 1;
  p[i] = 1;
  if (p[3]) //~ true:covered false:covered
    return 2;
  return 0;
}
