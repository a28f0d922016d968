#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <ctype.h>
int main(int argc, char **argv) {
#if BUG == 1
  char *name = "anonymous";
#else
  char standard[] = "anonymous", *name = standard;
#endif
  int c, upper = 0;
  while ((c = getopt(argc, argv, "n:u")) != -1) {
    if (c == 'n') name = optarg;
    else if (c == 'u') upper = 1;
    else return 2;
  }
  if (upper) for (char *p = name; *p; p++) *p = (char)toupper((unsigned char)*p);
  puts(name);
  return 0;
}
