// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
#include <complex.h>
extern int __VERIFIER_nondet_int(void);

static double complex fixed = (1.0 + 2.0i) * 2.0;
static _Complex int whole = 3 + 4i;

int main(void) {
  int x = __VERIFIER_nondet_int();
  _Complex int w = x & 7;
  w += 1i;
  w *= w;
  assert(__real__ w == (x & 7) * (x & 7) - 1); //~ HOLDS
  assert(__real__ w != 24); //~ VIOLATED
  double complex z = 2;
  z += I;
  assert(cimag(z) == 1 && creal(z * z) == 3); //~ HOLDS
  assert(z == conj(~z) && z != ~z); //~ HOLDS
  assert(fixed == CMPLX(2, 4) && whole * whole == -7 + 24i); //~ HOLDS
  __real__ z = 1;
  assert(z / 1i == 1 - 1i); //~ HOLDS
  double inf = __builtin_inf();
  double complex product = CMPLX(inf, inf) * z;
  assert(creal(product) != creal(product) || cimag(product) == inf); //~ HOLDS
  assert(sizeof(float complex) == 8 && _Generic(2.0fi, float complex: 1, default: 0)); //~ HOLDS
  return z ? 0 : 1;
}
