// gotcha: cover --timeout 8s
// verdict: incomplete(
// goals: 14 covered: 12 unreachable: 0 undecided: 2
#include <fcntl.h>
#include <unistd.h>
#include <errno.h>
#include <string.h>
int main(int argc, char **argv) {
  char buf[8];
  if (argc != 2)
    return 1;
  int fd = open(argv[1], O_RDONLY);
  if (fd < 0)
    return errno == ENOENT ? 2 : 3;
  long n = read(fd, buf, 4);
  if (n < 4)
    return 4;
  if (memcmp(buf, "\x7f" "ELF", 4) != 0)
    return 5;
  if (lseek(fd, 0, SEEK_END) > 10)
    return 6;
  lseek(fd, 2, SEEK_SET);
  if (read(fd, buf, 1) != 1 || buf[0] != 'L')
    return 7;
  close(fd);
  return 0;
}
