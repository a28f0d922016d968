/* Atomic types, functions and built-ins. */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
extern void observe(long long);

static atomic_int counter = ATOMIC_VAR_INIT(5);
static _Atomic unsigned char byte = 250;
static _Atomic(long long) wide;
static atomic_flag flag = ATOMIC_FLAG_INIT;
struct pair { int a, b; };
static _Atomic struct pair both;

static void standard(void) {
  observe(atomic_load(&counter)); atomic_store(&counter, 9); observe(counter);
  observe(atomic_exchange(&counter, 12)); observe(atomic_fetch_add(&counter, 3)); observe(atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed));
  observe(atomic_fetch_or(&counter, 64)); observe(atomic_fetch_and(&counter, 78)); observe(atomic_fetch_xor(&counter, 5)); observe(counter);
  int expected = 3;
  observe(atomic_compare_exchange_strong(&counter, &expected, 100)); observe(expected);
  observe(atomic_compare_exchange_weak(&counter, &expected, 100)); observe(counter); observe(expected);
  byte += 10; observe(byte); byte++; observe(byte--); observe(byte);
  observe(atomic_fetch_add(&byte, 255)); observe(byte);
  wide = 1LL << 40; wide *= 3; observe(wide);
  observe(atomic_flag_test_and_set(&flag)); observe(atomic_flag_test_and_set(&flag)); atomic_flag_clear(&flag);
  observe(atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)); 
  observe(atomic_is_lock_free(&counter)); atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_acquire);
  atomic_init(&counter, 1); observe(counter);
  struct pair p = {1, 2}, q = {3, 4};
  atomic_store(&both, p); struct pair got = atomic_load(&both); observe(got.a * 10 + got.b);
  observe(atomic_compare_exchange_strong(&both, &q, p)); observe(q.b);
  observe(atomic_compare_exchange_strong(&both, &q, ((struct pair){7, 8}))); got = both; observe(got.b);
  got = atomic_exchange(&both, p); observe(got.a);
}

static void sync(void) {
  int x = 10; long l = -4; short s = 30000; unsigned char c = 200; int array[4] = {1, 2, 3, 4}, *p = array;
  observe(__sync_fetch_and_add(&x, 5)); observe(__sync_add_and_fetch(&x, 5)); observe(__sync_fetch_and_sub(&l, 3)); observe(__sync_sub_and_fetch(&l, 3));
  observe(__sync_fetch_and_or(&x, 3)); observe(__sync_or_and_fetch(&x, 8)); observe(__sync_and_and_fetch(&x, 30)); observe(__sync_xor_and_fetch(&x, 255));
  observe(__sync_fetch_and_nand(&x, 6)); observe(x); observe(__sync_nand_and_fetch(&c, 7)); observe(__sync_add_and_fetch(&s, 10000)); observe(__sync_add_and_fetch(&c, 100));
  observe(__sync_bool_compare_and_swap(&x, 1, 2)); observe(__sync_bool_compare_and_swap(&x, x, 77)); observe(x);
  observe(__sync_val_compare_and_swap(&x, 77, 78)); observe(__sync_val_compare_and_swap(&x, 5, 6)); observe(x);
  observe(__sync_lock_test_and_set(&x, 1)); __sync_lock_release(&x); observe(x); __sync_synchronize();
  __sync_fetch_and_add(&p, sizeof *p); observe(*p); observe(*__sync_add_and_fetch(&p, 4)); __sync_fetch_and_sub(&p, 8); observe(p == array);
  observe(__sync_fetch_and_add_4(&x, 2)); observe(__sync_bool_compare_and_swap_4(&x, 2, 9)); observe(x);
}

static int calls;
static int *place(int *p) { calls++; return p; }

static void builtin(void) {
  int x = 1, y, z; double d = 1.5, e = 2.5, f; long long w = 5;
  observe(__atomic_load_n(&x, __ATOMIC_SEQ_CST)); __atomic_store_n(&x, 4, __ATOMIC_RELEASE); __atomic_load(&x, &y, 0); observe(y);
  y = 8; __atomic_store(&x, &y, 0); observe(x); observe(__atomic_exchange_n(&x, 3, 0)); y = 6; __atomic_exchange(&x, &y, &z, 0); observe(x * 10 + z);
  observe(__atomic_fetch_nand(&x, 3, 0)); observe(__atomic_nand_fetch(&x, 12, 0)); observe(__atomic_add_fetch(&w, 1LL << 33, 0)); observe(__atomic_fetch_xor(&w, 7, 0));
  __atomic_load(&d, &f, 0); observe(f * 2); observe(__atomic_compare_exchange(&d, &e, &f, 0, 0, 0)); observe(e * 2); e = 9; observe(__atomic_compare_exchange(&d, &f, &e, 1, 0, 0)); observe(d * 2);
  y = x; observe(__atomic_compare_exchange_n(place(&x), place(&y), 55, 0, 0, 0)); observe(x); observe(__atomic_compare_exchange_n(&x, &y, 56, 0, 0, 0)); observe(y); observe(calls);
  bool b = false; observe(__atomic_test_and_set(&b, 0)); observe(b); __atomic_clear(&b, 0); observe(b);
  observe(__atomic_always_lock_free(4, 0)); observe(__atomic_is_lock_free(8, &w)); observe(__atomic_fetch_add(place(&x), 1, 0)); observe(calls);
  observe(__atomic_load_4(&x, 0)); __atomic_store_4(&x, 2, 0); observe(x);
  unsigned char c = 255; observe(__atomic_add_fetch(&c, 1, 0)); observe(__atomic_sub_fetch(&c, 1, 0)); signed char sc = 127; observe(__atomic_add_fetch(&sc, 1, 0));
}

int main(void) { standard(); sync(); builtin(); return 0; }
