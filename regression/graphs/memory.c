// gotcha: cover --criterion branch --without search --without bmc --without induction --without control-graph --without excursions --without deduction
// verdict: incomplete
// Graphs alone. What a pointer, an element or a part may have changed is not known to them; nothing that happens is excluded.
struct pair { int first, second; };
union view { int whole; char parts[4]; };
static int global;
static void set(int *where, int what) { *where = what; }
int main(void) {
  int a = 0, b = 0, elements[2] = {0, 0};
  struct pair pair = {0, 0};
  union view view = {0};
  int *p = elements[0] ? &b : &a;
  *p = 1;
  if (a == 1) global++; //~ true:covered false:undecided
  set(&global, 7);
  if (global == 7) b = 2; //~ true:covered false:undecided
  elements[b & 1] = 3;
  if (elements[0] == 3) b = 1; //~ true:covered false:undecided
  pair.second = 4;
  if (pair.second == 4) b = 2; //~ true:covered false:undecided
  view.parts[0] = 1;
  if (view.whole != 0) b = 3; //~ true:covered false:undecided
  // Nobody takes its address.
  if (b == 3) global = 0; //~ true:covered false:undecided
  b = 5;
  if (b == 5) global = 1; //~ true:covered false:unreachable arg
  return 0;
}
