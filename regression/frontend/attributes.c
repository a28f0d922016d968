// gotcha: verify --property assertions
// verdict: false(assertions)
// Attributes of the headers of kernels and libraries, at all the places where they stand.
#include <assert.h>
#define __must_check __attribute__((__warn_unused_result__))
static int v __attribute__((section(".init.data"), unused, used, retain)) = 3;
__attribute__((noinline, __section__(".noinstr.text"), no_instrument_function, no_sanitize("address"), no_sanitize_thread, no_stack_protector, no_profile_instrument_function)) int f(void) { return v; }
extern void bad(void) __attribute__((error("bad"))) __attribute__((warning("w"), cold, noreturn));
void *alloc(unsigned long n, int m) __attribute__((alloc_size(1), malloc, assume_aligned(8), alloc_align(2), returns_nonnull, nonnull)) __must_check;
int rd(const char *p, int n) __attribute__((access(read_only, 1, 2), sentinel, nonnull(1)));
struct d { int (*a)(void); int (*b)(void); } __attribute__((designated_init, __randomize_layout__, aligned(8)));
struct fl { int n; char data[] __attribute__((counted_by(n))); };
struct __attribute__((packed, may_alias)) pk { char c; int i __attribute__((packed)); };
static inline __attribute__((always_inline, artificial, gnu_inline, pure, const, flatten, hot)) int g(int x) { switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: x++; } return x; }
typedef int __attribute__((address_space(0), noderef)) ai;
int __attribute__((weak, alias("f"))) f2(void);
__attribute__((visibility("hidden"))) extern int hid;
enum e { A __attribute__((deprecated)), B } __attribute__((packed));
[[nodiscard]] int h(void);
static int (*const ops[])(void) __attribute__((__section__("x"), aligned(sizeof(void *)))) = { f };
int k(int a __attribute__((unused)), ...) { lab: __attribute__((unused)); lab2: return a; }
int __attribute__((target("sse4.2"), optimize("O2"), ifunc("res"))) ifn(void);
static void *res(void) { return f; }
int main(void) {
  int x __attribute__((aligned(16), unused)) = 1, y __attribute__((uninitialized));
  struct d dd = { .a = f };
  for (;;) {
    if (1)
      break;
  }
  assert(g(1) == 3 && f2() == 3 && dd.a() == 3 && _Alignof(x) == 16 && sizeof(struct pk) == 5 && sizeof(enum e) == 1); //~ HOLDS
  assert(ops[0]() == 4); //~ VIOLATED
  return 0;
}
