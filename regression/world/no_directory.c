// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <dirent.h>
#include <errno.h>
#include <stdio.h>

/* Files are no directories, and what is absent is none. */
int main(int argc, char **argv) {
  if (argc != 2)
    return 0;
  DIR *folder = opendir(argv[1]);
  if (folder) //~ covered
    return 1;
  if (errno == ENOENT) //~ covered
    return 2;
  if (errno == ENOTDIR) //~ true:covered
    return 3;
  return 4;
}
