// gotcha: verify --property unreach-call --unwind 2 --strategy k-induction
// verdict: unknown
// From the middle of the loop the bytes of an address are any bytes, which may be those of an address.
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 1, b = 2, n = 0, *p = &a;
  unsigned char bytes[sizeof p] = {0};
  memcpy(bytes, &p, sizeof p);
  while (__VERIFIER_nondet_int()) {
    n++;
    p = n & 1 ? &b : &a;
    for (unsigned i = 0; i < sizeof p; i++)
      bytes[i] = ((unsigned char *)&p)[i];
  }
  memcpy(&p, bytes, sizeof p);
  if (*p == 2 && n == 41)
    reach_error(); //~ UNKNOWN
  return 0;
}
