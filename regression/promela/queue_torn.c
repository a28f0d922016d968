// gotcha: verify --property assertions,no-deadlock
// verdict: false(assertions)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// A queue with room for two, in which two may take the same slot.
static struct {
  atomic_int tail;
  int slots[2];
  _Atomic _Bool filled[2];
} queue;
static int put(int value) {
  int at = atomic_load(&queue.tail);
  while (at < 2) {
    atomic_store(&queue.tail, at + 1);
    queue.slots[at] = value;
    atomic_store(&queue.filled[at], 1);
    return 1;
  }
  return 0;
}
static void *producer(void *argument) {
  int is_put = put((int)(long)argument);
  assert(is_put);
  return 0;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, producer, (void *)5L);
  pthread_create(&other, 0, producer, (void *)6L);
  if (atomic_load(&queue.filled[0]))
    assert(queue.slots[0] == 5 || queue.slots[0] == 6);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(queue.slots[0] + queue.slots[1] == 11);
  return 0;
}
