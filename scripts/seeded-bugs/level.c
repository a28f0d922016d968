#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* key=value lines */
int main(void) {
  char line[80];
  int n = 0;
  while (fgets(line, sizeof line, stdin)) {
    n++;
    if (line[0] == '#') continue;
    char *key = strtok(line, "="), *value = strtok(NULL, "\n");
#if BUG == 1
    if (!key) continue;
#else
    if (!key || !value) continue;
#endif
    if (strcmp(key, "level") == 0) printf("%d: %ld\n", n, strtol(value, NULL, 10));
  }
  return 0;
}
