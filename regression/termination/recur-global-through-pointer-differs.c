// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
unsigned char g;
unsigned char *const p = &g;
void step(unsigned char *to) { *to = *to + 1; }
int main(void) {
  int go_on = 1;
  while (go_on) {
    step(p);
    go_on = g != 50;
  }
  return 0;
}
