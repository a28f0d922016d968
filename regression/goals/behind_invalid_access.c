// gotcha: cover --criterion branch
// verdict: incomplete(only behind an access outside of objects
// goals: 8 covered: 5 unreachable: 1 undecided: 2
// A run that writes outside of its array ends there as far as proofs go, but the compiled program may go on with anything in `state`.
extern int __VERIFIER_nondet_int(void);

int state;
int cells[4];

static void put(int index) { cells[index] = 7; }

int main(void) {
  int before = 1;
  int index = __VERIFIER_nondet_int();
  if (before == 2) //~ true:unreachable false:covered
    return 1;
  if (index < 0 || index > 4) //~ covered
    return 0;
  put(index);
  if (state) //~ true:undecided false:covered
    return 2;
  if (index > 4) //~ true:undecided false:covered
    return 3;
  return 0;
}
