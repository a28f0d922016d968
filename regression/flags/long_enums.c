// gotcha: verify -fshort-enums -fno-short-enums
// verdict: false(assertions)
enum small { A, B = 255 };

int main(void) {
  __VERIFIER_assert(sizeof(enum small) == 1); //~ VIOLATED
  return 0;
}
