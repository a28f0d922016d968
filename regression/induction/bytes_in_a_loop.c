// gotcha: cover --criterion branch --strategy k-induction --unwind 1 --jobs 1
// verdict: incomplete(bound
// Changes by copies of memory, of structs and through other types.
#include <string.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
struct pair {
  unsigned a, b;
};
union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  struct pair s = {0, 0}, t = {0, 0}, u = {1, 2};
  union word w = {0};
  unsigned n = __VERIFIER_nondet_ushort(), steps = 0;
  for (unsigned i = 0; i < n; i++) {
    memcpy(&s, &t, sizeof s);
    t.b = u.b;
    steps++;
    u = t;
    if (i == 3)
      u.b = 8;
    w.bytes[1] = i & 3;
  }
  if (s.b == 8 & steps * 3 == 37035) //~ true:undecided
    return 1;
  if (s.a == 8) //~ true:unreachable k-induction
    return 2;
  if (w.whole == 0x300 & steps * 3 == 37032) //~ true:undecided
    return 3;
  return 0;
}
