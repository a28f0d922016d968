// gotcha: cover --criterion branch
// verdict: complete
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern float __VERIFIER_nondet_float(void);
union u { unsigned w; unsigned char b[4]; unsigned short h[2]; float f; };
int main(void) {
  union u u;
  u.w = __VERIFIER_nondet_uint();
  unsigned i = __VERIFIER_nondet_uint() % 4;
  u.b[i] = 0xab;
  if (((u.w >> (8 * i)) & 0xff) != 0xab) //~ true:unreachable false:covered
    return 1;
  if (u.h[1] == 0xabcd) //~ true:covered false:covered
    return i == 2 ? 2 : 3; //~ true:unreachable false:covered
  u.f = 1.0f;
  if (u.w != 0x3f800000) //~ true:unreachable false:covered
    return 4;
  double d = 2.0;
  unsigned long long bits;
  memcpy(&bits, &d, sizeof d);
  if (bits != 0x4000000000000000ULL) //~ true:unreachable false:covered
    return 5;
  struct s { char c; int x; } s, t;
  memset(&s, 1, sizeof s);
  t = s;
  if (t.x != 0x01010101) //~ true:unreachable false:covered
    return 6;
  return 0;
}
