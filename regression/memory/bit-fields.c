// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct flags { unsigned a : 3; unsigned b : 5; int c : 4; };
int main(void) {
  struct flags f = {0, 0, 0};
  f.a = __VERIFIER_nondet_uint();
  f.b = 31;
  f.c = 8;
  if (f.a > 7) //~ true:unreachable false:covered
    return 1;
  if (f.c == -8) //~ true:covered false:unreachable
    f.b += 1;
  if (f.b == 0) //~ true:covered false:unreachable
    return f.a == 5 ? 1 : 0; //~ true:covered false:covered
  return 3;
}
