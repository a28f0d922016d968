// gotcha: verify --property uninitialised --unwind 12
// verdict: true
// Everything that is read was written, however far away; copies of what is partly unwritten are no use of it.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct pair {
  int first, second;
  char name[6];
};

struct flags {
  unsigned low : 3, high : 5;
};

union word {
  int number;
  unsigned char bytes[4];
};

static int global[4];
static struct pair kept;

static int scalar(int n) {
  int x;
  _Bool known = 0;
  if (n > 3) {
    x = 1;
    known = 1;
  }
  if (known)
    return x;
  (void)x;
  return 0;
}

static int loops(int n) {
  int last, a[8];
  for (int i = 0; i < n; i++)
    last = i;
  for (int i = 0; i < 8; i += 2)
    a[i] = n;
  return n > 0 ? last + a[2 * (n & 3)] : 0;
}

static void set(int *p, int n) { *p = n; }

static int fill(struct pair *p, int n) {
  if (n < 0)
    return -1;
  p->first = n;
  return 0;
}

static int pointers(int n) {
  int x;
  set(&x, n);
  struct pair p;
  if (fill(&p, n) < 0)
    return 0;
  return p.first + x;
}

static int heap(int n) {
  int *p = malloc(4 * sizeof(int)), *zeros = calloc(4, sizeof(int));
  for (int i = 0; i < 4; i++)
    p[i] = n;
  p = realloc(p, 6 * sizeof(int));
  p[4] = 0;
  int result = p[n & 3] + p[4] + zeros[n & 3];
  free(p);
  free(zeros);
  return result;
}

static int copies(int n) {
  struct pair a, b;
  a.second = n;
  b = a;
  kept = b;
  memcpy(&a, &kept, sizeof a);
  struct pair *p = malloc(sizeof *p);
  *p = a;
  int result = p->second + b.second;
  free(p);
  return result;
}

static int bits(int n) {
  struct flags f;
  f.low = n & 7;
  union word w;
  w.number = n;
  int raw = 5;
  double d;
  memset(&d, 0, sizeof d);
  return f.low + w.bytes[n & 3] + (d == 0) + ((unsigned char *)&raw)[1];
}

static unsigned long text(void) {
  char s[8];
  s[0] = 'a';
  s[1] = 0;
  char t[8];
  strcpy(t, s);
  return strlen(s) + strlen(t) + (strchr(t, 'a') == t);
}

static int jump(int n) {
  int x;
  goto inside;
  while (n > 0) {
    n -= x;
  inside:
    x = 10;
  }
  return x;
}

static int recursive(int n) {
  int x;
  if (n <= 0)
    return 0;
  x = n;
  return recursive(n - 1) + x;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  switch (__VERIFIER_nondet_int()) {
  case 0: return scalar(n);
  case 1: return loops(n > 3 ? 3 : n);
  case 2: return pointers(n);
  case 3: return heap(n);
  case 4: return copies(n);
  case 5: return bits(n) + global[n & 3] + kept.first;
  case 6: return (int)text();
  case 7: return jump(n > 50 ? 50 : n);
  default: return recursive(n > 4 ? 4 : n);
  }
}
