// gotcha: cover --criterion branch --without induction --without graphs --without deduction --jobs 1
// verdict: complete
// The pointer leads to the first or to the third element, and what is there is one of few values.
extern int __VERIFIER_nondet_int(void);
static int table[3] = {1, 9, 4};
static int *place = &table[0];
static void react(int input)
{
    if (input == 1 && *place == 1) { //~ true:covered false:covered
        place = &table[2];
    } else if (input == 2 && *place == 4) { //~ true:covered false:covered
        place = &table[0];
        *place = 1;
    } else if (input == 3 && *place == 9) { //~ true:unreachable control-graph false:covered
        *place = 0;
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
