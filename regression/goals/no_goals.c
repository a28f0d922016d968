// gotcha: cover --criterion branch
// verdict: complete
// goals: 0 covered: 0 unreachable: 0 undecided: 0
int main(void) { return 0; }
