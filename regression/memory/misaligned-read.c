// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  b[3] = __VERIFIER_nondet_uchar();
  unsigned v = *(unsigned *)(b + 2);
  if (v == 0x06050903u) //~ true:covered false:covered
    return 1;
  if ((v & 0xffu) != 3) //~ true:unreachable false:covered
    return 2;
  return 0;
}
