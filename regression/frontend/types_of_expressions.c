// gotcha: verify --property assertions
// verdict: false(assertions)
// `__typeof__` as an argument of what takes types; the length of an array that is refused for pointers.
#include <assert.h>
#define IS_ARRAY(a) (!__builtin_types_compatible_p(__typeof__(a), __typeof__(&(a)[0])))
#define LENGTH(a) ((0 && sizeof(struct { unsigned int check : 1 - 2 * !(IS_ARRAY(a)); })) ? 0 : sizeof(a) / sizeof(*(a)))
typedef long word;
typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
static int a[9];
static word w[3];
int main(void) {
  int *p = a;
  ints v = { 1, 2, 3, 4 };
  floats f = { 0 };
  assert(LENGTH(a) == 9 && LENGTH(w) == 3 && !IS_ARRAY(p)); //~ HOLDS
  assert(__builtin_types_compatible_p(__typeof__(a), int[9]) && __builtin_types_compatible_p(__typeof__(&a[0]), int *)); //~ HOLDS
  assert(__builtin_types_compatible_p(__typeof__(w[0]) *, word *) && !__builtin_types_compatible_p(__typeof__(w[0]), int)); //~ HOLDS
  f = __builtin_convertvector(v, __typeof__(f));
  assert(f[2] == 3.0f); //~ HOLDS
  assert(__builtin_types_compatible_p(__typeof__(w), long[3]) == 0); //~ VIOLATED
  return 0;
}
