// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int counter;
static int limit = 3;
int table[3] = {1, 2, 3};
int *where = &table[1];
static void step(void) {
  if (counter < limit) //~ true:covered false:covered
    counter++;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5) //~ true:covered false:covered
    return 0;
  for (unsigned i = 0; i < n; i++) //~ true:covered false:covered
    step();
  if (counter > 3) //~ true:unreachable false:covered
    return 1;
  if (counter == 3 && *where == 2) //~ true:covered false:covered
    return 2;
  return 0;
}
