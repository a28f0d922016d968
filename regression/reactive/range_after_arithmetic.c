// gotcha: cover --criterion branch --without induction --without graphs --without deduction --jobs 1
// verdict: complete
// Levels between 141 and 195 become levels between 115 and 163, however often.
extern int __VERIFIER_nondet_int(void);
static int level = 150, armed;
static void react(int input)
{
    if (input == 1 && level > 141 && 195 >= level) { //~ true:covered false:covered
        level = (level - 13) * 9 / 10;
        armed = 1;
    } else if (input == 2 && armed) { //~ true:covered false:covered
        if (level > 163) //~ true:unreachable control-graph false:covered
            armed = 2;
        level = level % 27 + 142;
        if (level == 150) //~ true:covered false:covered
            level = 190;
        armed = 0;
    }
}
int main(void)
{
    while (1) {
        int input = __VERIFIER_nondet_int();
        if (input != 1 && input != 2) //~ true:covered false:covered
            return 0;
        react(input);
    }
}
