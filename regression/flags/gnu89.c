// gotcha: cover -std=gnu89 -m32
// with: gnu89_other.part.c
// verdict: complete
// goals: 6 covered: 3 unreachable: 3
extern inline five() { return 5; }

twice(x) { return 2 * x; }

main() {
  int asked = 2147483648 > 0 && -2147483648 > 0; // an unsigned constant
  if (five() == 6) //~ true:covered false:unreachable
    asked++;
  if (twice(3) == 6) //~ true:covered false:unreachable
    asked++;
  if (asked == 3) //~ true:covered false:unreachable
    return 1;
  return 0;
}
