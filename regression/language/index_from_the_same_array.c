// gotcha: cover --criterion branch
// verdict: complete
// The element that an assignment writes is found once, also where its index reads the array itself.
int main(void) {
  long long a[2] = {0}, b[2] = {0}, c[2] = {0}, d[3] = {0};
  int step = ++a[(unsigned)a[0] % 2u];
  if (step == 1 && a[0] == 1) //~ true:covered false:unreachable
    step = 0;
  int sum = b[(unsigned)b[0] % 2u] += 3;
  if (sum == 3 && b[1] == 0) //~ true:covered false:unreachable
    step = 0;
  int plain = c[(unsigned)c[0] % 2u] = 1;
  if (plain == 1) //~ true:covered false:unreachable
    step = 0;
  int old = d[d[d[0]]]--;
  if (old == 0 && d[0] == -1) //~ true:covered false:unreachable
    step = 0;
  return step;
}
