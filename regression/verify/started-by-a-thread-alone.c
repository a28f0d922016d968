// gotcha: verify --property unreach-call
// verdict: false(unreach-call)
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void abort(void);
void reach_error(void) { abort(); }

int data = 0;

void *work(void *arg) {
  if (data == 0)
    reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
