// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* `./config` and `config` are one file. */
int main(void) {
  struct stat status;
  FILE *f = fopen("./config", "r");
  _Bool there = stat(".//./config", &status) == 0;
  if (f && there) //~ true:covered
    return fgetc(f) == 'x' ? 1 : 2; //~ covered
  if (!f && !there) //~ true:covered
    return 3;
  if (stat("..", &status) == 0 && S_ISDIR(status.st_mode)) //~ true:undecided
    return 4;
  return 0;
}
