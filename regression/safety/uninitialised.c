// gotcha: verify --property uninitialised
// verdict: false(uninitialised)
// unseen by sanitizers: no sanitizer of gcc knows what was written
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int first, second;
};

struct flags {
  unsigned low : 3, high : 5;
};

static int scalar(int n) {
  int x;
  if (n > 3)
    x = 1;
  if (n > 2)
    return x; //~ VIOLATED
  return 0;
}

static int in_loop(int n) {
  int last;
  for (int i = 0; i < n; i++)
    last = i;
  return last; //~ VIOLATED
}

static void set(int *p, int n) {
  if (n != 4)
    *p = n;
}

static int through_pointer(int n) {
  int x;
  set(&x, n);
  return x + 1; //~ VIOLATED
}

static int element(int n) {
  int a[8];
  for (int i = 0; i < 8; i++)
    if (i != 5)
      a[i] = i;
  if (n >= 0 && n < 8)
    return a[n]; //~ VIOLATED
  return 0;
}

static int on_the_heap(int n) {
  int *p = malloc(4 * sizeof(int));
  p[0] = n;
  p[1] = n;
  int result = p[n & 3]; //~ VIOLATED
  free(p);
  return result;
}

static int copied(int n) {
  struct pair a, b;
  a.first = n;
  b = a;
  memcpy(&a, &b, sizeof a);
  return a.first + a.second; //~ one:VIOLATED
}

static int bits(int n) {
  struct flags f;
  f.low = n & 7;
  return f.high; //~ VIOLATED
}

static int condition(int n) {
  int x;
  if (n == 5 && x) //~ VIOLATED
    return 1;
  return n > 9 ? x : 2; //~ VIOLATED
}

static unsigned long text(void) {
  char s[4];
  s[0] = 'a';
  s[1] = 'b';
  return strlen(s); //~ VIOLATED
}

static int compound(void) {
  int x;
  x += 2; //~ VIOLATED
  return x;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  switch (__VERIFIER_nondet_int()) {
  case 0: return scalar(n);
  case 1: return in_loop(n > 3 ? 3 : n);
  case 2: return through_pointer(n);
  case 3: return element(n);
  case 4: return on_the_heap(n);
  case 5: return copied(n);
  case 6: return bits(n);
  case 7: return condition(n);
  case 8: return (int)text();
  default: return compound();
  }
}
