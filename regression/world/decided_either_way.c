// gotcha: cover --timeout 10s
// verdict: incomplete(
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* What nobody knows decides here and there, but not what is done afterwards. */
static unsigned long memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES);
  if (pages >= 0) //~ undecided
    return pages * 4096ul;
  return 1 << 26;
}

int main(int argc, char **argv) {
  struct rlimit limit;
  unsigned long most = memory();
  if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur < most) //~ undecided
    most = limit.rlim_cur;
  if (getrlimit(99, &limit) == 0) //~ true:undecided false:covered
    return 1;
  if (argc > 1 && strcmp(argv[1], "a") == 0) //~ covered
    puts("a");
  /* Both ways come here. */
  char c = 0;
  if (most > 1000) //~ undecided
    c = 'x';
  if (read(0, &c, 1) == 1 && c == 'y') //~ covered
    puts("y");
  if (most == 4096) //~ undecided
    return 2;
  /* One of the ways does not. */
  if (argc > 2) //~ undecided
    return 3;
  return 0;
}
