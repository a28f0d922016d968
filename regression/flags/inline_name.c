// gotcha: cover -std=gnu90 -fno-asm
// verdict: complete
// goals: 2 covered: 2
extern int __VERIFIER_nondet_int(void);

int inline = 3;

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == inline) //~ covered
    return 1;
  return 0;
}
