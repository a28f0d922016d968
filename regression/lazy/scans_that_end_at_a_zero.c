// gotcha: verify --entry f --lazy-inputs --property valid-deref --timeout 60s
// verdict: true
// A text among the inputs need not end in what is known of it, but it ends.
#include <string.h>
int f(const char *text) {
  if (!text)
    return 0;
  if (strnlen(text, 10) == 3) //~ HOLDS
    return 1;
  if (strncmp(text, "end", 3) == 0) //~ HOLDS
    return 2;
  return strcmp(text, "end") == 0; //~ HOLDS
}
