// gotcha: verify --property assertions --without interleavings --without threads --without search
// solvers: embedded (others order the events by clocks, which takes them too long)
// verdict: false
#include <assert.h>
#include <pthread.h>

static int wants_first, wants_second, turn, inside;

static void *first(void *argument) {
  for (int k = 0; k < 6; k++) {
    wants_first = 1;
    turn = 1;
    while (wants_second && turn == 1)
      ;
    inside = 0;
    assert(inside == 0); //~ VIOLATED
    wants_first = 0;
  }
  return 0;
}

static void *second(void *argument) {
  for (int k = 0; k < 6; k++) {
    wants_second = 1;
    turn = 1;
    while (wants_first && turn == 0)
      ;
    inside = 1;
    assert(inside == 1);
    wants_second = 0;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
