// gotcha: cover
// verdict: incomplete
// Tests start the program under one name; that there are others is not excluded.
#include <string.h>

int main(int argc, char **argv) {
  const char *slash = strrchr(argv[0], '/');
  const char *base = slash ? slash + 1 : argv[0]; //~ true:covered
  if (strcmp(base, "program") == 0) //~ true:covered false:undecided
    return 1;
  return 2;
}
