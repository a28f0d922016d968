// gotcha: cover
// verdict: incomplete(
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* A file that is removed is gone, and one that is renamed has its new name. */
int main(void) {
  if (unlink("a") != 0) //~ covered
    return errno == ENOENT ? 1 : 2; //~ true:covered false:undecided
  if (fopen("a", "r")) //~ true:undecided false:covered
    return 3;
  if (rename("b", "c") != 0) //~ covered
    return 4;
  if (!fopen("c", "r")) //~ true:undecided false:covered
    return 5;
  if (fopen("b", "r")) //~ true:undecided false:covered
    return 6;
  return 0;
}
