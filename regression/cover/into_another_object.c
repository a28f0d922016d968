// gotcha: cover --timeout 5s
// verdict: complete
// What lies behind an object is no object of the program, wherever another one may be.
extern int __VERIFIER_nondet_int(void);
int v, w[1000];
int main(void) {
  int x = __VERIFIER_nondet_int();
  int *a = x == 7 ? &v : &w[100];
  for (int i = 0; i < 1000; i++) { //~ true:COVERED false:COVERED
    w[i] = 5;
  }
  // Natively this may be anything.
  if (a[20] == 5 && x == 7) { //~ true:UNREACHABLE false:COVERED
    return 1;
  }
  return 0;
}
