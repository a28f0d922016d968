// gotcha: verify --property unreach-call
// verdict: true
// sizes: N=2000 N=20000
/* Calls, structs, pointers and arrays without anything unknown. */
extern void reach_error(void);
struct pair { int key; short value; unsigned char tags[6]; struct pair *next; };
static struct pair pairs[64];
static int table[256];
static int mix(struct pair *p, int n) {
  p->key += n;
  p->tags[n % 6] ^= p->value++;
  return p->next ? p->key + p->next->tags[2] : p->key;
}
static struct pair *pick(unsigned n) { return &pairs[n & 63]; }
int main(void) {
  for (int i = 0; i < 63; i++)
    pairs[i].next = &pairs[i + 1];
  int sum = 1;
  for (int i = 0; i < N; i++) {
    struct pair copy = *pick(i * 7);
    copy.key ^= i;
    sum += mix(pick(i), copy.key & 15);
    table[i & 255] += sum;
    *pick(i + 3) = copy;
  }
  if (table[3] == 42)
    reach_error();
  return 0;
}
