// gotcha: cover --criterion branch
// verdict: complete
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int value;
static atomic_flag lock = ATOMIC_FLAG_INIT;

int main(void) {
  int x = __VERIFIER_nondet_int(), expected = 10;
  atomic_store(&value, x);
  if (atomic_compare_exchange_strong(&value, &expected, 20)) { //~ true:covered false:covered
    if (value != 20 || expected != 10) //~ true:unreachable
      return 1;
  } else if (expected != x) //~ true:unreachable false:covered
    return 2;
  if (__sync_fetch_and_add(&x, 2) == 40 && x == 42) //~ covered
    return 3;
  if (atomic_flag_test_and_set(&lock)) //~ true:unreachable false:covered
    return 4;
  if (!atomic_flag_test_and_set(&lock)) //~ true:unreachable false:covered
    return 5;
  return 0;
}
