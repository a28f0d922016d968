// gotcha: verify
// verdict: true
struct base { int a; int b; };
struct plain { int first; struct base; };

int main(void) {
  __VERIFIER_assert(sizeof(struct plain) == 4); //~ HOLDS
  return 0;
}
