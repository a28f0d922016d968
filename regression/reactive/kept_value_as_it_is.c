// gotcha: cover --criterion branch --without induction --without graphs --without deduction --jobs 1
// verdict: complete
// The input of the second mode matters in the third: what is kept is 5 there.
extern int __VERIFIER_nondet_int(void);
static int mode = 1, kept;
int main(void)
{
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (mode == 1) { //~ true:covered false:covered
            mode = 2;
        } else if (mode == 2) { //~ true:covered false:covered
            kept = input;
            if (input == 5) //~ true:covered false:covered
                mode = 3;
        } else {
            if (kept == 5) //~ true:covered false:unreachable control-graph
                mode = 1;
            mode = 1;
        }
    }
}
