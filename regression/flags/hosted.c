// gotcha: cover -ffreestanding -fhosted -fno-builtin
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern int abs(int);

int main(void) {
  if (abs(__VERIFIER_nondet_int()) == -5) //~ true:unreachable false:covered
    return 3;
  return 0;
}
