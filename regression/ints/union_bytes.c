// gotcha: cover --criterion branch
// verdict: complete
// goals: 6 covered: 4 unreachable: 2 undecided: 0
extern unsigned __VERIFIER_nondet_uint(void);

union word {
  unsigned value;
  unsigned char bytes[4];
};

int main(void) {
  union word w;
  w.value = __VERIFIER_nondet_uint();
  if (w.bytes[0] != (w.value & 255)) //~ true:unreachable false:covered
    return 1;
  if (w.bytes[3] == 0x12 && w.bytes[0] == 0x78) //~ true:covered false:covered
    return 2;
  w.bytes[1] = 0;
  if (w.value & 0xff00) //~ true:unreachable false:covered
    return 3;
  return 0;
}
