// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

struct ops { int (*get)(void); int fallback; };
static int five(void) { return 5; }
int main(void) {
  struct ops o = {0, 3};
  if (__VERIFIER_nondet_int() == 8) //~ true:covered false:covered
    o.get = five;
  int v = o.get ? o.get() : o.fallback; //~ true:covered false:covered
  if (v == 5) //~ true:covered false:covered
    return 1;
  if (v != 3) //~ true:unreachable false:covered
    return 2;
  return 0;
}
