// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant alarm: G (!"ready == 1" || !"value > limit" || F G "alarm == 1");
// Between the statement that makes it ready and the first value there is a letter; after_each_round.c has only those behind each round.
extern int __VERIFIER_nondet_int(void);
int ready, value, limit, alarm;
int main(void)
{
    limit = __VERIFIER_nondet_int();
    if (limit >= 10)
        return 0;
    ready = 1;
    while (1) { //~ VIOLATED
        value = -1 - (__VERIFIER_nondet_int() & 7);
        if (value > limit)
            alarm = 1;
    }
}
