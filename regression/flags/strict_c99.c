// gotcha: cover -std=c99 -pedantic
// verdict: complete
// goals: 4 covered: 3 unreachable: 1
extern int __VERIFIER_nondet_int(void);

int asm;
static int typeof(int typeof) { return typeof + 1; }

int main(void) {
  struct { int asm; } s = { __VERIFIER_nondet_int() };
  asm = s.asm;
  if (typeof(asm) == 8) //~ covered
    return 1;
#if defined(linux) || !defined(__STRICT_ANSI__)
  return 3;
#endif
  if ("??/??/"[0] != '\\') //~ true:unreachable false:covered
    return 2;
  return 0;
}
