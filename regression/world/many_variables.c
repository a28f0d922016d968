// gotcha: cover
// verdict: incomplete(
// goals: 10 covered: 8 unreachable: 0 undecided: 2
#include <stdlib.h>
#include <string.h>

/* More than a few variables are known. One that another program has set may be longer than tests have them. */
int main(void) {
  const char *name[] = {"A", "B", "C", "D", "E", "F", "G"};
  int set = 0;
  for (int i = 0; i < 7; i++) //~ covered
    if (getenv(name[i])) //~ covered
      set |= 1 << i;
  if (set == 0x55) //~ covered
    return 1;
  const char *last = getenv("LAST");
  if (last && strcmp(last, "of eight") == 0) //~ covered
    return 2;
  const char *ninth = getenv("NINTH");
  if (ninth) //~ undecided
    return 3;
  return 0;
}
