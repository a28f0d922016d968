// gotcha: cover --failures 1
// verdict: complete
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is opened gets the number of a standard input that is closed. */
int main(void) {
  char byte;
  struct stat about;
  if (fstat(0, &about) < 0) { //~ covered
    int file = open("cfg", O_RDONLY);
    if (file == 0) { //~ covered
      if (read(0, &byte, 1) == 1 && byte == 'x') //~ covered
        return 1;
      return 2;
    }
    return 3;
  }
  return 0;
}
