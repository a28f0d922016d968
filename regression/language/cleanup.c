// gotcha: verify --property assertions
// verdict: false(assertions)
// The attribute `cleanup`: calls where a block is left, by its end, `break`, `continue`, `goto` and `return`, the latest variable first.
#include <assert.h>
#include <stdlib.h>
static int trail;
static void done(int *p) { trail = trail * 10 + *p; }
static void release(void *p) { free(*(void **)p); }
static int count(const int *p) { trail++; return *p; }

static int run(int n) {
  __attribute__((cleanup(done))) int a = 1;
  if (n == 1)
    return trail;
  {
    int b __attribute__((__cleanup__(done))) = 2;
    if (n == 2)
      return trail + a;
    if (n == 3)
      goto out;
    for (int i = 0; i < 3; i++) {
      int c __attribute__((cleanup(done))) = 3;
      if (i == 0)
        continue;
      if (n == 4)
        break;
      if (n == 5)
        goto out;
    }
  }
  a = 4;
out:
  a++;
  return a;
}

static int backwards(void) {
  int i = 0;
again:;
  int d __attribute__((cleanup(done))) = ++i;
  if (i < 3)
    goto again;
  return 0;
}

static int value(void) {
  int x = ({ int y __attribute__((cleanup(done))) = 7; trail; });
  for (int z __attribute__((cleanup(count))) = 0; z < 2; z++)
    ;
  switch (x) {
  case 0:;
    int s __attribute__((cleanup(done))) = 8;
  default:
    x++;
  }
  return x;
}

int main(void) {
  char *memory __attribute__((cleanup(release))) = malloc(3);
  trail = 0;
  assert(run(1) == 0 && trail == 1); //~ HOLDS
  trail = 0;
  assert(run(2) == 1 && trail == 21); //~ HOLDS
  trail = 0;
  assert(run(3) == 2 && trail == 22); //~ HOLDS
  trail = 0;
  assert(run(4) == 5 && trail == 3325); //~ HOLDS
  trail = 0;
  assert(run(5) == 2 && trail == 3322); //~ HOLDS
  trail = 0;
  assert(run(6) == 5 && trail == 33325); //~ HOLDS
  trail = 0;
  assert(backwards() == 0 && trail == 123); //~ HOLDS
  trail = 0;
  assert(value() == 1 && trail == 88); //~ HOLDS
  trail = 0;
  assert(run(6) == 5 && trail == 3332); //~ VIOLATED
  return 0;
}
