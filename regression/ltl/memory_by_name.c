// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: false(ltl)
//@ ltl invariant stays: F G "x == 0";
// The state has a variable whose address is taken.
int x;
int *p = &x;
void set(int *q, int v) { *q = v; }
int main(void)
{
    for (;;) {
        set(p, 1); //~ VIOLATED
        set(p, 0);
    }
}
