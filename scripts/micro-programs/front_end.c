// gotcha: show --what callgraph
// generate: 6000
int main(void) { return 0; }
