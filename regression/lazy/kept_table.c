// gotcha: cover --entry look_up --lazy-inputs --timeout 10s
// verdict: incomplete(depends on an indeterminate value)
// A table of many elements has the values with which the program begins, or any: what it needs the first for is covered, what needs others is open.
static int table[5000] = {[4000] = 17};

int look_up(int key) {
  if (key == 4000 && table[key] == 17)
    return 1;
  if (key > 0 && key < 5000 && table[key] == 18)
    return 2;
  return 0;
}
