// gotcha: cover --strategy k-induction --timeout 10s
// verdict: incomplete(
#include <string.h>

/* Others than those that tests have here may do it. */
int main(int argc, char **argv) {
  if (argc > 1000) //~ true:undecided false:covered
    return 1;
  if (argc > 2 && strlen(argv[1]) > 1000) //~ true:undecided false:covered
    return 2;
  if (argc > 2 && strlen(argv[2]) > 600 && argv[2][500] == 'a' && strchr(argv[2], 'b')) //~ true:undecided false:covered
    return 3;
  if (argc > 2 && strcmp(argv[1], argv[2]) < 0 && argv[1][0] == argv[2][0]) //~ true:covered false:covered
    return 4;
  argv[argc - 1] = "changed";
  if (strcmp(argv[argc - 1], "changed") != 0) //~ true:UNREACHABLE false:covered
    return 5;
  return 0;
}
