// gotcha: verify --property assertions
// verdict: true
#include <assert.h>
#include <float.h>
#include <math.h>
static double infinite = __builtin_inf(), none = __builtin_nan(""), huge = HUGE_VAL;
static float f = 0.1f;
static double d = 0.1, hex = 0x1.8p-1, small = 4.9406564584124654e-324, halfway = 9007199254740993.0;
static long double l = 0.1L;
static _Float128 q = 0.1f128;
static _Float16 h = 0.1f16;

int main(void) {
  assert(infinite > DBL_MAX && huge == infinite && none != none); //~ HOLDS
  assert(f != d && (float)d == f && (double)f == 0x1.99999ap-4);  //~ HOLDS
  assert(d == 0x1.999999999999ap-4 && hex == 0.75);               //~ HOLDS
  assert(small > 0 && small / 2 == 0 && halfway == 9007199254740992.0); //~ HOLDS
  assert(l == 0xc.ccccccccccccccdp-7L && (double)l == d);         //~ HOLDS
  assert((long double)q == l && (double)h == 0x1.998p-4);         //~ HOLDS
  assert(FLT_EPSILON + 1.0f > 1.0f && FLT_EPSILON / 2 + 1.0f == 1.0f); //~ HOLDS
  assert(1e400 == infinite && 1e-400 == 0 && -0.0 == 0.0);        //~ HOLDS
  return 0;
}
