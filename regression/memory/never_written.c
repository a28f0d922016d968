// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
// What memory holds that was never written is not determined; a value with which a property is violated is one that may be there.
#include <stdlib.h>

extern void reach_error(void);

struct item {
  struct item *next;
  int key;
  unsigned mark : 3;
};

static struct item *new_item(int key) {
  struct item *item = malloc(sizeof *item);
  if (!item)
    abort();
  item->key = key;
  return item;
}

int main(void) {
  struct item *item = new_item(3);
  if (item->next)
    reach_error(); //~ VIOLATED
  if (item->key != 3)
    reach_error(); //~ HOLDS
  if (item->mark == 5)
    reach_error(); //~ VIOLATED
  struct item *two = malloc(2 * sizeof *two);
  if (two && two[1].key == 1234567)
    reach_error(); //~ VIOLATED
  int number;
  if (number == 77)
    reach_error(); //~ VIOLATED
  int other, square = other * other;
  if (square == 3)
    reach_error(); //~ HOLDS
  char *bytes = calloc(4, 1);
  if (bytes && bytes[2])
    reach_error(); //~ HOLDS
  return 0;
}
