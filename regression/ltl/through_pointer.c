// gotcha: ltl --timeout 20s
// solvers: embedded (others need more time)
// verdict: true
//@ ltl invariant done: F "done == 1";
// The state of a loop that stores through a pointer is all memory that it may lead to.
struct s { int x; };
struct s t;
int done;
static int f(struct s *a, int n)
{
    if (n < 0 || n > 3)
        return 0;
    while (n > 0) { //~ HOLDS
        n--;
        if (a)
            a->x = n;
    }
    done = 1;
    return 1;
}
int main(void)
{
    return f(&t, 3);
}
