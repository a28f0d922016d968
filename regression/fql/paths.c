// gotcha: query --dialect tiger --query COVER(PATHS(ID,2))
// solvers: embedded
// verdict: complete
// goals: 31 covered: 7 unreachable: 24
// 2 * 4^k - 1 bounded paths, of which 2^(k+1) - 1 can be taken: to the end, or up to where an edge would be taken more than k times.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int wanted, held = 0;
  while (1) {
    if (__VERIFIER_nondet_int() == 0)
      goto out;
    held = 0;
    wanted = __VERIFIER_nondet_int();
    if (wanted != 0)
      held = 1;
    if (wanted != 0) {
      if (held != 1)
        goto error;
      held = 0;
    }
  }
out:
  return 0;
error:
  return 1;
}
