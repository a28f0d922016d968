// gotcha: verify --property no-data-race
// verdict: false(no-data-race)
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct pair {
  int first, second;
};
static struct pair *shared;
static void *work(void *argument) {
  shared->second = shared->first + 1; // what is read nobody wrote, but nothing depends on it
  return argument;
}
int main(void) {
  pthread_t a;
  shared = malloc(sizeof *shared);
  if (!shared)
    return 1;
  pthread_create(&a, 0, work, 0);
  printf("%d\n", shared->second);
  pthread_join(a, 0);
  return 0;
}
