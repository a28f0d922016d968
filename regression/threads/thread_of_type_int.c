// gotcha: verify --property assertions
// verdict: true
// A thread begins with functions that return an int, in the styles of old programs. What they return nobody reads.
#include <assert.h>
#include <pthread.h>

static int x, y;

first() {
  x = 1;
}

int second(argument)
  void *argument;
{
  y = *(int *)argument;
  return 7;
}

static void *third(void *argument) {
  return argument;
}

int main(void) {
  pthread_t a, b, c;
  int two = 2;
  void *result;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, &two);
  pthread_create(&c, 0, third, &two);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, &result);
  assert(x == 1 && y == 2);  //~ HOLDS
  assert(result == &two);    //~ HOLDS
  return 0;
}
