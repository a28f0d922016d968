// gotcha: cover --criterion branch
// verdict: complete
// goals: 10 covered: 8 unreachable: 2 undecided: 0
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int cleaned = 0;
  if (x < 0) //~ true:covered false:covered
    goto fail;
  if (x > 100) //~ true:covered false:covered
    goto cleanup;
  if (cleaned) //~ true:unreachable false:covered
    return 3;
  return 0;
cleanup:
  cleaned = 1;
fail:
  if (cleaned) { //~ true:covered false:covered
    if (x < 0) //~ true:unreachable false:covered
      return 2;
  }
  return 1;
}
