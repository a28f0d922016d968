// gotcha: verify --property assertions
// verdict: false(assertions)
#include <assert.h>
#undef static_assert
extern int __VERIFIER_nondet_int(void);

constexpr int size = 2 + 3;
constexpr struct { int a, b; } pair = { .b = 7 };
enum small : unsigned char { LOW, HIGH = 200 };
static_assert(sizeof(enum small) == 1);
static thread_local int each = 4;
[[nodiscard]] static int second(int, [[maybe_unused]] int b) { return b; }

int main(void) {
  bool b = __VERIFIER_nondet_int();
  assert(b == true || b == false); //~ HOLDS
  assert(b); //~ VIOLATED
  int list[size] = {};
  auto p = &list[pair.b - 3];
  *p = 1'000;
  assert(list[4] == 1000 && sizeof list == 20); //~ HOLDS
  char *null = nullptr;
  assert(null == nullptr && !nullptr); //~ HOLDS
  enum small s = HIGH;
  s += 100;
  assert(s == 44); //~ HOLDS
  unsigned _BitInt(7) odd = 127;
  odd++;
  assert(odd == 0 && 3uwb + 4uwb == 7); //~ HOLDS
  typeof_unqual(const int) copy = 1;
  copy += second(1, 2) + ++each;
  assert(copy == 8 && alignof(int) == 4 && 0b1'01 == 5 && sizeof(u8'a') == 1); //~ HOLDS
  goto end;
end:
}
