// gotcha: cover
// verdict: incomplete(
// goals: 2 covered: 1
#include <stdlib.h>
#include <string.h>

/* The text itself becomes the value. */
int main(void) {
  static char text[] = "V=other";
  putenv(text);
  text[2] = 'm';
  const char *v = getenv("V");
  if (strcmp(v, "mther") == 0) //~ true:covered false:undecided
    return 1;
  return 0;
}
