// gotcha: cover --criterion branch
// verdict: complete
; ;
extern int __VERIFIER_nondet_int(void);
;
struct [[gnu::packed]] pair { char first; int second; };
; ;
static int twice(int x) { return x * 2; } ;

int main(void) {
  struct pair p = {1, __VERIFIER_nondet_int()};
  if (twice(p.second) == 6) //~ true:covered false:covered
    return 1;
  if (p.second + (int)sizeof p != p.second + 5) //~ true:unreachable false:covered
    return 2;
  return 0;
} ;
