// gotcha: verify --property unreach-call
// verdict: true
// sizes: K=8 K=32 K=128
/* Writes at unknown indices, each read again. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int a[1000000];
int main(void) {
  unsigned at[K];
  for (int k = 0; k < K; k++) {
    at[k] = __VERIFIER_nondet_uint() % 1048576;
    if (at[k] >= 1000000)
      return 0;
    a[at[k]] = k + 1;
  }
  for (int k = 0; k < K; k++)
    if (a[at[k]] < k + 1)
      reach_error();
  return 0;
}
