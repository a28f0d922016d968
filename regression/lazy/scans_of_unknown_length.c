// gotcha: verify --entry f --lazy-inputs --property valid-deref --timeout 2s
// verdict: unknown(
// How long an array is that has no end in what is known of it nobody knows.
#include <string.h>
int f(const char *other) {
  if (!other)
    return 0;
  return (int)strnlen(other, 30); //~ one:UNKNOWN
}
