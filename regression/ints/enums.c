// gotcha: cover --criterion branch
// verdict: complete
// goals: 14 covered: 12 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

enum color { RED, GREEN = 5, BLUE, NONE = -1 };

static int code(enum color c) {
  switch (c) {
  case RED: //~ true:covered false:covered
    return 1;
  case GREEN: //~ true:covered false:covered
    return 2;
  case BLUE: //~ true:covered false:covered
    return 3;
  case NONE: //~ true:covered false:covered
    return 4;
  }
  return 0;
}

int main(void) {
  enum color c = __VERIFIER_nondet_int();
  int k = code(c);
  if (k == 3) { //~ true:covered false:covered
    if (c != 6) //~ true:unreachable false:covered
      return 1;
  }
  if (c == NONE && k != 4) //~ true:unreachable false:covered
    return 2;
  return 0;
}
