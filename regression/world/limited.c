// gotcha: cover --args 2,3
// verdict: complete
#include <string.h>

/* The user says that there is no more: what needs more is unreachable. */
int main(int argc, char **argv) {
  if (argc > 3) //~ true:unreachable false:covered
    return 1;
  if (argc > 2 && strlen(argv[2]) > 2) //~ covered
    return 2;
  if (argc > 1 && strlen(argv[1]) > 3) //~ true:unreachable false:covered
    return 3;
  return 0;
}
