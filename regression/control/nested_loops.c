// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
int main(void) {
  int count = 0;
  for (int i = 0; i < 4; i++) { //~ true:covered false:covered
    for (int j = i; j < 4; j++) { //~ true:covered false:covered
      if (i > j) //~ true:unreachable false:covered
        return 1;
      if (i == 3 && j == 3) //~ true:covered false:covered
        count += 100;
      count++;
    }
  }
  if (count == 110) //~ true:covered false:unreachable
    return 0;
  return 1;
}
