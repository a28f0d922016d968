// gotcha: verify --entry length --lazy-inputs --property assertions --unwind 8
// verdict: unknown(unsupported: memory behind what pointers among the inputs lead to (longer_list.c:15:21))
// A list may have more records than there are for inputs: that those do not get it so long says nothing.
#include <assert.h>
struct node {
  int key;
  struct node *next;
};

int length(struct node *n) {
  int length = 1;
  if (!n) {
    return 0;
  }
  while (n->next && n->next->key > n->key && length < 6) {
    length++;
    n = n->next;
  }
  assert(length < 6); //~ UNKNOWN
  return length;
}
