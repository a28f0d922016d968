#include <assert.h>
#include <stdio.h>
#include <string.h>
static int expand(const char *set, unsigned char *out) {
  int n = 0;
  for (const char *p = set; *p; p++) {
    if (p[1] == '-' && p[2]) {
#if BUG == 2
      assert((unsigned char)p[2] >= (unsigned char)p[0]);
#else
      if ((unsigned char)p[2] < (unsigned char)p[0]) return -1;
#endif
      for (int c = (unsigned char)p[0]; c <= (unsigned char)p[2]; c++) { if (n == 256) return -1; out[n++] = (unsigned char)c; }
      p += 2;
    } else { if (n == 256) return -1; out[n++] = (unsigned char)*p; }
  }
  return n;
}
int main(int argc, char **argv) {
  unsigned char from[256], to[256], map[256];
  int drop[256] = {0}, delete = argc > 1 && !strcmp(argv[1], "-d");
  if (argc != 3) return 2;
  int n = expand(argv[delete ? 2 : 1], from), m = delete ? 0 : expand(argv[2], to);
#if BUG == 1
  if (n <= 0 || m < 0) return 1;
#else
  if (n <= 0 || m < 0 || (!delete && m == 0)) return 1;
#endif
  for (int i = 0; i < 256; i++) map[i] = (unsigned char)i;
  for (int i = 0; i < n; i++) {
    if (delete) drop[from[i]] = 1;
    else map[from[i]] = to[i % m];
  }
  int c;
  while ((c = getchar()) != EOF) if (!drop[c]) putchar(map[c]);
  return 0;
}
