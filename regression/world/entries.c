// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* A test has the files that a directory is read for, whose names the program does not know; in which order they come does not matter here. */
int main(void) {
  DIR *folder = opendir(".");
  if (!folder)
    return 2;
  int texts = 0, others = 0;
  for (struct dirent *entry; (entry = readdir(folder));) { //~ covered
    if (entry->d_name[0] == '.') //~ covered
      continue;
    struct stat status;
    if (stat(entry->d_name, &status) == 0 && S_ISREG(status.st_mode)) { //~ true:covered
      size_t n = strlen(entry->d_name);
      if (n > 2 && !strcmp(entry->d_name + n - 2, ".c")) //~ covered
        texts++;
      else
        others++;
    }
  }
  closedir(folder);
  if (texts == 1 && others == 1) //~ covered
    return 1;
  return 0;
}
