// gotcha: cover
// verdict: complete
// goals: 8 covered: 2 unreachable: 6 undecided: 0
// Nothing is known of what a function without a body does behind its pointers; it still does not call what nobody gives it.
void elsewhere(void *);
int __VERIFIER_nondet_int(void);

struct operations {
    int (*get)(int);
};

static int twice(int x) {
    return x > 3 ? 2 * x : 0; //~ unreachable
}

static int once(int x) {
    if (x) //~ unreachable
        return 1;
    return 0;
}

static struct operations operations = {once};
struct operations *const all[] = {&operations};

int (*unused(void))(int) {
    return twice;
}

int apply(int x) {
    if (all[0]->get(x)) //~ unreachable
        return 1;
    return 0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 7) //~ true:covered false:covered
        x = 0;
    elsewhere(&x);
    return 0;
}
