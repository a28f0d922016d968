// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static const unsigned char table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() & 15;
  unsigned j = __VERIFIER_nondet_uint() & 15;
  if (table[i] + table[j] == 18 && i < j && j < 14) //~ true:covered false:covered
    return 1;
  if (table[i] == 0) //~ true:unreachable false:covered
    return 2;
  return 0;
}
