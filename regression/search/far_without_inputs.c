// gotcha: verify --property unreach-call --timeout 15s
// verdict: false
// solvers: embedded
// The only run that there is goes on for as long as there is time.
extern void reach_error(void);

int main(void) {
  unsigned i = 0, s = 1;
  while (i < 20000000) {
    i++;
    s = s * 1664525u + 1013904223u;
  }
  if (s != 12345u)
    reach_error(); //~ VIOLATED
  return 0;
}
