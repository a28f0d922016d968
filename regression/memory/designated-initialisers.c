// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct s { int a, b, c[3]; };
int main(void) {
  struct s x = {.b = 2, .c = {[2] = 5}};
  int y[] = {[3] = 1, 2};
  if (x.a == 0 && x.b == 2 && x.c[0] == 0 && x.c[2] == 5) //~ true:covered false:unreachable
    x.a = (int)(sizeof y / sizeof y[0]);
  unsigned i = __VERIFIER_nondet_uint() % 5;
  if (y[i] == 2) //~ true:covered false:covered
    return x.a;
  if (x.a != 5) //~ true:unreachable false:covered
    return 1;
  return 0;
}
