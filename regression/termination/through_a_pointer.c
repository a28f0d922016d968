// gotcha: verify --property termination --timeout 15s
// solvers: embedded (others need more time)
// verdict: true
extern int __VERIFIER_nondet_int(void);
int limit = 100;
static void change(int *p) { *p -= 1; }
int main(void)
{
    int i = 0;
    while (i < limit) { //~ HOLDS
        if (__VERIFIER_nondet_int())
            change(&limit);
        else
            i++;
    }
    return 0;
}
