// gotcha: verify --property unreach-call --simple-paths --unwind 2 --without control-graph
// verdict: true
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
// States that the program never gets into lead round and round, and from there to the error: without the claim that no state comes back no number of iterations
// ahead is enough, since no simple fact tells these states from the others.
int main(void) {
  unsigned char x = 5, y = 0, bad = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned char a = x, b = y;
    if (a == 5 && b == 0) { x = 6; y = 20; }
    else if (a == 6 && b == 20) { x = 0; y = 2; }
    else if (a == 0 && b == 2) { x = 3; y = 9; }
    else if (a == 3 && b == 9) { x = 30; y = 30; }
    else if (a == 30 && b == 30) { x = 0; y = 30; }
    else if (a == 0 && b == 30) { x = 30; y = 0; }
    else if (a == 30 && b == 0) { x = 5; y = 0; }
    else if (a == 5 && b == 2) { x = 6; y = 9; }
    else if (a == 6 && b == 9) { x = 5; y = 2; if (__VERIFIER_nondet_int() == 7) bad = 1; }
    else { x = 5; y = 0; }
    if (bad)
      reach_error(); //~ HOLDS k-induction
  }
  return 0;
}
