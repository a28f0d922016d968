// gotcha: cover --criterion branch
// verdict: incomplete(unsupported
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static double real(int x) { return x; }
static int wide(long x) { return x < 0; }
static int small(signed char x) { return x; }
static int two(int x, int y) { return x + y; }
static int *where(int *p) { return p; }
static void nothing(int x) {}

int main(void) {
  int which = __VERIFIER_nondet_uchar();
  int x = __VERIFIER_nondet_int();
  void *f[] = {real, wide, small, two, where, nothing};
  int (*call)(int) = which < 4 ? f[which] : 0;
  if (which == 0 && call(x) == 2) //~ true:undecided
    return 1;
  if (which == 1 && call(-1)) //~ true:undecided
    return 1;
  if (which == 2 && call(0x1ff) == -1) //~ true:covered false:covered
    return 1;
  if (which == 3 && call(5) == 7) //~ true:undecided
    return 1;
  long (*address)(void *) = f[4];
  if (which == 4 && address(&x) == (long)&x) //~ true:covered false:covered
    return 1;
  void (*drop)(long) = (void (*)(long))f[5];
  if (which == 5) {
    drop(5);
    if (x == 3) //~ true:covered false:covered
      return 1;
  }
  return 0;
}
