// gotcha: cover --volatile-inputs
// verdict: incomplete(unsupported: a read of the volatile object p, which is no number, as an input (pointer.c:9:3))
extern int __VERIFIER_nondet_int(void);
int *volatile p;

int main(void) {
  if (__VERIFIER_nondet_int()) //~ covered
    return 0;
  if (p) //~ undecided
    return 1;
  return 2;
}
