// gotcha: cover
// verdict: incomplete(
#include <stdio.h>
#include <unistd.h>

/* In another folder a name means another file. */
int main(void) {
  if (access("a", F_OK) != 0) //~ covered
    return 1;
  chdir("..");
  if (access("a", F_OK) != 0) //~ undecided
    return 2;
  return 0;
}
