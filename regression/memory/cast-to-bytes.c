// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  unsigned char *p = (unsigned char *)&v;
  unsigned back = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
  if (back != v) //~ true:unreachable false:covered
    return 1;
  p[2] = 0;
  if (v & 0x00ff0000u) //~ true:unreachable false:covered
    return 2;
  if (v == 0x55005555u) //~ true:covered false:covered
    return 3;
  return 0;
}
