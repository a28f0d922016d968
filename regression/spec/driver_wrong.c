// gotcha: check --spec lock.spc
// verdict: false(spec)
// paths: feasible: 1 infeasible: 1 unknown: 0
// As driver.c, but the packet is not counted: the lock that was given back is given back again.
extern int __VERIFIER_nondet_int(void);
extern void lock(int *);
extern void unlock(int *);

struct request {
  int status;
  struct request *next;
};

int main(void) {
  int list_lock = 0;
  unsigned n_packets = 0, n_packets_old;
  struct request last = {0, 0}, *head = &last, *request;
  last.status = __VERIFIER_nondet_int();
  do {
    lock(&list_lock); //~ INFEASIBLE
    n_packets_old = n_packets;
    request = head;
    if (request && request->status) {
      head = request->next;
      unlock(&list_lock);
    }
  } while (n_packets != n_packets_old);
  unlock(&list_lock); //~ FEASIBLE
  return 0;
}
