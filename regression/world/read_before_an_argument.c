// gotcha: verify --property bounds --args 1,8
// verdict: false(
#include <string.h>

/* An argument may be empty. */
int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  return argv[1][strlen(argv[1]) - 1] == '/'; //~ one:VIOLATED
}
