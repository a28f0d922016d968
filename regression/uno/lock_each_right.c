// gotcha: check --property lock_each.prop
// verdict: true
// Two locks, and one that is another one in each round.
extern int __VERIFIER_nondet_int(void);
struct mutex { int owner; };
extern void take(struct mutex *);
extern void give(struct mutex *);
struct mutex first, second;

int main(void) {
  int n = __VERIFIER_nondet_int();
  take(&first);
  if (n) {
    take(&second);
    give(&first);
    give(&second);
  } else {
    give(&first);
  }
  for (int i = 0; i < 2; i++) {
    struct mutex first;
    take(&first);
    give(&first);
  }
  return 0;
}
