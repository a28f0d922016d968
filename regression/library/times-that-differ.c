// gotcha: verify --property unreach-call
// verdict: unknown(
// solvers: embedded yices (the others need more time)
#include <time.h>
void reach_error(void) {}

int main(void) {
  char text[20] = "";
  struct tm t = {0};
  t.tm_mday = 1;
  mktime(&t);
  if (t.tm_isdst)
    reach_error(); //~ UNKNOWN
  if (strftime(text, 4, "%Y-%m", &t) == 0 && text[0])
    reach_error(); //~ UNKNOWN
  if (clock() == (clock_t)-1)
    reach_error(); //~ UNKNOWN
  return 0;
}
