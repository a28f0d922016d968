// gotcha: verify --property unreach-call --timeout 15s
// verdict: true
// No run comes to the second half in time: what holds there is seen in runs with smaller bounds.
extern void reach_error(void);

int main(void) {
  unsigned x = 0, y = 70000000, z = 0;
  while (x < 140000000) {
    if (x >= 70000000)
      y++;
    else
      z += 3;
    x++;
  }
  if (y != 140000000 || z != 210000000)
    reach_error(); //~ HOLDS
  return 0;
}
