// gotcha: query --query cover(@14.{i==2})+(@16.{inner==7})+(@EXIT(f).{x==3})+(@14.{inner==7})+({inner==7}.@16)
// solvers: embedded
// verdict: complete
// goals: 14 covered: 12 unreachable: 2
// Names mean what they mean at the place: the counter in the head of its loop, a variable of a block in it, a parameter at the exit. Outside of its
// block a name means nothing, and the predicate is false.
extern int __VERIFIER_nondet_int(void);
int inner = 7;

static int f(int x) {
  if (x < 0)
    return 0;
  int sum = 0;
  for (int i = 0; i < x && i < 5; i++) {
    int inner = __VERIFIER_nondet_int();
    sum += inner > 0;
  }
  return sum;
}

int main(void) { return f(__VERIFIER_nondet_int()); }
