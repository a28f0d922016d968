// gotcha: verify --property assertions
// verdict: true
#include <string.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *);

/* The compiler gives the sign, the library the difference. */
int main(void) {
  char other[] = "c";
  if (strcmp("a", "c") != -1)
    __assert_fail("literals", __FILE__, __LINE__, "main"); //~ HOLDS
  if (strcmp("a", other) != -2)
    __assert_fail("bytes", __FILE__, __LINE__, "main"); //~ HOLDS
  return 0;
}
