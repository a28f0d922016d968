// gotcha: cover --criterion branch
// verdict: complete
// Each operation jumps on by itself. What lives in the block of the interpreter stays as it is; what lives in the block of an operation does not, and is not cleaned up.
extern unsigned char __VERIFIER_nondet_uchar(void);

static int ended;
static void note(int *which) {
  ended += *which;
}

static int run(const unsigned char *code) {
  static const void *const table[] = {&&stop, &&one, &&twice, &&nested};
  int result = 0;
  for (;;) {
    unsigned at = 0;
    unsigned op = code[at++] % 4;
    goto *table[op];
  one: {
      int more __attribute__((cleanup(note))) = 1;
      result += more;
      op = code[at++] % 4;
      goto *table[op];
    }
  twice: {
      result *= 2;
      op = code[at++] % 4;
      goto *table[op];
    }
  nested:
    result += 10 * (int)at;
    goto stop;
  stop:
    if (at > 3) //~ true:unreachable false:covered
      return -1;
    return result;
  }
}

/* The labels are in a block whose variable the second jump keeps. */
static int kept(unsigned char choice) {
  const void *table[] = {&&first, &&second};
  goto *table[0];
  {
    int own;
  first:
    own = 5;
    if (choice > 100) //~ covered
      goto *table[1];
    own = 6;
  second:
    return own;
  }
}

int main(void) {
  unsigned char code[3] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), 0};
  int result = run(code);
  if (result == 2 && ended == 0) //~ covered
    return 1;
  if (result == 20 && ended == 0) //~ covered
    return 2;
  if (result == 21 && ended == 0) //~ covered
    return 3;
  if (result == 4 || ended > 0) //~ true:unreachable false:covered
    return 4;
  unsigned char choice = __VERIFIER_nondet_uchar();
  int own = kept(choice);
  if (choice > 100 && own != 5) //~ true:unreachable false:covered
    return 5;
  if (own == 6) //~ covered
    return 6;
  return 0;
}
