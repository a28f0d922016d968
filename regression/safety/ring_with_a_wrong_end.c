// gotcha: verify --property valid-memsafety
// verdict: false(valid-deref)
// Functions get the ring by its address; one end may leave the struct.
extern int __VERIFIER_nondet_int(void);

struct ring {
  int buf[16];
  unsigned head, tail;
};

static void put(struct ring *r, int value) {
  unsigned next = (r->head + 1) % 16;
  if (next != r->tail) {
    r->buf[r->head] = value;
    r->head = next;
  }
}

static int get(struct ring *r) {
  if (r->head == r->tail && r->tail > 16)
    return -1;
  int value = r->buf[r->tail];
  r->tail = (r->tail + 1) % 20;
  return value;
}

int main(void) {
  struct ring r;
  r.head = r.tail = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 0)
      put(&r, __VERIFIER_nondet_int());
    else if (what == 1)
      get(&r);
    else
      break;
  }
  return 0;
}
