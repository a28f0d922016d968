// gotcha: cover --timeout 15s --without bmc --without induction --without graphs --without excursions
// verdict: complete
// undecided: 0
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The search puts words of the program together: options with values, and lines of the input. */
int main(int argc, char **argv) {
  static const struct option options[] = {{"colour", required_argument, 0, 'c'}, {"width", required_argument, 0, 'w'}, {0}};
  char line[16];
  int option, colour = 0, width = 0;
  while ((option = getopt_long(argc, argv, "w:", options, 0)) != -1)
    switch (option) {
    case 'c':
      if (strcmp(optarg, "always") == 0) //~ covered
        colour = 2;
      break;
    case 'w':
      width = atoi(optarg);
      if (width == 100) //~ covered
        puts("wide");
      break;
    default:
      return 2;
    }
  if (colour == 2 && argc - optind == 1) //~ covered
    puts("both");
  while (fgets(line, sizeof line, stdin))
    if (strcmp(line, "finish\n") == 0) //~ covered
      return 0;
  return 1;
}
