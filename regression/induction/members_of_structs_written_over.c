// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct point {
  int x;
  short y[2];
  long z;
};
int main(void) {
  struct point p[500];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 500)
    return 0;
  for (int i = 0; i < n; i++)
    p[i].x = i;
  for (int i = 0; i < n; i++) {
    p[i].y[0] = 1;
    p[i].y[1] = i == 77 ? 3 : 2;
  }
  for (int i = 0; i < n; i++)
    if (p[i].x != i || p[i].y[1] != 2)
      reach_error(); //~ VIOLATED
  return 0;
}
