// gotcha: cover --entry f --lazy-inputs --timeout 5s
// verdict: incomplete(unsupported: memory behind what pointers among the inputs lead to (five_objects.c:10:5))
// There are more objects than those that have contents.
struct s { int x; };
int f(struct s *a, struct s *b, struct s *c, struct s *d, struct s *e) {
  if (!a || !b || !c || !d || !e) { //~ true:COVERED false:COVERED
    return 0;
  }
  if (a != b && a != c && a != d && a != e && b != c && b != d && b != e && c != d && c != e && d != e) { //~ true:COVERED false:COVERED
    if (e->x == 5) { //~ true:UNDECIDED false:UNDECIDED
      return 1;
    }
  }
  return 2;
}
