// gotcha: verify --property assertions,no-data-race --strategy bmc --without interleavings
// verdict: true
// proof: clocks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* Nodes that threads make are followed by who waits for them. */
struct node {
  int value;
  struct node *next;
};
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *value) {
  struct node *node = malloc(sizeof *node);
  node->value = (int)(long)value;
  pthread_mutex_lock(&lock);
  node->next = head;
  head = node;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, (void *)1);
  pthread_create(&b, 0, push, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int sum = 0, n = 0;
  for (struct node *node = head; node; node = node->next) {
    sum += node->value;
    n++;
  }
  assert(n == 2 && sum == 3);
  return 0;
}
