// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair {
  unsigned char key;
  int value;
};
int main(void) {
  static struct pair t[300];
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 300)
    return 0;
  for (int i = 0; i < n; i++) {
    t[i].key = __VERIFIER_nondet_int();
    t[i].value = t[i].key * 2;
  }
  t[n / 2].key = 1;
  for (int i = 0; i < n; i++)
    if (t[i].value != t[i].key * 2)
      reach_error(); //~ VIOLATED
  return 0;
}
