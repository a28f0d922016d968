// gotcha: check --uno-defaults
// verdict: false
// A variable that is used before it has a value, an index behind the end, and a pointer that may be null.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), first[4] = {0}, used, *p = 0;
  if (n > 10)
    used = n;
  if (n > 12)
    used++;
  if (n == 2)
    p = &n;
  if (n == 3)
    return *p; //~ one:VIOLATED
  if (n >= 0 && n <= 4)
    return first[n]; //~ one:VIOLATED
  if (n == 7)
    return used; //~ one:VIOLATED
  return 0;
}
