// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant order: !@LABEL(second) WU @LABEL(first);
extern int __VERIFIER_nondet_int(void);
int x;
int main(void)
{
    if (__VERIFIER_nondet_int())
        goto second;
first:
    x = 0;
second:
    x = 1;
    return x;
}
