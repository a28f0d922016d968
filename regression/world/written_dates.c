// gotcha: cover
// verdict: complete
#include <string.h>
#include <time.h>

/* The calendar is exact, and so is what is written of a day that is known. */
int main(void) {
  time_t when = 951782400;
  char text[40];
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %j %V", gmtime(&when));
  if (strcmp(text, "2000-02-29 00:00:00 Tue 060 09") != 0) //~ true:unreachable false:covered
    return 1;
  if (strcmp(asctime(gmtime(&when)), "Tue Feb 29 00:00:00 2000\n") != 0) //~ true:unreachable false:covered
    return 2;
  return 0;
}
