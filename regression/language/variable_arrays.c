// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int corner(int n, int m, int a[n][m]) {
  assert(sizeof a[0] == m * sizeof(int)); //~ HOLDS
  return a[n - 1][m - 1];
}
static int old_style(n, a) int n; int a[n][n]; { return a[1][0]; }

int main(void) {
  int n = 3, x = __VERIFIER_nondet_int();
  int a[n][3];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = x + i * 10 + j;
  assert(corner(n, 3, a) == x + 22); //~ HOLDS
  assert(corner(n, 3, a) != 32); //~ VIOLATED
  int (*row)[3] = a + 1;
  assert((*row)[2] == x + 12 && row - a == 1 && sizeof a == n * 12); //~ HOLDS
  typedef int line[n];
  int before = n++;
  line l;
  assert(sizeof l == before * 4); //~ HOLDS
  int k = 0;
  assert(sizeof(char[++k]) == 1 && k == 1); //~ HOLDS
  int square[2][k + 1];
  square[1][0] = 5;
  assert(old_style(2, square) == 5); //~ HOLDS
  __typeof__(a[0]) copy = { 0 };
  assert(sizeof copy == 12); //~ HOLDS
  return 0;
}
