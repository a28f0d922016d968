// gotcha: verify --property assertions --timeout 10s
// verdict: unknown(
#include <assert.h>
#include <dirent.h>
#include <string.h>

/* What a directory holds nobody knows. */
int main(void) {
  DIR *one = opendir("/etc"), *other = opendir("/etc");
  if (!one || !other)
    return 1;
  assert(one != other); //~ HOLDS
  struct dirent *entry = readdir(one);
  assert(!entry || strcmp(entry->d_name, "passwd") != 0); //~ UNKNOWN
  return 0;
}
