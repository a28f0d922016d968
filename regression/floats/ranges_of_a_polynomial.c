// gotcha: verify --property unreach-call
// solvers: embedded (others look at bits alone)
// verdict: false(unreach-call)
// Bounds of polynomials and quotients of one input follow from ranges of it; bit by bit they take minutes.
#include <stdlib.h>

extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

static float sine(float x) { return x - x * x * x / 6.0f + x * x * x * x * x / 120.0f; }

static float cosine(float x) { return 1.0f - x * x / 2.0f + x * x * x * x / 24.0f; }

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -1.2f && x < 1.2f))
    abort();
  float s = sine(x), c = cosine(x);
  if (s > 0.94f || s < -0.94f)
    reach_error(); //~ HOLDS
  if (s > 0.92f)
    reach_error(); //~ VIOLATED
  if (s * s + c * c > 1.1f)
    reach_error(); //~ HOLDS
  float next = x - s / c;
  if (!(next < 2.0f && next > -2.0f))
    reach_error(); //~ HOLDS
  return 0;
}
