// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern void reach_error(void);

int main(void) {
  int a = 1, b = 0, c = 0, d = 0;
  unsigned rounds = 0;
  while (rounds < 100000003) {
    int first = a;
    a = b;
    b = c;
    c = d;
    d = first;
    rounds++;
  }
  if (c != 1)
    reach_error(); //~ VIOLATED
  return 0;
}
