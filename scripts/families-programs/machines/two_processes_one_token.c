// asks: unreach-call
#include "../families.h"
int pc1, pc2, token, local, transfers;
int e1 = 2, e2 = 2, s1, s2;
static void process1(void) {
  if (pc1 == 1)
    goto WAIT;
  while (1) {
    s1 = 2;
    pc1 = 1;
    return;
  WAIT:
    token++;
    transfers++;
    e2 = 0;
  }
}
static void process2(void) {
  if (pc2 == 1)
    goto WAIT;
  while (1) {
    local = token;
    e1 = 0;
    s2 = 2;
    pc2 = 1;
    return;
  WAIT:
    __VERIFIER_assert(token == local + HOLDS(1, 2));
  }
}
int main(void) {
  while (1) {
    int again = 1;
    while (s1 == 0 || s2 == 0) {
      if (s1 == 0 && __VERIFIER_nondet_int()) {
        s1 = 1;
        process1();
      }
      if (s2 == 0 && __VERIFIER_nondet_int()) {
        s2 = 1;
        process2();
      }
      if (e1 == 0 && pc1 == 1 && s1 == 2) {
        s1 = 0;
        e1 = 2;
      }
      if (e2 == 0 && pc2 == 1 && s2 == 2) {
        s2 = 0;
        e2 = 2;
      }
    }
    if (again)
      break;
  }
  return 0;
}
