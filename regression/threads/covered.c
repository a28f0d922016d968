// gotcha: cover --without clocks
// verdict: complete
// goals: 12 covered: 10 unreachable: 2
#include <pthread.h>

static int x, y, flag;

/* Each of the two sees the other's write, or does not; but one of them does. */
static void *first(void *argument) {
  x = 1;
  if (y == 0) //~ covered
    flag += 1;
  return argument;
}

static void *second(void *argument) {
  y = 1;
  if (x == 0) //~ covered
    flag += 2;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  if (y == 1) //~ covered
    x += 1;
  pthread_join(b, 0);
  if (x == 0) //~ false:covered true:unreachable exhaustive
    return 1;
  if (flag == 3) //~ false:covered true:unreachable exhaustive
    return 2;
  if (flag == 0) //~ covered
    return 3;
  return 0;
}
