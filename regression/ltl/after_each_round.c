// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant alarm: G (!"ready == 1" || !"value > limit" || F G "alarm == 1");
// As before_the_first_round.c, but a letter is what the variables are behind each round.
extern void __VERIFIER_ltl_step(void);
extern int __VERIFIER_nondet_int(void);
int ready, value, limit, alarm;
int main(void)
{
    limit = __VERIFIER_nondet_int();
    if (limit >= 10)
        return 0;
    ready = 1;
    while (1) { //~ HOLDS
        value = -1 - (__VERIFIER_nondet_int() & 7);
        if (value > limit)
            alarm = 1;
        __VERIFIER_ltl_step();
    }
}
