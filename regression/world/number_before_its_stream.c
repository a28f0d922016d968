// gotcha: cover
// verdict: complete
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* A stream goes on where the number was that it is made of. */
int main(void) {
  char bytes[2];
  int number = open("a", O_RDONLY);
  if (number < 0) //~ covered
    return 1;
  if (read(number, bytes, 2) != 2 || bytes[1] != 'b') //~ covered
    return 2;
  FILE *f = fdopen(number, "r");
  if (f && fgetc(f) == 'c') //~ covered
    return 3;
  return 0;
}
