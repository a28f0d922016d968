// gotcha: cover --minimise --jobs 1
// verdict: complete
// goals: 8 covered: 8 unreachable: 0
// tests: 2
// Each value that the search tries first reaches something new; two opposite ones reach all.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int n = 0;
  if (x & 1) //~ covered
    n++;
  if (x & 2) //~ covered
    n++;
  if (x & 4) //~ covered
    n++;
  if (x & 128) //~ covered
    n++;
  return n;
}
