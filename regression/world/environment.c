// gotcha: cover
// verdict: incomplete(
// goals: 6 covered: 5 unreachable: 0 undecided: 1
#include <stdlib.h>
#include <string.h>

/* Variables are set or not, and keep their values until the program changes them. */
int main(void) {
  const char *home = getenv("HOME"), *debug = getenv("DEBUG");
  if (!home) //~ covered
    return 1;
  if (debug && debug[0] == '7' && strcmp(home, "/x'y") == 0) //~ covered
    return 2;
  if (home != getenv("HOME")) //~ true:undecided false:covered
    return 3;
  return 0;
}
