// gotcha: cover --criterion testcomp
// goals: 4 covered: 2 unreachable: 2 undecided: 0
// verdict: complete
/* Validators start the program without arguments. */
int main(int argc, char **argv) {
  if (argc > 1) return 1; //~ then:unreachable else:covered
  if (argv[1]) return 2; //~ then:unreachable else:covered
  return 0;
}
