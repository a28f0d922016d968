// gotcha: cover --timeout 8s
// verdict: incomplete(
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

/* Numbers that are always the same, and others, which matter only to those who ask. */
int main(int argc, char **argv) {
  static char folder[4200];
  struct sysinfo machine;
  if (sysconf(_SC_PAGESIZE) != 4096) //~ true:unreachable false:covered
    return 1;
  if (pathconf("/", _PC_NAME_MAX) != 255) //~ true:undecided false:covered
    return 2;
  if (pathconf("/", _PC_PATH_MAX) != 4096) //~ true:unreachable false:covered
    return 3;
  if (getcwd(folder, sizeof folder) == NULL) //~ true:undecided false:covered
    return 4;
  if (sysinfo(&machine) != 0) //~ true:unreachable false:covered
    return 5;
  sysconf(_SC_NPROCESSORS_ONLN);
  if (argc == 2 && strcmp(argv[1], "a") == 0) //~ covered
    return 6;
  if (folder[1] == 'x') //~ undecided
    return 7;
  return 0;
}
