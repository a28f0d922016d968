// gotcha: cover --criterion branch --without induction --without graphs --without deduction --jobs 1
// verdict: complete
// The second input of an iteration is another one than the first, though the same instruction reads both.
extern int __VERIFIER_nondet_int(void);
static int mode;
int main(void)
{
    while (1) {
        int round = 0, seen = 0;
        do { //~ true:covered false:covered
            int input = __VERIFIER_nondet_int();
            if (input == 7) //~ true:covered false:covered
                seen |= 1;
            if (input == 3) //~ true:covered false:covered
                seen |= 2;
            round++;
        } while (round < 2);
        if (seen == 3) //~ true:covered false:covered
            mode = 1;
        if (mode == 1 && seen == 0) //~ true:covered false:covered
            mode = 2;
    }
}
