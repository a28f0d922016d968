// gotcha: verify -m32 -msse2
// verdict: true
int main(void) {
  __VERIFIER_assert(sizeof(long) == 4 && sizeof(void *) == 4); //~ HOLDS
  return 0;
}
