// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct point { int x; short y; char tag; };
int main(void) {
  struct point ps[3] = {{1, 2, 'a'}, {3, 4, 'b'}, {5, 6, 'c'}};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 2) //~ true:covered false:covered
    return 0;
  ps[i].x = 100;
  if (ps[1].x == 100 && ps[1].tag == 'b') //~ true:covered false:covered
    return 1;
  if (ps[0].y + ps[1].y + ps[2].y == 12) //~ true:covered false:unreachable
    return 2;
  return 0;
}
