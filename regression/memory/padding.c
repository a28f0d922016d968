// gotcha: cover --criterion branch
// verdict: incomplete(
// Bytes between members: where gcc writes them their values are known, where it does not they are not.
#include <string.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct S { char a; int b; };
struct L { char a; long b; short c; char d[20]; };
struct B { unsigned x : 3; unsigned y : 5; long z; };
struct N { struct S s; int z; };
static struct S gs;
static int byte(void *p, int i) { return ((unsigned char *)p)[i]; }

int main(void) {
  int which = __VERIFIER_nondet_uchar();
  struct S s, t;
  struct L l, m;
  struct B b;
  memset(&s, 0, sizeof s);
  memset(&t, 0xff, sizeof t);
  memset(&l, 0, sizeof l);
  memset(&m, 0xff, sizeof m);
  memset(&b, 0, sizeof b);
  s.a = 1;
  if (which == 0 && byte(&s, 1) == 0) //~ true:covered
    return 1;
  t.a = 5;
  if (which == 1 && byte(&t, 1) == 0xff) //~ true:covered
    return 1;
  t = s;
  if (which == 2 && memcmp(&s, &t, sizeof s) == 0) //~ true:covered
    return 1;
  l.a = 1;
  m = l;
  if (which == 3 && memcmp(&m, &l, sizeof l) == 0) //~ true:covered
    return 1;
  b.x = 3;
  if (which == 4 && byte(&b, 0) == 3 && byte(&b, 4) == 0) //~ true:covered
    return 1;
  gs.a = 1;
  if (which == 5 && byte(&gs, 2) == 0) //~ true:covered
    return 1;
  struct S part = {.b = which};
  if (which == 6 && byte(&part, 1) == 0) //~ true:covered
    return 1;
  struct S whole = {1, which};
  if (which == 7 && byte(&whole, 1) == 0) //~ true:undecided
    return 1;
  struct N nested = {{1, which}, 7};
  if (which == 8 && byte(&nested, 1) == 0) //~ true:undecided
    return 1;
  struct N rest = {{1, which}};
  if (which == 9 && byte(&rest, 1) == 0) //~ true:covered
    return 1;
  struct S *p = malloc(sizeof *p);
  *p = s;
  if (which == 10 && memcmp(p, &s, sizeof s) == 0) //~ true:covered
    return 1;
  return 0;
}
