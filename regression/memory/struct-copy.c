// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

struct s { int a; struct { char b[3]; long c; } in; };
int main(void) {
  struct s x = {1, {{'p', 'q', 'r'}, 5}}, y;
  y = x;
  x.in.b[1] = (char)__VERIFIER_nondet_int();
  if (y.in.b[1] == 'q') //~ true:covered false:unreachable
    y.a = 2;
  if (x.in.b[1] == y.in.b[1]) //~ true:covered false:covered
    return 1;
  return (int)y.in.c;
}
