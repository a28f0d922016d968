#include <stdio.h>
#include <stdint.h>
#include <fcntl.h>
#include <unistd.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int fd = open(argv[1], O_RDONLY);
  if (fd < 0) return 1;
  unsigned char h[8];
  if (read(fd, h, sizeof h) != sizeof h) return 1;
  if (memcmp(h, "PIX1", 4) != 0) return 1;
  unsigned width = h[4] | h[5] << 8, height = h[6] | h[7] << 8;
#if BUG == 1
  unsigned rows = 4096 / width;
#else
  if (width == 0) return 1;
  unsigned rows = 4096 / width;
#endif
  printf("%u %u %u\n", width, height, rows);
  return 0;
}
