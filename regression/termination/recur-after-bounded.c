// gotcha: verify --property termination
// verdict: false(termination)
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
int main(void) {
  int n = 0;
  for (int i = 0; i < 5; i++) n += i;
  for (;;) ;
}
