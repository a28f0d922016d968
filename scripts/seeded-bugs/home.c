#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  const char *home = getenv("HOME");
  char path[256];
  if (argc < 2) return 1;
  if (argv[1][0] == '~' && argv[1][1] == '/') {
#if BUG == 1
    if (strlen(home) + strlen(argv[1]) >= sizeof path) return 1;
#else
    if (!home) return 1;
    if (strlen(home) + strlen(argv[1]) >= sizeof path) return 1;
#endif
    strcpy(path, home);
    strcat(path, argv[1] + 1);
    puts(path);
  }
  return 0;
}
