// gotcha: verify --property valid-memsafety
// verdict: false(valid-memtrack)
// Each thread has its own copy of the list: what the first one makes is lost, and the second one finds nothing that it could use wrongly.
#include <pthread.h>
#include <stdlib.h>
struct item {
  struct item *next;
};

void *build(void *list) {
  struct item *first = malloc(sizeof *first);
  first->next = list;
  return 0;
}

void *delete (void *list) {
  for (struct item *item = list; item;) {
    struct item *next = item->next;
    free(item);
    item = next;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  struct item *list = 0;
  pthread_create(&thread, 0, build, list);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, delete, list);
  pthread_join(thread, 0);
  return 0;
}
