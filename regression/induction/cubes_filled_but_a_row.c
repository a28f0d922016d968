// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
char a[40][50][60];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 40)
    return 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 49; j++)
      for (int k = 0; k < 60; k++)
        a[i][j][k] = 1;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
  if (x >= 0 && x < n && y >= 0 && y < 50 && z >= 0 && z < 60 && a[x][y][z] != 1)
    reach_error(); //~ VIOLATED
  return 0;
}
