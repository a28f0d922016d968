// gotcha: verify --property unwinding --unwind 5
// verdict: true
// Exactly as often as the bound allows, in loops of all kinds.
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); } //~ HOLDS

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5)
    return 1;
  int s = 0, m = n;
  for (int i = 0; i < n; i++) //~ HOLDS
    s += i;
  while (s > 0 && n-- > 0) //~ HOLDS
    s--;
  int k = 0;
  do {
    if (k == 2) //~ HOLDS
      continue;
    for (int j = 0; j < 5; j++) { //~ HOLDS
      if (j == k)
        break;
      s++;
    }
  } while (++k < 5);
again:
  if (k-- > 1) //~ HOLDS
    goto again;
  // No loop of the program: it runs once.
  while (s) {
    s = 1;
    break;
  }
  // The loops of the library are not the program's.
  char text[30] = "more than five letters";
  return (int)strlen(text) + down(m);
}
