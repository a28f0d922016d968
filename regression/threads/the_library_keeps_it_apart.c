// gotcha: verify --property no-data-race
// verdict: true
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[2][8];
static int values[4] = {2, 1, 4, 3};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *work(void *argument) {
  long own = (long)argument;
  snprintf(text[own], sizeof text[own], "%d", (int)own);
  errno = 0;
  strtol("99999999999999999999", 0, 10);
  qsort(values + 2 * own, 2, sizeof *values, compare);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, (void *)1);
  work(0);
  pthread_join(a, 0);
  return 0;
}
