// gotcha: cover --entry remove_first --lazy-inputs
// verdict: complete
// Records among the inputs lead to further ones, to each other, and to what globals lead to.
struct node {
  int key;
  struct node *next;
};
struct node *last;

struct node *remove_first(struct node *list, int key) {
  if (!list) {
    return 0;
  }
  if (list->next == list) { //~ COVERED
    return 0;
  }
  if (list == last && list->key == 7) { //~ COVERED
    return list;
  }
  if (list->key == key && list->key != key) { //~ true:UNREACHABLE
    return 0;
  }
  struct node *second = list->next;
  if (second == last && second != 0) { //~ COVERED
    return second;
  }
  if (list->key == key) { //~ COVERED
    return second;
  }
  return list;
}
