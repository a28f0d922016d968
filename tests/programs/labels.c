/* Labels as values, computed goto, labels of blocks. */
#include <stddef.h>
extern void observe(long long);
extern int __VERIFIER_nondet_int(void);

static int machine(const unsigned char *code, int acc) {
  static const void *const table[] = { &&add, &&sub, &&mul, &&jnz, &&end };
  const unsigned char *pc = code;
#define NEXT goto *table[*pc++]
  NEXT;
add: acc += *pc++; NEXT;
sub: acc -= *pc++; NEXT;
mul: acc *= *pc++; NEXT;
jnz: if (acc % 7) pc = code; NEXT;
end: return acc;
}

static int offsets(int which) {
  static const int table[] = { &&zero - &&zero, &&one - &&zero, &&two - &&zero };
  int n = 100;
  goto *(&&zero + table[which]);
zero: n += 1;
one: n += 10;
two: return n + 1000;
}

static int automatic(int n) {
  void *next = n > 3 ? &&big : &&small;
  void *targets[2];
  int count = 0;
  targets[0] = &&again; targets[1] = &&done;
again:
  count++;
  goto *next;
small: count += 10; goto *targets[count > 30];
big: { int inner = n; count += inner; next = &&small; goto *next; }
done:
  return count;
}

#define SEARCH(array, n, what) ({ __label__ found; int index; for (index = 0; index < n; index++) if (array[index] == what) goto found; index = -1; found: index; })

static int local_labels(const int *a, int n) {
  int total = SEARCH(a, n, 3) * 100 + SEARCH(a, n, 5) * 10;
  {
    __label__ out, again;
    int i = 0;
  again:
    if (i++ < n) { __label__ again; if (i == 2) goto again; total += i; again:; goto out; }
  out:
    if (i < n) goto again;
  }
  {
    __label__ out;
    void *p = &&out;
    goto *p;
    total += 1000;
  out: total++;
  }
  return total;
}

static int compatible(int x) {
  int r = 0;
  if (__builtin_types_compatible_p(int, int) && x) r |= 1;
  if (__builtin_types_compatible_p(int, long) && x) r |= 2;
  if (sizeof(int) && x) r |= 4;
  if (_Alignof(int) &&x) r |= 8;
  return r;
}

static int before_declaration(int n) {
  if (n) goto later;
  n = 5;
later:;
  int twice = n * 2;
  switch (twice) {
  case 10: __attribute__((fallthrough));
  case 12: twice++;
  default:;
  }
  goto last;
unused: __attribute__((unused));
  twice = 0;
last: __attribute__((cold));
  return twice;
}

int main(void) {
  static const unsigned char code[] = { 0, 5, 2, 3, 1, 2, 3, 4 };
  observe(machine(code, 1)); observe(machine(code, 2));
  for (int i = 0; i < 3; i++) observe(offsets(i));
  for (int i = 0; i < 6; i++) observe(automatic(i));
  int a[] = {1, 3, 5, 7};
  observe(local_labels(a, 4));
  observe(compatible(0)); observe(compatible(7));
  observe(before_declaration(0)); observe(before_declaration(6));
  return 0;
}
