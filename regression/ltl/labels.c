// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant order: !@LABEL(second) WU @LABEL(first);
extern int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
    while (__VERIFIER_nondet_int())
        x = 2;
first:
    x = 0;
    if (__VERIFIER_nondet_int())
second:
        x = 1;
    return x;
}
