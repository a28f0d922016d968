// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct buffer {
  int length;
  int data[400];
};
static void fill(struct buffer *b) {
  for (int i = 0; i < b->length; i++)
    b->data[i] = 5;
}
int main(void) {
  struct buffer b;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 400)
    return 0;
  b.length = n;
  fill(&b);
  b.length = 400;
  b.data[399] = b.length - n;
  for (int i = 0; i < b.length; i++)
    if (b.data[i] != 5)
      reach_error(); //~ VIOLATED
  return 0;
}
