#include <stdio.h>
#include <string.h>
#include <stdlib.h>
/* reverse polish calculator */
static long stack[8];
static int top;
int main(void) {
  char word[32];
  while (scanf("%31s", word) == 1) {
#if BUG == 1
    if (!strcmp(word, "+")) { long b = stack[--top]; stack[top - 1] += b; }
#else
    if (!strcmp(word, "+")) {
      if (top < 2) return 1;
      long b = stack[--top]; stack[top - 1] += b;
    }
#endif
    else if (!strcmp(word, "p")) printf("%ld\n", top > 0 ? stack[top - 1] : 0);
    else if (!strcmp(word, "d")) abort();
    else if (top < 8) stack[top++] = 1;
    else return 1;
  }
  return 0;
}
