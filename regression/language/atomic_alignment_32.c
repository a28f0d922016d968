// gotcha: verify --property assertions --data-model ilp32
// verdict: true
#include <assert.h>
#include <stdatomic.h>
struct P { int a, b; };
struct Q { char c[3]; };
struct T { char c[16]; };
struct U { int a[3]; };
struct AP { char c; _Atomic struct P p; };
struct AQ { char c; _Atomic(struct Q) q; };
struct AL { char c; _Atomic long long l; };
struct AU { char c; _Atomic struct U u; };
struct AT { char c; _Atomic struct T t; };
struct E { char c; _Atomic struct { char x, y; } e; };
int main(void) {
  assert(sizeof(_Atomic double) == 8 && _Alignof(_Atomic double) == 8 && _Alignof(long long) == 4); //~ HOLDS
  assert(sizeof(_Atomic struct P) == 8 && _Alignof(_Atomic struct P) == 8); //~ HOLDS
  assert(sizeof(struct AP) == 16 && _Alignof(struct P) == 4); //~ HOLDS
  assert(sizeof(struct AQ) == 4 && sizeof(struct AL) == 16 && sizeof(struct AU) == 16); //~ HOLDS
  assert(sizeof(struct AT) == 32 && sizeof(struct E) == 4 && _Alignof(struct E) == 2); //~ HOLDS
  assert(_Alignof(_Atomic _Complex float) == 8 && _Alignof(_Atomic char) == 1); //~ HOLDS
  struct AP x = {1, {2, 3}};
  struct P p = x.p;
  assert(p.a == 2 && p.b == 3 && (char *)&x.p - &x.c == 8); //~ HOLDS
  return 0;
}
