// gotcha: cover --timeout 5s
// verdict: incomplete(
#include <dirent.h>
#include <string.h>

/* Which entry comes first depends on the file system. */
int main(void) {
  DIR *folder = opendir(".");
  struct dirent *first = folder ? readdir(folder) : 0;
  if (!first)
    return 1;
  if (!strcmp(first->d_name, "..")) //~ undecided
    return 2;
  return 0;
}
