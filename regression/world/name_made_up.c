// gotcha: cover --timeout 10s
// verdict: incomplete(
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* In the working directory of a test a file can be made, and elsewhere where there is a folder. Its name nobody foresees. */
int main(int argc, char **argv) {
  char here[] = "./aXXXXXX", plain[] = "aXXXXXX", wrong[] = "aXXXXX", nowhere[] = "b/aXXXXXX", somewhere[] = "/tmp/aXXXXXX";
  if (mkstemp(wrong) != -1 || errno != EINVAL) //~ true:unreachable false:covered
    return 1;
  if (mkstemp(nowhere) >= 0) //~ true:undecided false:covered
    return 2;
  if (errno == ENOENT) //~ true:covered
    puts("nowhere");
  int first = mkstemp(here), second = mkstemp(plain);
  if (first != 3 || second != 4) //~ true:undecided false:covered
    return 3;
  if (plain[3] == 'x') //~ undecided
    puts("x");
  if (fchmod(first, 0600) == 0) //~ undecided
    puts("changed");
  if (argc > 1) //~ covered
    puts(here);
  FILE *f = fdopen(first, "w+");
  if (!f) //~ true:undecided false:covered
    return 4;
  if (fputs("text", f) < 0) //~ true:undecided false:covered
    return 5;
  if (access(plain, F_OK) == 0) //~ undecided
    puts("there");
  if (argc > 2) //~ undecided
    return 6;
  return mkstemp(somewhere) < 0;
}
