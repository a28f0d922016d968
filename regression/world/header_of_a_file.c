// gotcha: verify --property div-by-zero
// verdict: false(div-by-zero
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The only loops are in models of the library, which go on at least so often with any bound: that small bounds change nothing does not mean that none does. */
int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  int number = open(argv[1], O_RDONLY);
  if (number < 0)
    return 1;
  unsigned char header[12];
  if (read(number, header, sizeof header) != sizeof header)
    return 1;
  if (memcmp(header, "PIX1", 4) != 0)
    return 1;
  unsigned width = header[8] | header[9] << 8, height = header[10] | header[11] << 8;
  return height == 4096 / width; //~ VIOLATED
}
