// condition: all.spc
// covered: 17 18 19 20 21 23 24 27 28 29
// explored: 17 18 19 20 21 23 24 27 28 29
// executions: 3
// condition: three_ways_zero.spc
// covered: 17 18 27
// explored: 17 18 27
// executions: 1
// condition: three_ways_other.spc
// covered: 17 18 19 20 23
// explored: 17 18 19 20 21 23 24
// Three ways through a function. One automaton has looked at the way of zero and left it behind the first statement, the other one at the other ways and left them
// where they return. The statement with which a way is left does not count.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v) {
    if (v > 7) {
      v = v - 7;
      return 0;
    } else {
      v = v + 2;
      return 0;
    }
  } else {
    v = v + 4;
    v = v + 8;
    return 0;
  }
}
