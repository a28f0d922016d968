// gotcha: cover --timeout 10s
// verdict: incomplete(
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An argument may name a directory, which can be opened and not read. */
int main(int argc, char **argv) {
  char bytes[4];
  struct stat status;
  if (argc != 2 || strlen(argv[1]) > 1) //~ covered
    return 1;
  int number = open(argv[1], O_RDONLY);
  if (number < 0) //~ covered
    return 2;
  if (read(number, bytes, 4) < 0) { //~ covered
    if (errno == EISDIR) //~ true:covered
      return 3;
    return 4;
  }
  if (stat(".", &status) != 0 || !S_ISDIR(status.st_mode)) //~ true:undecided false:covered
    return 5;
  FILE *f = fopen("/", "r");
  if (!f) //~ true:undecided false:covered
    return 6;
  if (getc(f) != EOF || !ferror(f) || feof(f)) //~ true:undecided false:covered
    return 7;
  if (fopen(".", "w")) //~ true:undecided false:covered
    return 8;
  return 0;
}
