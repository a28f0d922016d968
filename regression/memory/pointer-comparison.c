// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  char buf[10];
  char *p = buf, *end = buf + 10;
  int n = 0;
  while (p != end) { //~ true:covered false:covered
    *p++ = (char)n++;
  }
  if (n == 10) //~ true:covered false:unreachable
    n = buf[__VERIFIER_nondet_uint() % 10];
  if (n == 9) //~ true:covered false:covered
    return 1;
  return 0;
}
