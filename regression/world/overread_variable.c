// gotcha: verify --property bounds
// verdict: false(bounds)
#include <stdlib.h>

/* A value may be shorter. */
int main(void) {
  const char *value = getenv("VALUE");
  if (value && value[0] != 'x')
    return value[2]; //~ one:VIOLATED
  return 0;
}
