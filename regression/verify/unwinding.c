// gotcha: verify --property unwinding --unwind 5
// verdict: false(unwinding)
// A property for each loop: it runs at most five times each time that it is entered.
extern int __VERIFIER_nondet_int(void);

static int sum(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) //~ VIOLATED
    s += i;
  return s;
}

static int six_times(void) {
  int k = 0;
  while (k < 6) //~ VIOLATED
    k++;
  return k;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = 0;
  if (n >= 0 && n <= 6)
    s = sum(n);
  return s + six_times();
}
