// gotcha: cover --entry move --lazy-inputs --aliases lists.aliases --timeout 5s
// verdict: complete
// The file says that the lists have no records in common, and that nothing is unknown.
struct node {
  int key;
  struct node *next;
};
struct node spare;
int (*handler)(int);
static int twice(int x) { return 2 * x; }
static int (*used)(int) = twice;
int move(struct node *from, struct node *to) {
  if (!from || !to) { //~ true:COVERED false:COVERED
    return used != 0;
  }
  if (from == to) { //~ true:UNREACHABLE false:COVERED
    return 1;
  }
  if (from->next == to) { //~ true:COVERED false:COVERED
    return 2;
  }
  if (to == &spare && handler) { //~ true:COVERED false:COVERED
    return handler(3) == 6;
  }
  return 3;
}
