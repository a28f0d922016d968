// Pointers into variables, arrays, structs and the heap; choices between them; lists; bytes.
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void free(void *);
extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
  int value;
  struct node *next;
};
struct mixed {
  char tag;
  unsigned low : 3, high : 9;
  union {
    int i;
    char c[4];
    void *p;
  } u;
  short rest[3];
};

static int global = 4;

static void bump(int *p) { *p += 1; }

static int add(int a) { return a + 1; }
static int twice(int a) { return a * 2; }

int main(void) {
  int a = __VERIFIER_nondet_int(), b = 2;
  int *p = a > 0 ? &a : &b;
  bump(p);
  if (b == 3)
    bump(&global);
  if (a == 4)
    p = 0;
  if (p && *p == 6)
    global = 9;
  if (global == 5)
    b = 0;

  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    int v = __VERIFIER_nondet_int();
    if (v == 0)
      continue;
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = list;
    list = n;
  }
  int length = 0;
  for (struct node *n = list; n; n = n->next) {
    length++;
    if (n->value == 2)
      b++;
  }
  if (length == 2)
    a++;
  if (list && list->next && list->next->value == list->value)
    a--;

  struct mixed m, copy;
  memset(&m, 0, sizeof m);
  m.tag = 'x';
  m.low = a;
  m.high = b + 7;
  m.u.i = __VERIFIER_nondet_int();
  m.rest[1] = m.low + m.high;
  if (m.u.c[0] == 1)
    m.u.c[1] = 2;
  copy = m;
  if (copy.u.i == 0x201)
    a = 1;
  if (copy.low == 5 && copy.rest[1] == 14)
    a = 2;
  struct mixed two[2];
  memcpy(&two[1], &copy, sizeof copy);
  memcpy(&two[0], &two[1], sizeof copy);
  int w = __VERIFIER_nondet_uchar() & 1;
  two[w].rest[2] = 3;
  if (two[0].rest[2] == 3 && two[0].rest[1] == m.rest[1])
    a = 3;
  m.u.p = &global;
  *(int *)m.u.p = 11;
  if (global == 11)
    b = 1;

  int *heap = calloc(6, sizeof(int));
  unsigned at = __VERIFIER_nondet_uchar();
  heap[at] = 5;
  int *q = heap + 2;
  if (*q == 5)
    b = 2;
  if (q[-1] == 5)
    b = 3;
  if (q - heap != 2 || q < heap)
    b = 4;
  unsigned char *bytes = (unsigned char *)heap;
  bytes[at] = 1;
  if (heap[0] == 0x100)
    b = 5;
  if (heap[1] == 0x10005)
    b = 6;
  int (*f)(int) = at == 2 ? add : twice;
  if (f(a) == 6)
    b = 7;
  size_t address = (size_t)&a;
  int *back = (int *)(address + 0);
  *back = 77;
  if (a == 77)
    b = 8;
  if (address % 4 != 0)
    b = 9;
  if (at == 4)
    free(heap);
  if (heap[5] == 0)
    b = 10;
  return b;
}
