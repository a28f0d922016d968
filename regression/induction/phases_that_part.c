// gotcha: verify --property unreach-call --timeout 8s
// verdict: false
// As phases.c, but in the second phase there is another step once.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 5;
  while (x < 10) {
    if (x >= 5)
      y++;
    if (x == 9)
      y++;
    x++;
    if (__VERIFIER_nondet_int() == 77)
      return 0;
  }
  if (y != x)
    reach_error(); //~ VIOLATED
  return 0;
}
