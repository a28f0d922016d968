// gotcha: check --property files.prop
// verdict: false(spec)
// paths: feasible: 2 infeasible: 2 unknown: 0
// Closing asks for what may not be open; exit ends the path too.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern int open_file(int);
extern void close_file(int);

int main(void) {
  int fd, n = __VERIFIER_nondet_int();
  if (n > 0)
    fd = open_file(n);
  if (n == 5)
    exit(1); //~ FEASIBLE
  if (n != 7)
    close_file(fd); //~ FEASIBLE
  if (n == 7)
    close_file(fd); //~ INFEASIBLE
  return 0; //~ INFEASIBLE
}
