// gotcha: cover --unwind 20
// verdict: incomplete(
#include <string.h>

/* What no test here has is no proof that nobody has it. */
int main(int argc, char **argv) {
  if (argc > 20) //~ true:undecided false:covered
    return 1;
  if (argc > 1 && strlen(argv[1]) > 1000) //~ true:undecided false:covered
    return 2;
  return 0;
}
