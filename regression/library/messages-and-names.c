// gotcha: cover
// verdict: complete
#define _GNU_SOURCE
#include <errno.h>
#include <langinfo.h>
#include <libgen.h>
#include <libintl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  if (strcmp(strerror(ENOENT), "No such file or directory") != 0 || strcmp(strerror(-7), "Unknown error -7") != 0) //~ true:unreachable false:covered
    return 1;
  if (strcmp(strsignal(SIGTERM), "Terminated") != 0 || strcmp(strsignal(40), "Real-time signal 6") != 0) //~ true:unreachable false:covered
    return 2;
  char text[20] = "################";
  if (strcmp(strerror_r(41, text, 9), "Unknown ") != 0) //~ true:unreachable false:covered
    return 3;
  char path[] = "/usr//lib/", name[] = "a//", root[] = "///";
  if (strcmp(basename(path), "lib") != 0 || strcmp(dirname(path), "/usr") != 0) //~ true:unreachable false:covered
    return 4;
  if (strcmp(dirname(name), ".") != 0 || strcmp(basename(root), "/") != 0 || strcmp(dirname(NULL), ".") != 0) //~ true:unreachable false:covered
    return 5;
  setlocale(LC_ALL, "");
  bindtextdomain("prog", "/usr/share/locale");
  if (strcmp(textdomain("prog"), "prog") != 0) //~ true:unreachable false:covered
    return 6;
  if (strcmp(gettext("text"), "text") != 0 || strcmp(ngettext("one", "many", 2), "many") != 0) //~ true:unreachable false:covered
    return 7;
  if (strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") != 0 || strcmp(nl_langinfo(MON_3), "March") != 0) //~ true:unreachable false:covered
    return 8;
  return 0;
}
