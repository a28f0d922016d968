// gotcha: cover
// verdict: complete
// goals: 16 covered: 16 unreachable: 0 undecided: 0
#include <stdio.h>
#include <unistd.h>

static int all;
static const char *name;

static int read_option(int argc, char **argv) {
  int c = getopt(argc, argv, "ab:");
  switch (c) {
  case -1: //~ covered
    return 0;
  case 'a': //~ covered
    all = 1;
    return 1;
  case 'b': //~ covered
    name = optarg;
    return 1;
  default:
    fprintf(stderr, "usage: prog [-a] [-b name]\n");
    return -1;
  }
}

/* The options of a command line are inputs. */
int main(int argc, char **argv) {
  if (read_option(argc, argv) < 0) //~ covered
    return 2;
  if (read_option(argc, argv) < 0) //~ covered
    return 3;
  if (all && name) //~ covered
    puts(name);
  if (name && name[0] == '4') //~ covered
    puts("four");
  if (optind < argc) //~ covered
    puts(argv[optind]);
  return 0;
}
