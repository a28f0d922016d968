// What the programs of all families use. Each holds what it claims, and with -DTWIN does not: HOLDS(right, wrong) is where they differ.
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
#ifdef TWIN
#define HOLDS(right, wrong) wrong
#else
#define HOLDS(right, wrong) right
#endif
static void assume(int condition) {
  if (!condition)
    abort();
}
static void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR:
    reach_error();
    abort();
  }
}
