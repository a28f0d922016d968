/* P_TITLE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long P_steps;
static int P_violated, P_ended;

/* Tells of the run, at once; also in the file that GOTCHA_MONITOR_LOG names when this is compiled. */
static void P_log(int verdict, const char *what) {
  fprintf(stderr, "monitor: %s after %lu steps\n", what, P_steps);
#ifdef GOTCHA_MONITOR_LOG
  {
    FILE *log = fopen(GOTCHA_MONITOR_LOG, "a");
    if (log) {
      fprintf(log, "%d %lu %s\n", verdict, P_steps, what);
      fclose(log);
    }
  }
#endif
}

static void P_error(const char *what) {
  if (!P_violated)
    P_log(1, what);
  P_violated = 1;
}

@STATE@
static void P_step(int event) {
  switch (event) {
@EVENTS@  }
}

static void P_finish(void) {
@END@  if (!P_violated)
    P_log(0, "nothing seen");
}

/* What is registered first comes last. */
__attribute__((constructor)) static void P_begin(void) { atexit(P_finish); }

void gotcha_monitor_told(int event) {
  P_steps++;
  if (!P_ended)
    P_step(event);
}
