// gotcha: cover --criterion branch
// verdict: incomplete(depends on an indeterminate value
// goals: 14 covered: 9 unreachable: 1 undecided: 4
// What a run shows only for the values that the interpreter takes for indeterminate ones is not covered; its tests are written all the same.
extern int __VERIFIER_nondet_int(void);
extern int unknown(void);
struct flags {
  unsigned set : 3;
  unsigned open : 5;
};

int main(void) {
  int in = __VERIFIER_nondet_int();
  int out;
  __asm__("movl $3, %0" : "=r"(out));
  int held = out * 2 + unknown();
  if (in == 7) //~ covered
    return held;
  struct flags f;
  f.set = 5;
  if (f.set == 5 && in > 100) //~ covered
    return 2;
  if (in == 11 && f.open == 0) //~ true:undecided false:covered
    return 3;
  if (out == 0) //~ undecided
    in += 2;
  else
    in += 1;
  // Reached by every value of `out`.
  if (in < 0) //~ covered
    return 4;
  int values[4];
  values[in & 1] = 1;
  int copy[4];
  __builtin_memcpy(copy, values, sizeof copy);
  if (in == 20 && copy[3] > 5) //~ true:undecided false:covered
    return 5;
  if (copy[in & 1] == 1 || in == 30) //~ true:covered false:unreachable
    return 6;
  return 0;
}
