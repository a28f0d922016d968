// gotcha: query --query cover@CONDITIONEDGE --uninitialised-inputs
// verdict: complete
// goals: 4 covered: 3 unreachable: 1 undecided: 0
// What stands in `key` before anybody writes there is chosen by the tests.
struct pair {
  int low;
  short high[2];
};

int main(void) {
  struct pair key;
  int known = 3;
  if (key.low == 77 && key.high[1] == 5)
    return 1;
  if (known == key.low - key.low)
    return 2;
  return 0;
}
