// gotcha: cover
// verdict: complete
#include <stdlib.h>

static unsigned sum(unsigned seed) {
  unsigned h = 0;
  srand(seed);
  for (int i = 0; i < 1000; i++)
    h = h * 31 + rand();
  return h;
}

static unsigned sum48(long seed) {
  unsigned h = 0;
  srand48(seed);
  for (int i = 0; i < 1000; i++)
    h = h * 31 + (unsigned)lrand48();
  return h;
}

/* What follows a seed is what glibc gives. */
int main(void) {
  if (rand() != 1804289383 || random() != 846930886) //~ true:unreachable false:covered
    return 1;
  if (sum(0) != 3161134639u || sum(1) != 3161134639u || sum(42) != 2911156398u) //~ true:unreachable false:covered
    return 2;
  if (sum(2147483648u) != 2276132552u || sum(4294967295u) != 1815860862u) //~ true:unreachable false:covered
    return 3;
  if (sum48(0) != 2702697382u || sum48(1) != 1468345763u || sum48(-5) != 373992403u) //~ true:unreachable false:covered
    return 4;
  srand48(7);
  if (drand48() != 0x1.10d6bf5d4404p-2 || lrand48() != 1464659504 || mrand48() != 1140273416) //~ true:unreachable false:covered
    return 5;
  unsigned seed = 9;
  if (rand_r(&seed) != 2140032879 || rand_r(&seed) != 1241077982 || seed != 886977611) //~ true:unreachable false:covered
    return 6;
  static int state[8];
  initstate(5, (char *)state, sizeof state);
  if (random() != 526245433) //~ true:unreachable false:covered
    return 7;
  initstate(5, (char *)state, 8);
  if (random() != 1222621274) //~ true:unreachable false:covered
    return 8;
  return 0;
}
