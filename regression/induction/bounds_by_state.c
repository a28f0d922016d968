// gotcha: verify --property unreach-call --timeout 12s
// verdict: true
// solvers: embedded (the others need more time)
// proof: k-induction invariants
// What was read is checked in one state, changed in the next and used in another. Which bounds it keeps depends on the state and on the mode together.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int state = 0, mode = 0;
    int x = 0;
    for (;;) {
        int y = __VERIFIER_nondet_int();
        if (state == 0) {
            if (y >= 100 && y <= 200) { x = y; mode = 1; state = 1; }
            else if (y >= 300 && y <= 400) { x = y; mode = 2; state = 1; }
        } else if (state == 1) {
            if (mode == 1) x = x + 50;
            else x = x - 50;
            state = 2;
        } else if (state == 2) {
            if (mode == 1 && (x < 150 || x > 250)) reach_error();
            if (mode == 2 && (x < 250 || x > 350)) reach_error();
            if (y == 7) { state = 0; mode = 0; x = y; }
            else if (y == 8) state = 3;
        } else {
            if (mode == 0) reach_error();
            state = 0;
        }
    }
}
