/* Semaphores of POSIX where there is one thread alone: their number lies at their beginning. Whoever would wait goes on only if a handler of a signal or another
   process posts, which is not followed. */
enum { AGAIN = 11, INVALID = 22, OVERFLOW = 75, MOST = 0x7fffffff };
int *__model___errno_location(void);
void __model___unsupported(void);

static int __fails(int error) {
  *__model___errno_location() = error;
  return -1;
}

int __model_sem_init(unsigned *semaphore, int shared, unsigned value) {
  if (value > MOST)
    return __fails(INVALID);
  if (shared)
    __model___unsupported();
  *semaphore = value;
  return 0;
}

int __model_sem_wait(unsigned *semaphore) {
  if (*semaphore == 0)
    __model___unsupported();
  --*semaphore;
  return 0;
}

int __model_sem_trywait(unsigned *semaphore) {
  if (*semaphore == 0)
    return __fails(AGAIN);
  --*semaphore;
  return 0;
}

int __model_sem_post(unsigned *semaphore) {
  if (*semaphore == MOST)
    return __fails(OVERFLOW);
  ++*semaphore;
  return 0;
}

int __model_sem_getvalue(unsigned *semaphore, int *value) {
  *value = (int)*semaphore;
  return 0;
}

int __model_sem_destroy(unsigned *semaphore) {
  return 0;
}
