// gotcha: cover --criterion branch --without induction --without graphs --without deduction --jobs 1
// verdict: complete
// Nothing is static: the head of the loop is met with what the call holds.
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char at = 0, before = 0;
    struct { int phase; short level; } own = {0, 10};
    while (1) {
        unsigned char input = __VERIFIER_nondet_uchar();
        before = at;
        if (input == 200 && own.phase == 0) { //~ true:covered false:covered
            own.phase = 1;
            at = 250;
        } else if (input == 201 && own.phase == 1) { //~ true:covered false:covered
            at += 10;
            own.phase = 2;
        }
        if (own.phase == 2 && at == 4) //~ true:covered false:covered
            own.level = before;
        if (own.phase == 1 && at != 250) //~ true:unreachable control-graph false:covered
            return 1;
    }
}
