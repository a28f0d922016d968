// gotcha: verify --property unreach-call
// verdict: true
// sizes: N=20000 N=200000
/* Nothing here is unknown. */
extern void reach_error(void);
int main(void) {
  unsigned x = 1, sum = 0;
  for (int i = 0; i < N; i++) {
    x = x * 1103515245u + 12345u;
    if (x & 0x10000)
      sum += x >> 7;
    else
      sum ^= x;
  }
  if (sum == 0)
    reach_error();
  return 0;
}
