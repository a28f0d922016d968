// condition: three_ways_zero.spc
// covered:
// explored:
// What the automaton waits for stands nowhere in this program: nothing counts as looked at.
int main(void) {
  int w = 1;
  return w - 1;
}
