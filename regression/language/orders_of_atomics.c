// gotcha: cover
// verdict: complete
#include <stdatomic.h>

static int calls;

static int order(void) {
  calls++;
  return 5;
}

/* Arguments with memory orders are evaluated like all others. */
int main(void) {
  int x = 0, old = 3, wanted = 0;
  _Atomic int y = 0;
  __atomic_store_n(&x, 1, order());
  int read = __atomic_load_n(&x, order());
  __atomic_fetch_add(&x, 2, order());
  __atomic_exchange_n(&x, 3, order());
  __atomic_compare_exchange_n(&x, &old, 4, order() < 0, order(), order());
  __atomic_thread_fence(order());
  atomic_store_explicit(&y, 1, order());
  if (atomic_fetch_add_explicit(&y, 1, order()) == 1) //~ true:covered false:unreachable
    wanted = 10;
  if (calls == wanted) //~ true:covered false:unreachable
    return read;
  if (x == 4) //~ true:unreachable
    return 2;
  return x;
}
