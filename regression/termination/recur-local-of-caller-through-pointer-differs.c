// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
void run(unsigned char *to, int *go_on) {
  while (*go_on) {
    *to = *to + 1;
    *go_on = *to != 50;
  }
}
int main(void) {
  unsigned char n = 0;
  int go_on = 1;
  run(&n, &go_on);
  return 0;
}
