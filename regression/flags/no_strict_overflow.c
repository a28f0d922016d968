// gotcha: verify --property no-overflow,shift -fno-strict-overflow
// verdict: true
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + x;
  y = -y * 2;
  y++;
  return y << 2;
}
