// gotcha: verify --property no-overflow
// verdict: false(no-overflow)
// One of the variables begins near the largest number.
extern int __VERIFIER_nondet_int(void);
struct range {
  int at, end;
};

static void count(int *p) {
  if (*p < 100 || *p > 1000)
    (*p)++;
}

static void go_on(struct range *r) {
  if (r->at >= r->end)
    return;
  r->at++;
}

int main(void) {
  int a = 0, b = 2147483640;
  struct range r;
  r.at = 0;
  r.end = __VERIFIER_nondet_int();
  if (r.end < 0)
    return 0;
  while (__VERIFIER_nondet_int()) {
    count(&a);
    count(&b);
    go_on(&r);
  }
  return r.end - r.at + a - b;
}
