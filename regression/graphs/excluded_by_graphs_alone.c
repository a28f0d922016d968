// gotcha: cover --criterion branch
// verdict: complete
// goals: 34 covered: 31 unreachable: 3
extern int __VERIFIER_nondet_int(void);
// A packet's header decides which fields were filled; after any number of retries it is looked at.
int main(void) {
  int kind = 0, length = 0, sum = 0, state = 0;
  while (state != 9) {
    int in = __VERIFIER_nondet_int();
    switch (state) {
    case 0:
      kind = in & 7;
      if (kind == 1 || kind == 4) { length = in; sum = in ^ 255; state = 1; }
      else if (kind == 2) { length = 0; sum = in; state = 2; }
      break;
    case 1:
      if (in == 1) state = 3;
      break;
    case 2:
      if (in == 2) state = 3;
      else if (in == 3) state = 0;
      break;
    case 3:
      if (in == 4) state = 4;
      else if (in == 5) state = (kind == 2) ? 2 : 1;
      break;
    case 4:
      if ((sum ^ 255) != length) {
        if (kind != 2) return 1; //~ true:unreachable arg false:covered
        state = 9;
      } else if (kind == 3)
        return 2;
      else
        state = 9;
      break;
    }
  }
  return 0;
}
