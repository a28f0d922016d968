// gotcha: cover -std=gnu11
// verdict: complete
// goals: 2 covered: 1 unreachable: 1
extern inline int five(void) { return 5; }

int main(void) {
  long constant = -2147483648;
  if (five() == 5 && constant < 0) //~ true:covered false:unreachable
    return 1;
  return 0;
}
