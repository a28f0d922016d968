// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  char a[] = "xyz";
  char b[6] = "ab";
  int n = sizeof a;
  if (n != 4) //~ true:unreachable false:covered
    return 1;
  unsigned i = __VERIFIER_nondet_uint() % 6;
  if (i >= 2 && b[i] != 0) //~ true:unreachable false:covered
    return 2;
  if (b[i] == 'b') //~ true:covered false:covered
    return a[2];
  return 0;
}
