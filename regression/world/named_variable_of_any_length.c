// gotcha: cover --env HOME
// verdict: incomplete(
// goals: 6 covered: 5 undecided: 1
#include <stdlib.h>
#include <string.h>

/* How long it is nobody says. */
int main(void) {
  const char *home = getenv("HOME");
  if (!home) //~ covered
    return 1;
  if (strcmp(home, "/a") == 0) //~ covered
    return 2;
  if (strlen(home) > 100) //~ true:undecided false:covered
    return 3;
  return 0;
}
