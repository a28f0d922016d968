#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* reverses the lines of the input */
struct line { char *text; struct line *next; };
int main(void) {
  struct line *all = NULL;
  char buffer[64];
  while (fgets(buffer, sizeof buffer, stdin)) {
    struct line *l = malloc(sizeof *l);
    if (!l) return 1;
    l->text = strdup(buffer);
    if (!l->text) return 1;
    l->next = all;
    all = l;
#if BUG == 1
    if (strcmp(buffer, "quit\n") == 0) { free(l->text); break; }
#else
    if (strcmp(buffer, "quit\n") == 0) break;
#endif
  }
  while (all) {
    struct line *next = all->next;
    fputs(all->text, stdout);
    free(all->text);
    free(all);
    all = next;
  }
  return 0;
}
