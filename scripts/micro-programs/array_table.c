// gotcha: verify --property unreach-call
// verdict: false
// sizes: N=1000 N=20000
/* A search in a table that a loop has filled. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned a[N];
int main(void) {
  for (unsigned i = 0; i < N; i++)
    a[i] = i * 2654435761u;
  unsigned i = __VERIFIER_nondet_uint();
  if (i < N && a[i] == 777 * 2654435761u)
    reach_error();
  return 0;
}
