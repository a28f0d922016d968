// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(sizeof(int));
  *p = 0;
  int go_on = 1;
  while (go_on) {
    *p = *p + 1;
    go_on = *p != 20;
  }
  return 0;
}
