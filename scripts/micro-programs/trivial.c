// gotcha: verify --property unreach-call
// verdict: true
int main(void) { return 0; }
