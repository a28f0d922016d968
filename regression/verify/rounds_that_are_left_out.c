// gotcha: verify --property unreach-call --timeout 15s
// verdict: false
// Three variables that change places, nested rounds, a counter that goes down by more than one, and a call: behind more rounds than could be executed.
extern void reach_error(void);

static unsigned counted;

static void count(unsigned more) {
  counted += more;
}

int main(void) {
  int a = 1, b = 0, c = 0;
  for (long round = 0; round < 700000000; round++) {
    int t = a;
    a = c;
    c = b;
    b = t;
  }
  for (int i = 0; i < 3000; i++)
    for (unsigned j = 400000; j > 7; j -= 2)
      count(3);
  if (b == 1 && counted == 3000u * 3 * 199997)
    reach_error(); //~ VIOLATED
  return 0;
}
