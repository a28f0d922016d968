// gotcha: verify --property valid-memsafety
// verdict: false(valid-deref)
// A thread frees an item of a list, and another one goes through it afterwards: the first violation on the way counts, not what is lost besides.
#include <pthread.h>
#include <stdlib.h>
struct item {
  struct item *next;
};

void *build(void *list) {
  struct item *first = malloc(sizeof *first);
  struct item *own = list;
  first->next = own;
  free(own);
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
  struct item *list = malloc(sizeof *list);
  list->next = 0;
  pthread_create(&thread, 0, build, list);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, delete, list);
  pthread_join(thread, 0);
  return 0;
}
