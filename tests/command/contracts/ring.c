/* A ring buffer of bytes, with what each function needs and gives. */
#include <stdbool.h>
#include <stddef.h>

#define CAPACITY 16

struct ring {
  unsigned char items[CAPACITY];
  unsigned head, count;
};

#define VALID(r) ((r)->head < CAPACITY && (r)->count <= CAPACITY)
#define requires __CPROVER_requires
#define ensures __CPROVER_ensures
#define assigns __CPROVER_assigns
#define old __CPROVER_old
#define result __CPROVER_return_value
#define RING(r) __CPROVER_is_fresh(r, sizeof(struct ring))

void ring_init(struct ring *r)
requires(RING(r))
assigns(r->head, r->count)
ensures(r->head == 0 && r->count == 0)
{
  r->head = 0;
  r->count = 0;
}

static unsigned ring_place(const struct ring *r, unsigned number)
requires(RING(r) && VALID(r) && number <= CAPACITY)
assigns()
ensures(result < CAPACITY)
{
  unsigned at = r->head + number;
  return at >= CAPACITY ? at - CAPACITY : at;
}

bool ring_push(struct ring *r, unsigned char item)
requires(RING(r) && VALID(r))
assigns(r->count; r->count < CAPACITY : __CPROVER_object_whole(r))
ensures(VALID(r))
ensures(old(r->count) == CAPACITY ==> !result && r->count == CAPACITY)
ensures(old(r->count) < CAPACITY ==> result && r->count == old(r->count) + 1 && r->head == old(r->head))
{
  if (r->count == CAPACITY)
    return false;
  r->items[ring_place(r, r->count)] = item;
  r->count++;
  return true;
}

bool ring_pop(struct ring *r, unsigned char *item)
requires(RING(r) && VALID(r) && __CPROVER_is_fresh(item, 1))
assigns(r->head, r->count, *item)
ensures(VALID(r))
ensures(old(r->count) == 0 ==> !result && *item == old(*item))
ensures(old(r->count) > 0 ==> result && r->count == old(r->count) - 1 && *item == r->items[old(r->head)])
{
  if (r->count == 0)
    return false;
  *item = r->items[r->head];
  r->head = r->head + 1 == CAPACITY ? 0 : r->head + 1;
  r->count--;
  return true;
}

unsigned ring_sum(const struct ring *r)
requires(RING(r) && VALID(r))
assigns()
ensures(result <= 255u * r->count)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < r->count; i++)
  assigns(i, sum)
  __CPROVER_loop_invariant(i <= r->count && sum <= 255u * i)
  __CPROVER_decreases(r->count - i)
  {
    sum += r->items[ring_place(r, i)];
  }
  return sum;
}

unsigned ring_find(const struct ring *r, unsigned char item)
requires(RING(r) && VALID(r))
assigns()
ensures(result <= r->count)
{
  unsigned i = 0;
  while (i < r->count && r->items[ring_place(r, i)] != item)
  __CPROVER_loop_invariant(i <= r->count)
  {
    i++;
  }
  return i;
}

void ring_fill(struct ring *r, unsigned char item)
requires(RING(r))
assigns(__CPROVER_object_whole(r))
ensures(r->head == 0 && r->count == CAPACITY)
ensures(__CPROVER_forall { unsigned k; k < CAPACITY ==> r->items[k] == item })
{
  ring_init(r);
  for (unsigned i = 0; i < CAPACITY; i++)
  assigns(i, r->count, __CPROVER_object_upto(r->items, CAPACITY))
  __CPROVER_loop_invariant(i <= CAPACITY && r->head == 0 && r->count == i)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; k < i ==> r->items[k] == item })
  {
    r->items[i] = item;
    r->count++;
  }
}
