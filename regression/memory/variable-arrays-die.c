// gotcha: verify --property valid-deref
// verdict: false(valid-deref)
extern unsigned char __VERIFIER_nondet_uchar(void);

static int in_block(int n) {
  int *p, x = 1;
  {
    int a[n];
    a[0] = 5;
    p = a;
    x = *p; //~ HOLDS
  }
  return x + *p; //~ VIOLATED
}

static int by_goto(int n) {
  int *p = 0, i = 0;
again:;
  int a[n];
  a[0] = 7;
  if (p)
    return *p; //~ VIOLATED
  p = a;
  goto again;
}

static int by_break(int n) {
  int *p = 0;
  for (;;) {
    int a[n];
    a[0] = 7;
    p = a;
    if (n > 1)
      break;
    return *p; //~ HOLDS
  }
  return *p; //~ VIOLATED
}

static int outer_lives(int n) {
  int a[n];
  for (int i = 0; i < 2; i++) {
    int b[n];
    b[0] = a[0] = i; //~ HOLDS
    if (i)
      continue;
    a[0] = b[0];
  }
  int v = ({ int c[n]; c[0] = 4; c[0]; }); //~ HOLDS
  return a[0] + v; //~ HOLDS
}

int main(void) {
  int n = 1 + __VERIFIER_nondet_uchar() % 3;
  switch (__VERIFIER_nondet_uchar()) {
  case 0: return in_block(n);
  case 1: return by_goto(n);
  case 2: return by_break(n);
  default: return outer_lives(n);
  }
}
