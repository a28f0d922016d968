// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <dirent.h>
#include <stdio.h>

/* What was listed is all that is there: a file that did not come up cannot be opened by a test. Other programs may make it meanwhile. */
int main(void) {
  DIR *folder = opendir(".");
  if (!folder)
    return 3;
  int files = 0;
  while (readdir(folder))
    files++;
  FILE *f = fopen("config", "r");
  if (files == 2 && f) //~ true:undecided
    return 1;
  if (files == 3 && f) //~ true:covered
    return 2;
  return 0;
}
