// gotcha: cover --entry f --lazy-inputs --lazy-array 8 --timeout 8s
// verdict: incomplete(unsupported: memory behind what pointers among the inputs lead to (void_pointer.c:
// A pointer to void leads to characters, or to whatever the others lead to.
struct node {
  struct node *next;
  int value;
};
int f(const void *bytes, void *any) {
  const char *text = bytes;
  if (text && text[0] == 'a' && text[7] == 'h') { //~ true:COVERED false:COVERED
    return 1;
  }
  struct node *node = any;
  if (node && node->next && node->next->value == 3) { //~ true:UNDECIDED false:COVERED
    return 2;
  }
  return 0;
}
