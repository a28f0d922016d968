// gotcha: cover --timeout 60s
// verdict: complete
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the program asks for `getopt` asks for, too: options behind an operand are read unless it is set, and tests run without it. */
int main(int argc, char **argv) {
  int options = 0;
  getenv("POSIXLY_CORRECT");
  while (getopt(argc, argv, "a") == 'a') //~ covered
    options++;
  if (options && argc == 3 && strcmp(argv[2], "b") == 0) //~ covered
    return 2;
  setenv("POSIXLY_CORRECT", "", 1);
  optind = 0;
  if (getopt(argc, argv, "a") == 'a') //~ covered
    return 3;
  return 0;
}
