// gotcha: verify --property unreach-call --timeout 15s
// verdict: false
// Rounds that do what the one before did are left out, so that a run comes to the end.
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
  if (y != 139999999 || z != 210000000)
    reach_error(); //~ VIOLATED
  return 0;
}
