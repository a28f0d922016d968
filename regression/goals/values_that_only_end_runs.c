// gotcha: cover
// verdict: complete
// goals: 6 covered: 3 unreachable: 3 undecided: 0 tests: 1
// What a static variable holds matters where a run ends if it cannot be followed, also if nobody reads what comes of it.
struct node {
  int value;
  struct node *next;
};
static struct node last = {3, 0};
static struct node first = {1, &last};
static struct node *at = &first;
static unsigned limit = 4, share = 2;
static int table[4], number = 2;

int main(void) {
  at = at->next;
  if (limit < 6) //~ true:covered false:unreachable
    ;
  share = 10 / share;
  if (limit == 4) //~ true:covered false:unreachable
    ;
  number = table[number];
  if (limit > 1) //~ true:covered false:unreachable
    ;
  return 0;
}
