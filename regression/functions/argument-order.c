// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

static int sub(int a, int b) { return a - b; }
static int log_[2];
static int n;
static int put(int v) {
  log_[n++] = v;
  return v;
}
int main(void) {
  int r = put(1) - put(2);
  if (r != -1 || log_[0] != 1) //~ true:unreachable false:covered
    return 1;
  int x = __VERIFIER_nondet_int();
  if (sub(x, 3) == 4) //~ true:covered false:covered
    return 2;
  return 0;
}
