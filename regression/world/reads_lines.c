// gotcha: cover
// goals: 4 covered: 4
// verdict: complete
#include <stdio.h>
#include <stdlib.h>

/* Lines of any length. */
int main(void) {
  char *line = 0;
  size_t size = 0;
  long n = getline(&line, &size, stdin);
  if (n < 0) { //~ covered
    free(line);
    return 1;
  }
  if (n == 3 && line[1] == 'x') { //~ covered
    free(line);
    return 5;
  }
  free(line);
  return 0;
}
