// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
unsigned char n;
void count(void) {
  n++;
  if (n == 200) exit(0);
}
int main(void) {
  while (1) count();
}
