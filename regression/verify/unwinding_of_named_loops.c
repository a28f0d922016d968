// gotcha: verify --property unwinding --unwindset main.loop.0:4 --unwindset main.loop.2:2
// verdict: false(unwinding)
// Only loops with a bound have the property.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 1;
  int i = 0, s = n, m = n;
  // The second way in skips the head.
  if (s > 2)
    goto inside;
outside:
  s--; //~ HOLDS
inside:
  if (--m > 0)
    goto outside;
  for (int j = 0; j < 9; j++)
    s += j;
  while (i < n) //~ VIOLATED
    i++;
  return s;
}
