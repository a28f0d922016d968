// gotcha: check --spec lock.spc
// verdict: true
// paths: feasible: 0 infeasible: 2 unknown: 0
// A driver takes packets from a list: it gives the lock back early only when it counts a packet, and then goes round again.
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
      n_packets++;
    }
  } while (n_packets != n_packets_old);
  unlock(&list_lock); //~ INFEASIBLE
  return 0;
}
