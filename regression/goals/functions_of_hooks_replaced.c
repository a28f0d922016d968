// gotcha: cover --criterion branch --without bmc --without induction --without control-graph --without excursions
// verdict: complete
#include <stdlib.h>
#include <string.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*release)(void *);
};

struct buffer {
  const char *content;
  size_t length, offset;
  struct hooks hooks;
};

struct item {
  struct item *next;
  int kind;
};

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

static struct hooks hooks = {malloc, free};
static struct buffer *seen;

static void *other(size_t size) {
  if (seen) //~ covered
    seen->offset = 1;
  return malloc(size);
}

// Who replaces a hook may call anything there: this one keeps an eye on the buffer.
static struct item *make(const struct hooks *by) {
  struct item *item = by->allocate(sizeof(struct item));
  if (item) //~ true:covered false:unreachable
    memset(item, 0, sizeof *item);
  return item;
}

static struct buffer *start(struct buffer *buffer) {
  if (buffer->content == 0) //~ true:unreachable false:covered
    return 0;
  if (buffer->offset != 0) //~ covered
    return 0;
  return buffer;
}

static void look(struct item *item, struct buffer *buffer) {
  while (buffer->offset < buffer->length) //~ covered
    buffer->offset++;
  item->kind = 3;
}

int main(void) {
  char text[9];
  for (int i = 0; i < 8; i++) //~ covered
    text[i] = __VERIFIER_nondet_char();
  text[8] = 0;
  size_t length = strlen(text) + 1;
  if (length == 0) //~ true:unreachable false:covered
    return 5;
  struct buffer buffer = {text, length, 0, hooks};
  if (__VERIFIER_nondet_int() == 3) //~ covered
    seen = &buffer;
  if (__VERIFIER_nondet_int() == 4) //~ covered
    hooks.allocate = other;
  struct item *item = make(&hooks);
  if (!item) //~ true:unreachable false:covered
    return 2;
  struct buffer *begin = start(&buffer);
  if (!begin) //~ covered
    return 3;
  look(item, begin);
  buffer.hooks.release(item);
  return 0;
}
