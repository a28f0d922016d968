// gotcha: cover --entry step --lazy-inputs
// verdict: complete
// Globals are inputs, but for those that cannot change; so are records, arrays in them, and pointers to functions of the program.
struct state {
  unsigned char mode : 3;
  short levels[2];
  double weight;
};
struct state now;
static const int table[2] = {1, 2};
int limit = 3;
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int (*chosen)(int) = twice;
int (*other)(int) = thrice;

int step(struct state next, int x) {
  if (limit == 12) { //~ COVERED
    return 0;
  }
  if (table[1] == 3) { //~ true:UNREACHABLE
    return 1;
  }
  if (now.mode == 5 && now.levels[1] == -2 && now.weight == 0.5) { //~ COVERED
    return 2;
  }
  if (next.mode == 7 && next.levels[0] == 9) { //~ COVERED
    return 3;
  }
  if (now.mode > 7) { //~ true:UNREACHABLE
    return 4;
  }
  if (chosen == thrice && chosen(x) == 9) { //~ COVERED
    return 5;
  }
  return 6;
}
