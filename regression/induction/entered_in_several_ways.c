// gotcha: verify --property no-overflow
// verdict: true

/* Runs mostly come to the second loop with i == 1. It may be more, and so the count is below it, but it is not one less. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 1, files = 0, most = __VERIFIER_nondet_int();
  for (; i < most && __VERIFIER_nondet_int() == 77777; i++)
    ;
  for (; i < most; i++, files++)
    ;
  return files;
}
