// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
void reach_error(void) {}

int main(void) {
  const char *a = getenv("A"), *b = getenv("B");
  if (a && b && a != b)
    reach_error(); //~ VIOLATED
  if (strerror(1) != strerror(2))
    reach_error(); //~ VIOLATED
  int x;
  if (scanf("%d", &x) == EOF && feof(stdin))
    reach_error(); //~ VIOLATED
  if (access("x", 0) && errno == ENOENT)
    reach_error(); //~ VIOLATED
  struct timespec now;
  if (clock_gettime(12345, &now))
    reach_error(); //~ UNKNOWN
  return 0;
}
