// gotcha: cover
// verdict: complete
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int compare(const void *key, const void *element) { return *(const int *)key - *(const int *)element; }

int main(void) {
  static const int table[] = {2, 3, 5};
  int key = __VERIFIER_nondet_int();
  if (key < 0 || key > 20) //~ true:covered false:covered
    return 0;
  const int *found = bsearch(&key, table, 3, sizeof *table, compare);
  if (found) { //~ true:covered false:covered
    if (*found != key) //~ true:unreachable false:covered
      return 1;
    if (found == table + 2) //~ true:covered false:covered
      return 2;
    return 3;
  }
  if (key == 3) //~ true:unreachable false:covered
    return 4;
  return 5;
}
