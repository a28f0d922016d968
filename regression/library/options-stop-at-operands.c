// gotcha: cover
// verdict: incomplete(
// goals: 4 covered: 2 unreachable: 1 undecided: 1
#include <unistd.h>

/* With POSIXLY_CORRECT in the environment the options end at the first argument that is none: no proof forgets that, and tests run without. */
int main(void) {
  char *v[] = {"p", "x", "-a", 0};
  int c = getopt(3, v, "a");
  if (c != 'a') //~ true:undecided false:covered
    return 1;
  if (optind != 3) //~ true:unreachable false:covered
    return 2;
  return 0;
}
