// gotcha: cover
// verdict: complete
#include <errno.h>
#include <semaphore.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned places = __VERIFIER_nondet_uint();
  if (places == 0 || places > 2)
    return 0;
  sem_t free;
  sem_init(&free, 0, places);
  sem_wait(&free);
  errno = 0;
  int taken = 1;
  if (sem_trywait(&free) == 0) //~ covered
    taken++;
  else if (errno != EAGAIN) //~ true:unreachable false:covered
    return 1;
  int left;
  sem_getvalue(&free, &left);
  if (left + taken != (int)places) //~ true:unreachable false:covered
    return 2;
  for (; taken > 0; taken--)
    sem_post(&free);
  sem_getvalue(&free, &left);
  sem_destroy(&free);
  return left == 2;
}
