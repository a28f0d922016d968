// gotcha: cover --timeout 8s
// verdict: incomplete(
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* Sorted, entries come in the same order everywhere. */
int main(void) {
  struct dirent **entries;
  int n = scandir(".", &entries, is_visible, alphasort);
  if (n < 0) //~ true:undecided
    return 3;
  if (n == 2 && !strcmp(entries[0]->d_name, "b")) //~ covered
    return 1;
  for (int i = 0; i < n; i++) //~ covered
    free(entries[i]);
  return 0;
}
