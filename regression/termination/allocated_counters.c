// gotcha: verify --property termination --timeout 20s
// verdict: true
// Counters that live on the stack behind pointers, where each round counts one of them down.
extern int __VERIFIER_nondet_int(void);
extern void *alloca(unsigned long size);

int main(void) {
  int *x = alloca(sizeof(int));
  int *y = alloca(sizeof(int));
  *x = __VERIFIER_nondet_int();
  *y = __VERIFIER_nondet_int();
  while (*x > 0 && *y > 0) {
    if (__VERIFIER_nondet_int())
      *x = *x - 1;
    else
      *y = *y - 1;
  }
  return 0;
}
