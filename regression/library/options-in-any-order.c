// gotcha: cover
// verdict: incomplete(
#include <getopt.h>
#include <string.h>

/* Options move before what is none, also those that are long; `--` ends them. */
int main(void) {
  char *v[] = {"p", "x", "--wi=3", "y", "-a", "-o", "--", "--", "z", 0};
  int n = 9, index = -1, seen = 0;
  static int flag;
  static const struct option all[] = {{"width", required_argument, 0, 'w'}, {"with", no_argument, 0, 'i'}, {"widths", required_argument, 0, 'w'}, {"set", no_argument, &flag, 7}, {0, 0, 0, 0}};
  int c = getopt_long(n, v, "ao:", all, &index);
  // `wi` may be `width`, `with` or `widths`, which do not mean the same.
  if (c != '?' || optopt != 0 || optind != 3 || index != -1) // POSIXLY_CORRECT may be set. //~ true:undecided false:covered
    return 1;
  c = getopt_long(n, v, "ao:", all, &index);
  if (c != 'a' || strcmp(v[1], "--wi=3") != 0 || strcmp(v[2], "x") != 0 || optind != 5) //~ true:unreachable false:covered
    return 2;
  c = getopt_long(n, v, "ao:", all, &index);
  if (c != 'o' || strcmp(optarg, "--") != 0) //~ true:unreachable false:covered
    return 3;
  c = getopt_long(n, v, "ao:", all, &index);
  if (c != -1 || optind != 6 || strcmp(v[6], "x") != 0 || strcmp(v[7], "y") != 0 || strcmp(v[8], "z") != 0 || strcmp(v[5], "--") != 0) //~ true:unreachable false:covered
    return 4;
  char *w[] = {"p", "--width", "5", "--widt=6", "--set", "-x", "-ob", 0};
  optind = 0;
  opterr = 0;
  while ((c = getopt_long(7, w, ":ao:", all, &index)) != -1) {
    if (c == 'w') //~ true:covered false:covered
      seen += index * 100 + (optarg[0] - '0');
    else if (c == 'o' && strcmp(optarg, "b") == 0) //~ true:covered false:covered
      seen += 1000;
    else if (c == '?' && optopt == 'x') //~ true:covered false:covered
      seen += 10000;
    else if (c == 0) //~ true:covered false:unreachable
      seen += flag * 100000;
  }
  if (seen != 711011) //~ true:unreachable false:covered
    return 5;
  // Of one letter and a lone dash each.
  char *s[] = {"p", "-wid", "-w", "-w7", 0};
  optind = 0;
  c = getopt_long_only(4, s, "w:", all, &index);
  if (c != '?') //~ true:unreachable false:covered
    return 6;
  c = getopt_long_only(4, s, "w:", all, &index);
  if (c != 'w' || strcmp(optarg, "-w7") != 0) //~ true:unreachable false:covered
    return 7;
  return 0;
}
