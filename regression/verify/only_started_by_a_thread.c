// gotcha: verify --property unreach-call --unwind 3
// verdict: false(unreach-call)
typedef unsigned long pthread_t;
typedef union { char size[56]; long align; } pthread_attr_t;
extern int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
extern int pthread_join(pthread_t thread, void **result);
extern void reach_error(void);

static int data;
static void *writer(void *argument) {
  data = 3;
  return argument;
}
static void *reader(void *argument) {
  if (data == 3)
    reach_error(); //~ VIOLATED
  return argument;
}
// Nothing but a call that begins a thread names the functions.
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
