// gotcha: cover --timeout 5s
// verdict: incomplete(
// Tests are made for UTC; that the zone is another one is not excluded.
#include <string.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  time_t leap_day = 1709164800, moment = leap_day;
  struct tm t;
  if (__VERIFIER_nondet_int()) //~ true:COVERED false:COVERED
    moment += 12 * 3600;
  if (!localtime_r(&moment, &t)) //~ true:UNDECIDED false:COVERED
    return 1;
  if (t.tm_hour == 12) //~ true:COVERED false:COVERED
    t.tm_mday++;
  if (t.tm_mon == 1) //~ true:COVERED false:UNDECIDED
    moment += 86400;
  if (mktime(&t) == moment) //~ true:COVERED false:COVERED
    return t.tm_mon;
  return strcmp(t.tm_zone, "UTC") == 0 ? 3 : 4; //~ true:COVERED false:UNDECIDED
}
