// gotcha: cover --criterion branch --missing-inputs
// verdict: incomplete
// A pointer to a function may be another one than null, which nobody knows. A function that does not return ends the program.
extern void die(int) __attribute__((noreturn));
extern int get(void);
extern int (*handler(void))(int);

int main(void) {
  int x = get();
  if (x > 5) //~ true:covered false:covered
    die(x);
  if (x > 7) //~ true:undecided false:covered
    return 3;
  int (*h)(int) = handler();
  if (h) //~ true:undecided false:covered
    return h(1);
  return 0;
}
