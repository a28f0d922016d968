// gotcha: verify --entry f --lazy-inputs --property valid-deref --timeout 6s
// verdict: unknown(
// A text among the inputs need not end in what is known of it. How long an array is that has no end there nobody knows.
#include <string.h>
int f(const char *text, const char *other) {
  if (!text || !other)
    return 0;
  if (strnlen(text, 10) == 3) //~ HOLDS
    return 1;
  if (strncmp(text, "end", 3) == 0) //~ HOLDS
    return 2;
  if (strcmp(text, "end") == 0) //~ HOLDS
    return 3;
  return (int)strnlen(other, 30); //~ UNKNOWN
}
