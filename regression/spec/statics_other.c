extern void lock(int *), unlock(int *);
static int here;

static void twice(int n) {
  if (n == 4)
    lock(&here);
  if (n != 5)
    unlock(&here);
}

int other(int n) {
  twice(n);
  return n;
}
