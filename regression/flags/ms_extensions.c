// gotcha: verify -fms-extensions
// verdict: true
struct base { int a; int b; };
typedef struct { long c; } other;
struct derived { int first; struct base; other; };

int main(void) {
  struct derived d = { 1, { 2, 3 }, { 4 } };
  d.b++;
  __VERIFIER_assert(sizeof d == 24 && d.a == 2 && d.b == 4 && d.c == 4); //~ HOLDS
  return 0;
}
