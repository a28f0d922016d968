// gotcha: verify --property unreach-call
// verdict: true
// sizes: N=1000 N=1000000 N=100000000
/* A write and a read at unknown indices of a large array. */
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[N];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= N || j >= N)
    return 0;
  int v = __VERIFIER_nondet_int();
  a[i] = v;
  int w = a[j];
  if (i == j ? w != v : w != 0)
    reach_error();
  return 0;
}
