// gotcha: verify --property termination
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);
struct pair { int a; struct { unsigned char low : 4; unsigned char high : 4; } b; };
int main(void) {
  struct pair s = {0, {0, 0}};
  while (s.b.high != 9) {
    s.b.low++;
    if (s.b.low == 0) s.b.high++;
  }
  return 0;
}
