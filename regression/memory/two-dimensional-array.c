// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int m[3][4];
  for (int i = 0; i < 3; i++) //~ true:covered false:covered
    for (int j = 0; j < 4; j++) //~ true:covered false:covered
      m[i][j] = i * 4 + j;
  unsigned r = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  if (r >= 3 || c >= 4) //~ true:covered false:covered
    return 0;
  if (m[r][c] == 7) //~ true:covered false:covered
    return 1;
  if (m[r][c] > 11) //~ true:unreachable false:covered
    return 2;
  return 0;
}
