// gotcha: verify --property unreach-call --strategy k-induction --unwind 4
// verdict: false
// The index goes up and down; what is taken is what was put there.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct stack {
  int top;
  int elements[10];
};

static void push(struct stack *s, int value) {
  if (s->top < 10)
    s->elements[s->top++] = value;
}

static int pop(struct stack *s) {
  return s->top > 0 ? s->elements[--s->top] : 5;
}

int main(void) {
  struct stack s;
  s.top = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      push(&s, (__VERIFIER_nondet_int() & 255) + 5);
    } else {
      int value = pop(&s);
      if (value < 5 || value > 260)
        reach_error(); //~ HOLDS
      if (value == 6)
        reach_error(); //~ VIOLATED
    }
    if (s.top < 0 || s.top > 10)
      reach_error(); //~ HOLDS
  }
  return 0;
}
