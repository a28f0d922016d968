// gotcha: verify --property unreach-call
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

static void order(int *a, int *b) {
  if (*a > *b) {
    int t = *a;
    *a = *b;
    *b = t;
  }
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  order(&a, &b);
  order(&b, &c);
  order(&a, &b);
  if (a > b || b > c)
    reach_error(); //~ HOLDS
  return 0;
}
