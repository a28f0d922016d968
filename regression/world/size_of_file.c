// gotcha: cover
// verdict: complete
// goals: 6 covered: 6
#include <stdio.h>
#include <sys/stat.h>

/* The size is that of what is read afterwards. */
int main(void) {
  struct stat status;
  if (stat("a", &status) != 0) //~ covered
    return 1;
  if (status.st_size == 3) { //~ covered
    FILE *f = fopen("a", "r");
    if (f && fgetc(f) == 'x' && fgetc(f) == 'y' && fgetc(f) != EOF && fgetc(f) == EOF) //~ covered
      return 2;
  }
  return 0;
}
