/* Several constructs at once. */
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
extern void observe(long long);
extern int __VERIFIER_nondet_int(void);
struct node { _Atomic(struct node *) next; int v; };
static _Atomic(struct node *) head;
static struct node nodes[5];
static void push(struct node *n) { struct node *old = atomic_load(&head); do n->next = old; while (!atomic_compare_exchange_weak(&head, &old, n)); }
static struct node *pop(void) { struct node *old = atomic_load(&head); while (old && !atomic_compare_exchange_strong(&head, &old, atomic_load(&old->next))); return old; }
struct bits { unsigned a : 5; signed b : 7; unsigned long long c : 40; };
static int sum3(int a, int b, int c) { return a * 100 + b * 10 + c; }
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
extern int weird __asm__("we1rd"); int weird = 4;
static _Bool flagged(_Atomic _Bool *b) { return atomic_exchange(b, 1); }
enum e { A, B = 5, C };
static enum e _Generic_test(int x) { return _Generic(x, int: B, default: C); }
typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int (*choose(int which))(int, int) { return which ? add : (binary)0; }
int main(void) {
  for (int i = 0; i < 5; i++) { nodes[i].v = i * i; push(&nodes[i]); }
  struct node *n; while ((n = pop())) observe(n->v);
  struct bits b = {31, -64, 1ULL << 39}; int o;
  observe(__builtin_add_overflow(b.a, 1, &o)); observe(o); observe(__builtin_sub_overflow(b.b, 1, &o)); observe(o); unsigned char uc; observe(__builtin_add_overflow(b.a, b.b, &uc)); observe(uc); long long ll; observe(__builtin_mul_overflow(b.c, 1 << 25, &ll)); observe(ll);
  int i = 1; observe(sum3(i++, i++, i++)); observe(i);
  observe(twice(({ int t = i; t * 3; }))); observe(weird++); observe(weird);
  _Atomic _Bool fl = 0; observe(flagged(&fl)); observe(flagged(&fl));
  observe(_Generic_test(3)); observe(choose(1)(3, 4)); observe(choose(0) == NULL);
  unsigned x = __VERIFIER_nondet_int(); observe(x ? __builtin_clz(x) : -1); observe(__builtin_bswap32(x)); observe(__builtin_popcount(x ^ 0xffff));
  _Atomic uint16_t s = 65535; s++; observe(s); s -= 3; observe(atomic_fetch_add(&s, 5)); observe(s); s <<= 3; observe(s); s /= 3; observe(s);
  _Atomic double d = 1.5; d = d + 2; observe((int)(d * 2)); _Atomic(int *) p = (int *)nodes; p++; observe((char *)p - (char *)nodes);
  asm volatile("" : "+r"(i) : : "memory"); observe(i);
  int y, z = 9; asm("" : "=r"(y) : "0"(z)); observe(y);
  register int reg asm("ebx") = 6; observe(reg + 1);
  __sync_lock_test_and_set(&z, 3); observe(z);
  int arr[3] = {1, 2, 3}; int *q = arr; observe(*__sync_fetch_and_add(&q, 4)); observe(*q); 
  switch (i) { __label__ in; case 1: goto in; default: i = 50; in: i++; } observe(i);
  if (__builtin_expect(!!(i > 3), 1) && __builtin_constant_p(i) == 0) observe(123);
  for (int k = 0; k < 3; k++) { void *t[] = {&&l0, &&l1, &&l2}; goto *t[(k + 1) % 3]; l0: observe(0); continue; l1: observe(1); continue; l2: observe(2); }
  return 0;
}
