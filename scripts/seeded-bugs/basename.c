#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
#if BUG == 3
  if (argc > 3) { fputs("usage: basename NAME [SUFFIX]\n", stderr); return 1; }
#else
  if (argc < 2 || argc > 3) { fputs("usage: basename NAME [SUFFIX]\n", stderr); return 1; }
#endif
  char *name = argv[1];
  size_t n = strlen(name);
  while (n > 1 && name[n - 1] == '/') name[--n] = 0;
  char *slash = strrchr(name, '/');
#if BUG == 1
  if (slash[1]) name = slash + 1;
#else
  if (slash && slash[1]) name = slash + 1;
#endif
  if (argc == 3) {
    size_t len = strlen(name), suffix = strlen(argv[2]);
#if BUG == 2
    if (strcmp(name + (unsigned)(len - suffix), argv[2]) == 0) name[len - suffix] = 0;
#else
    if (suffix < len && strcmp(name + len - suffix, argv[2]) == 0) name[len - suffix] = 0;
#endif
  }
  puts(name);
  return 0;
}
