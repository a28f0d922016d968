// gotcha: verify --property unwinding --unwind 2 --strategy bmc
// verdict: false(unwinding)
// What comes behind a loop that runs on is not known within the bound.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) { //~ VIOLATED
    s += __VERIFIER_nondet_int() & 1;
    for (int j = 0; j < 2 && s; j++) //~ UNKNOWN
      s--;
  }
  while (s > 40) //~ UNKNOWN
    s -= 30;
  return s;
}
