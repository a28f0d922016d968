// gotcha: cover -ffreestanding -nostdlib
// verdict: incomplete(depends on an indeterminate value; abs.external has no body: add the file that defines it)
extern int __VERIFIER_nondet_int(void);
extern int abs(int);
extern void *memset(void *, int, __SIZE_TYPE__);

int main(void) {
  int x[2];
  memset(x, 0, sizeof x);
  if (x[1]) //~ true:unreachable false:covered
    return 1;
#if __STDC_HOSTED__
  return 2;
#endif
  if (abs(__VERIFIER_nondet_int()) == -5) //~ undecided
    return 3;
  return 0;
}
