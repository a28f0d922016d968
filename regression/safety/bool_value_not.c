// gotcha: verify --property bool-value
// verdict: true
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void *memcpy(void *, const void *, unsigned long);
struct s { _Bool b; int n; _Bool bit : 1; };
static _Bool flags[4];

static _Bool all(const _Bool *p, int n) {
  for (int i = 0; i < n; i++)
    if (!p[i]) //~ HOLDS
      return 0;
  return 1;
}

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  union { _Bool b; unsigned char c; } u;
  struct s s = {c, 3, c}, t, *p = &t;
  flags[c & 3] = c;
  memcpy(p, &s, sizeof s);
  u.c = c & 1;
  _Bool b = __VERIFIER_nondet_bool(), *q = &b;
  return all(flags, 4) + p->b + p->bit + u.b + *q; //~ HOLDS
}
