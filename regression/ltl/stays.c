// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant at_last: F G {x == 3};
unsigned x;
int main(void)
{
    while (x < 3) //~ HOLDS
        x++;
    for (;;) {
        x = x & 3; //~ HOLDS
    }
}
