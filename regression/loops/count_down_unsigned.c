// gotcha: cover --criterion branch
// verdict: complete
// goals: 8 covered: 5 unreachable: 3 undecided: 0
int main(void) {
  unsigned char n = 0;
  for (unsigned char i = 5; i >= 0; i--) { //~ true:covered false:unreachable
    n++;
    if (i == 255) //~ true:covered false:covered
      break;
    if (n == 8) //~ true:unreachable false:covered
      return 1;
  }
  if (n == 7) //~ true:covered false:unreachable
    return 0;
  return 2;
}
