// gotcha: verify --property assertions
// verdict: true
#include <time.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
  time_t start = 951782400; /* 29 February 2000 */
  struct tm *day = gmtime(&start);
  if (day->tm_year != 100 || day->tm_mon != 1 || day->tm_mday != 29 || day->tm_wday != 2)
    __assert_fail("the last day of February", __FILE__, __LINE__, "main"); //~ HOLDS
  if (time(0) < 0)
    __assert_fail("not before 1970", __FILE__, __LINE__, "main"); //~ HOLDS
  return 0;
}
