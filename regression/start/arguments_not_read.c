// gotcha: cover
// goals: 4 covered: 3 unreachable: 1 undecided: 0
// verdict: complete
extern int __VERIFIER_nondet_int(void);

int main(int argc, char *argv[], char **envp) {
  (void)argc;
  (void)argv;
  int x = __VERIFIER_nondet_int();
  if (x > 4) //~ covered
    x = 4;
  if (x == 5) //~ true:unreachable false:covered
    return 1;
  return 0;
}
