// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  static const void *const table[] = {&&add, &&sub, &&stop};
  static const int offsets[] = {&&first - &&first, &&second - &&first};
  int acc = __VERIFIER_nondet_int(), n = 0;
  unsigned char op;
next:
  if (n++ > 2) //~ true:covered false:covered
    goto stop;
  op = __VERIFIER_nondet_uchar();
  if (op > 2) //~ true:covered false:covered
    return 1;
  goto *table[op];
add:
  acc += 3;
  goto next;
sub:
  acc -= 5;
  goto next;
stop:
  if (acc == 77 && n == 3) //~ covered
    return 2;
  goto *(&&first + offsets[n > 1]);
first:
  if (n != 1) //~ true:unreachable false:covered
    return 3;
second:
  return &&first == &&second;
}
