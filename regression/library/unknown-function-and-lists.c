// gotcha: verify --property assertions
// verdict: unknown
#include <stdlib.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *);
struct list { struct list *next; int value; };
extern void change(struct list *first);

int main(void) {
  struct list second = {0, 2}, first = {&second, 1};
  change(&first);
  if (second.value != 2)
    __assert_fail("what is reached through the list may change", __FILE__, __LINE__, "main"); //~ UNKNOWN
  return 0;
}
