// gotcha: verify -fshort-enums
// verdict: true
enum small { A, B = 255 };
enum negative { C = -1, D = 127 };
enum wide { E = 256 };
struct pair { enum small s; char c; };

int main(void) {
  __VERIFIER_assert(sizeof(enum small) == 1 && sizeof(enum negative) == 1 && sizeof(enum wide) == 2); //~ HOLDS
  __VERIFIER_assert(sizeof(struct pair) == 2 && (enum negative)-1 < 0); //~ HOLDS
  return 0;
}
