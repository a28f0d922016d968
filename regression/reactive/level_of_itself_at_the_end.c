// gotcha: cover --criterion branch --without induction --without graphs --without deduction --jobs 1
// verdict: complete
// The level gets its new values from its old ones alone.
extern int __VERIFIER_nondet_int(void);
static int level, armed;
static void react(int input)
{
    if (input == 1 && level < 10) { //~ true:covered false:covered
        level = level + 1;
    } else if (input == 2 && level > 5) { //~ true:covered false:covered
        level = level - 6;
        armed = 1;
    } else if (armed && level > 9) { //~ true:covered false:covered
        armed = 0;
    }
}
int main(void)
{
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input < 1 || input > 3) //~ true:covered false:covered
            return 0;
        react(input);
    }
}
