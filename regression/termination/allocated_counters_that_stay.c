// gotcha: verify --property termination --timeout 20s
// verdict: false(termination)
// The second counter is moved to where the first one was, so that it may go up and down for ever.
extern int __VERIFIER_nondet_int(void);
extern void *alloca(unsigned long size);

int main(void) {
  int *x = alloca(sizeof(int));
  int *y = alloca(sizeof(int));
  *x = 1;
  *y = 5;
  while (*x > 0 && *y > 0) {
    int before = *y;
    *y = *x + 4;
    *x = before - 4;
  }
  return 0;
}
