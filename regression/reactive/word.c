// gotcha: verify --property unreach-call --without induction --without graphs --jobs 1
// verdict: true
// Only a word of three letters opens, and another letter begins anew.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int letters, opened, tries;
static void read_letter(int letter)
{
    if (letters == 0 && letter == 4)
        letters = 1;
    else if (letters == 1 && letter == 8)
        letters = 2;
    else if (letters == 2 && letter == 1)
        letters = 3, opened = 1;
    else
        letters = 0, opened = 0;
    tries++;
}
int main(void)
{
    while (1) {
        read_letter(__VERIFIER_nondet_int());
        if (letters == 3 && !opened)
            reach_error();
        if (letters == 1 && opened)
            reach_error();
        if (opened)
            letters = 0, opened = 0;
    }
}
