/* Byte strings: views of bytes that somebody else owns, and buffers of a fixed room. Each function says what it needs and gives; no byte string needs a zero at its end. */
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define requires __CPROVER_requires
#define ensures __CPROVER_ensures
#define assigns __CPROVER_assigns
#define invariant __CPROVER_loop_invariant
#define decreases __CPROVER_decreases
#define old __CPROVER_old
#define result __CPROVER_return_value
#define fresh __CPROVER_is_fresh
#define whole __CPROVER_object_whole
#define all(i, n, condition) __CPROVER_forall { size_t i; i < (n) ==> (condition) }
#define some(i, n, condition) __CPROVER_exists { size_t i; 0 <= i && i < (n) && (condition) }

/* No byte string is longer. */
#define LONGEST ((size_t)1 << 24)
/* Of this index it is said that there is none. */
#define NOWHERE ((size_t)-1)

struct view {
  const unsigned char *data;
  size_t size;
};

struct buffer {
  unsigned char *data;
  size_t size, room;
};

#define VIEW(v) (fresh(v, sizeof(struct view)) && (v)->size <= LONGEST && fresh((v)->data, (v)->size))
#define SOUND(b) ((b)->size <= (b)->room)
#define BUFFER(b) (fresh(b, sizeof(struct buffer)) && (b)->room <= LONGEST && SOUND(b) && fresh((b)->data, (b)->room))

/* Single bytes. */

bool is_digit(unsigned char c)
assigns()
ensures(result == ('0' <= c && c <= '9'))
{
  return (unsigned)(c - '0') < 10;
}

bool is_upper(unsigned char c)
assigns()
ensures(result == ('A' <= c && c <= 'Z'))
{
  return (unsigned)(c - 'A') < 26;
}

bool is_lower(unsigned char c)
assigns()
ensures(result == ('a' <= c && c <= 'z'))
{
  return (unsigned)(c - 'a') < 26;
}

bool is_letter(unsigned char c)
assigns()
ensures(result == (('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z')))
{
  return is_upper(c) || is_lower(c);
}

bool is_space(unsigned char c)
assigns()
ensures(result == (c == ' ' || (9 <= c && c <= 13)))
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

bool is_printable(unsigned char c)
assigns()
ensures(result == (32 <= c && c < 127))
{
  return c >= ' ' && c <= '~';
}

unsigned char to_upper(unsigned char c)
assigns()
ensures(result == (('a' <= c && c <= 'z') ? c - 32 : c))
{
  return is_lower(c) ? c - ('a' - 'A') : c;
}

unsigned char to_lower(unsigned char c)
assigns()
ensures(result == (('A' <= c && c <= 'Z') ? c + 32 : c))
{
  return is_upper(c) ? c + ('a' - 'A') : c;
}

/* The value of a digit up to base 36, or -1. */
int digit_value(unsigned char c)
assigns()
ensures(-1 <= result && result < 36)
ensures(('0' <= c && c <= '9') ==> result == c - '0')
ensures(('a' <= c && c <= 'z') ==> result == c - 'a' + 10)
{
  if (is_digit(c))
    return c - '0';
  if (is_letter(c))
    return to_lower(c) - 'a' + 10;
  return -1;
}

unsigned char digit_of(unsigned value)
requires(value < 16)
assigns()
ensures(value < 10 ? result == '0' + value : result == 'a' + value - 10)
{
  return (unsigned char)(value < 10 ? '0' + value : 'a' + (value - 10));
}

/* Views. */

bool view_is_empty(const struct view *v)
requires(VIEW(v))
assigns()
ensures(result == (v->size == 0))
{
  return v->size == 0;
}

unsigned char view_at(const struct view *v, size_t at)
requires(VIEW(v) && at < v->size)
assigns()
ensures(result == v->data[at])
{
  return v->data[at];
}

int view_first(const struct view *v)
requires(VIEW(v))
assigns()
ensures(v->size == 0 ? result == -1 : result == v->data[0])
{
  return v->size ? v->data[0] : -1;
}

int view_last(const struct view *v)
requires(VIEW(v))
assigns()
ensures(v->size == 0 ? result == -1 : result == v->data[v->size - 1])
{
  return v->size ? v->data[v->size - 1] : -1;
}

/* Leaves out bytes at the begin, all if there are fewer. */
void view_drop(struct view *v, size_t n)
requires(VIEW(v))
assigns(*v)
ensures(v->size == (n < old(v->size) ? old(v->size) - n : 0))
ensures(n <= old(v->size) ==> v->data == old(v->data) + n)
{
  if (n > v->size)
    n = v->size;
  v->data += n;
  v->size -= n;
}

/* Leaves out what is behind so many bytes. */
void view_take(struct view *v, size_t n)
requires(VIEW(v))
assigns(v->size)
ensures(v->size == (n < old(v->size) ? n : old(v->size)))
{
  if (n < v->size)
    v->size = n;
}

/* The first place of a byte. */
size_t view_find(const struct view *v, unsigned char c)
requires(VIEW(v))
assigns()
ensures(result == NOWHERE || result < v->size)
ensures(result < v->size ==> v->data[result] == c)
ensures(all(i, result < v->size ? result : v->size, v->data[i] != c))
{
  for (size_t at = 0; at < v->size; at++)
    assigns(at)
    invariant(at <= v->size)
    invariant(all(i, at, v->data[i] != c))
    decreases(v->size - at)
  {
    if (v->data[at] == c)
      return at;
  }
  return NOWHERE;
}

/* The last place of a byte. */
size_t view_find_last(const struct view *v, unsigned char c)
requires(VIEW(v))
assigns()
ensures(result == NOWHERE || result < v->size)
ensures(result < v->size ==> v->data[result] == c)
ensures(__CPROVER_forall { size_t i; (i < v->size && (result == NOWHERE || result < i)) ==> v->data[i] != c })
{
  size_t at = v->size;
  while (at > 0)
    assigns(at)
    invariant(at <= v->size)
    invariant(__CPROVER_forall { size_t i; (at <= i && i < v->size) ==> v->data[i] != c })
    decreases(at)
  {
    at--;
    if (v->data[at] == c)
      return at;
  }
  return NOWHERE;
}

bool view_contains(const struct view *v, unsigned char c)
requires(VIEW(v))
assigns()
ensures(!result ==> all(i, v->size, v->data[i] != c))
ensures(result ==> some(i, v->size, v->data[i] == c))
{
  size_t at = view_find(v, c);
  return at != NOWHERE;
}

size_t view_count(const struct view *v, unsigned char c)
requires(VIEW(v))
assigns()
ensures(result <= v->size)
{
  size_t n = 0;
  for (size_t at = 0; at < v->size; at++)
    assigns(at, n)
    invariant(at <= v->size && n <= at)
    decreases(v->size - at)
  {
    n += v->data[at] == c;
  }
  return n;
}

bool view_equals(const struct view *v, const struct view *w)
requires(VIEW(v) && VIEW(w))
assigns()
ensures(result ==> v->size == w->size)
ensures(result ==> all(i, v->size, v->data[i] == w->data[i]))
{
  if (v->size != w->size)
    return false;
  for (size_t at = 0; at < v->size; at++)
    assigns(at)
    invariant(at <= v->size)
    invariant(all(i, at, v->data[i] == w->data[i]))
    decreases(v->size - at)
  {
    if (v->data[at] != w->data[at])
      return false;
  }
  return true;
}

bool view_starts_with(const struct view *v, const struct view *start)
requires(VIEW(v) && VIEW(start))
assigns()
ensures(result ==> start->size <= v->size)
ensures(result ==> all(i, start->size, v->data[i] == start->data[i]))
{
  if (start->size > v->size)
    return false;
  for (size_t at = 0; at < start->size; at++)
    assigns(at)
    invariant(at <= start->size)
    invariant(all(i, at, v->data[i] == start->data[i]))
    decreases(start->size - at)
  {
    if (v->data[at] != start->data[at])
      return false;
  }
  return true;
}

/* Less than, equal to or greater than zero, as bytes compare; a shorter one is less than what it begins. */
int view_compare(const struct view *v, const struct view *w)
requires(VIEW(v) && VIEW(w))
assigns()
ensures(result == 0 ==> v->size == w->size && all(i, v->size, v->data[i] == w->data[i]))
ensures(-1 <= result && result <= 1)
{
  size_t both = v->size < w->size ? v->size : w->size;
  for (size_t at = 0; at < both; at++)
    assigns(at)
    invariant(at <= both)
    invariant(all(i, at, v->data[i] == w->data[i]))
    decreases(both - at)
  {
    if (v->data[at] != w->data[at])
      return v->data[at] < w->data[at] ? -1 : 1;
  }
  return v->size == w->size ? 0 : v->size < w->size ? -1 : 1;
}

/* How many blanks it begins with. */
size_t view_blanks(const struct view *v)
requires(VIEW(v))
assigns()
ensures(result <= v->size)
ensures(all(i, result, v->data[i] == ' '))
ensures(result < v->size ==> v->data[result] != ' ')
{
  size_t n = 0;
  while (n < v->size && v->data[n] == ' ')
    assigns(n)
    invariant(n <= v->size)
    invariant(all(i, n, v->data[i] == ' '))
    decreases(v->size - n)
  {
    n++;
  }
  return n;
}

/* How many digits it begins with. */
size_t view_digits(const struct view *v)
requires(VIEW(v))
assigns()
ensures(result <= v->size)
ensures(all(i, result, '0' <= v->data[i] && v->data[i] <= '9'))
{
  size_t n = 0;
  while (n < v->size && v->data[n] >= '0' && v->data[n] <= '9')
    assigns(n)
    invariant(n <= v->size)
    invariant(all(i, n, '0' <= v->data[i] && v->data[i] <= '9'))
    decreases(v->size - n)
  {
    n++;
  }
  return n;
}

/* Reads a decimal number; false if there is none, or one that is too large. */
bool view_number(const struct view *v, unsigned *value)
requires(VIEW(v) && fresh(value, sizeof(*value)))
assigns(*value)
ensures(v->size == 0 ==> !result)
ensures(!result ==> *value == old(*value))
ensures(v->size == 1 && '0' <= v->data[0] && v->data[0] <= '9' ==> result && *value == v->data[0] - '0')
{
  unsigned number = 0;
  if (v->size == 0)
    return false;
  for (size_t at = 0; at < v->size; at++)
    assigns(at, number)
    invariant(at <= v->size)
    invariant(at == 0 ==> number == 0)
    invariant(at == 1 ==> number == v->data[0] - '0')
    decreases(v->size - at)
  {
    unsigned digit = (unsigned)v->data[at] - '0';
    if (digit > 9 || number > (UINT_MAX - digit) / 10)
      return false;
    number = 10 * number + digit;
  }
  *value = number;
  return true;
}

unsigned view_hash(const struct view *v)
requires(VIEW(v))
assigns()
ensures(v->size == 0 ==> result == 2166136261u)
{
  unsigned hash = 2166136261u;
  for (size_t at = 0; at < v->size; at++)
    assigns(at, hash)
    invariant(at <= v->size)
    invariant(at == 0 ==> hash == 2166136261u)
    decreases(v->size - at)
  {
    hash = (hash ^ v->data[at]) * 16777619u;
  }
  return hash;
}

/* Buffers. */

void buffer_clear(struct buffer *b)
requires(BUFFER(b))
assigns(b->size)
ensures(b->size == 0 && SOUND(b))
{
  b->size = 0;
}

size_t buffer_left(const struct buffer *b)
requires(BUFFER(b))
assigns()
ensures(result == b->room - b->size)
{
  return b->room - b->size;
}

bool buffer_push(struct buffer *b, unsigned char c)
requires(BUFFER(b))
assigns(b->size; b->size < b->room : whole(b->data))
ensures(SOUND(b))
ensures(result == (old(b->size) < b->room))
ensures(result ==> b->size == old(b->size) + 1 && b->data[b->size - 1] == c)
ensures(!result ==> b->size == old(b->size))
{
  if (b->size == b->room)
    return false;
  b->data[b->size++] = c;
  return true;
}

int buffer_pop(struct buffer *b)
requires(BUFFER(b))
assigns(b->size)
ensures(SOUND(b))
ensures(old(b->size) == 0 ? result == -1 && b->size == 0 : b->size == old(b->size) - 1 && result == b->data[b->size])
{
  if (b->size == 0)
    return -1;
  return b->data[--b->size];
}

void buffer_truncate(struct buffer *b, size_t n)
requires(BUFFER(b))
assigns(b->size)
ensures(SOUND(b) && b->size == (n < old(b->size) ? n : old(b->size)))
{
  if (n < b->size)
    b->size = n;
}

/* Gives all its room one value. */
void buffer_fill(struct buffer *b, unsigned char c)
requires(BUFFER(b))
assigns(b->size, whole(b->data))
ensures(b->size == b->room)
ensures(all(i, b->size, b->data[i] == c))
{
  for (size_t at = 0; at < b->room; at++)
    assigns(at, whole(b->data))
    invariant(at <= b->room)
    invariant(all(i, at, b->data[i] == c))
    decreases(b->room - at)
  {
    b->data[at] = c;
  }
  b->size = b->room;
}

/* Appends a view, whole or not at all. */
bool buffer_append(struct buffer *b, const struct view *v)
requires(BUFFER(b) && VIEW(v))
assigns(b->size, whole(b->data))
ensures(SOUND(b))
ensures(result == (v->size <= b->room - old(b->size)))
ensures(b->size == (result ? old(b->size) + v->size : old(b->size)))
ensures(result && v->size > 0 ==> b->data[b->size - 1] == v->data[v->size - 1])
{
  size_t start = b->size;
  if (v->size > b->room - b->size)
    return false;
  for (size_t at = 0; at < v->size; at++)
    assigns(at, whole(b->data))
    invariant(at <= v->size)
    invariant(at > 0 ==> b->data[start + at - 1] == v->data[at - 1])
    decreases(v->size - at)
  {
    b->data[start + at] = v->data[at];
  }
  b->size = start + v->size;
  return true;
}

/* What is in the buffer, as somebody else sees it. */
void buffer_view(const struct buffer *b, struct view *v)
requires(BUFFER(b) && fresh(v, sizeof(*v)))
assigns(*v)
ensures(v->data == b->data && v->size == b->size)
{
  v->data = b->data;
  v->size = b->size;
}

void buffer_replace(struct buffer *b, unsigned char from, unsigned char to)
requires(BUFFER(b) && from != to)
assigns(whole(b->data))
ensures(all(i, b->size, b->data[i] != from))
{
  for (size_t at = 0; at < b->size; at++)
    assigns(at, whole(b->data))
    invariant(at <= b->size)
    invariant(all(i, at, b->data[i] != from))
    decreases(b->size - at)
  {
    if (b->data[at] == from)
      b->data[at] = to;
  }
}

void buffer_to_upper(struct buffer *b)
requires(BUFFER(b))
assigns(whole(b->data))
ensures(all(i, b->size, !('a' <= b->data[i] && b->data[i] <= 'z')))
{
  for (size_t at = 0; at < b->size; at++)
    assigns(at, whole(b->data))
    invariant(at <= b->size)
    invariant(all(i, at, !('a' <= b->data[i] && b->data[i] <= 'z')))
    decreases(b->size - at)
  {
    b->data[at] = to_upper(b->data[at]);
  }
}

/* Leaves out the bytes from one place on. */
void buffer_remove(struct buffer *b, size_t from, size_t n)
requires(BUFFER(b) && from <= b->size && n <= b->size - from)
assigns(b->size, whole(b->data))
ensures(SOUND(b) && b->size == old(b->size) - n)
{
  for (size_t at = from; at < b->size - n; at++)
    assigns(at, whole(b->data))
    invariant(from <= at && at <= b->size - n)
    decreases(b->size - at)
  {
    b->data[at] = b->data[at + n];
  }
  b->size -= n;
}

void buffer_reverse(struct buffer *b)
requires(BUFFER(b))
assigns(whole(b->data))
ensures(b->size > 0 ==> b->size <= b->room)
{
  size_t left = 0, right = b->size;
  while (left + 1 < right)
    assigns(left, right, whole(b->data))
    invariant(left <= right && right <= b->size)
    decreases(right - left)
  {
    right--;
    unsigned char c = b->data[left];
    b->data[left] = b->data[right];
    b->data[right] = c;
    left++;
  }
}

/* Appends a number in base 16, at most 8 digits. */
bool buffer_put_hex(struct buffer *b, unsigned value)
requires(BUFFER(b))
assigns(b->size, whole(b->data))
ensures(SOUND(b))
ensures(result == (b->room - old(b->size) >= 8))
ensures(b->size == (result ? old(b->size) + 8 : old(b->size)))
{
  if (b->room - b->size < 8)
    return false;
  for (unsigned n = 0; n < 8; n++)
    assigns(n, value, whole(b->data))
    invariant(n <= 8)
    decreases(8 - n)
  {
    b->data[b->size + (7 - n)] = digit_of(value % 16);
    value /= 16;
  }
  b->size += 8;
  return true;
}

int main(void)
{
  return 0;
}
