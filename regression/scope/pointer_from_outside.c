// gotcha: cover --entry entry --lazy-inputs
// verdict: incomplete(unsupported
// goals: 8 covered: 2 unreachable: 2 undecided: 4
// Whoever calls the entry function may hand it any function that he can name or has the address of.
int other(int x) {
    if (x == 3) //~ undecided
        return 1;
    return 0;
}

static int secret(long x) {
    if (x == 3) //~ undecided
        return 1;
    return 0;
}

static int nobody(int x) {
    if (x == 3) //~ unreachable
        return 1;
    return 0;
}

int (*give(void))(long) {
    return secret;
}

int entry(int (*call)(int), int x) {
    if (x) //~ covered
        return 0;
    return call(1);
}
