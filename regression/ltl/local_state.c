// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant one: F "x == 1";
// A variable of the function is part of the state that must come back.
int x;
int main(void)
{
    for (unsigned char n = 0;; n++)
        if (n == 200) //~ HOLDS
            x = 1;
}
