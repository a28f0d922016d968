// gotcha: verify --property assertions
// verdict: false(assertions)
// Transparent unions: by an attribute of the union or of a typedef; headers declare functions of sockets so.
#define _GNU_SOURCE
#include <assert.h>
#include <sys/socket.h>
#include <netinet/in.h>
typedef union {
  int *number;
  const char *text;
  struct unknown *other;
} argument __attribute__((transparent_union));
union wide {
  int *i;
  long *l;
} __attribute__((__transparent_union__));
static int first(argument a) { return a.number ? *a.number : -1; }
static long second(union wide a) { return *a.l; }
static int (*pointer)(argument) = first;

/* Never called: it need only be accepted. */
int sockets(void) {
  struct sockaddr_in in = { 0 };
  struct sockaddr_storage storage;
  const struct sockaddr *constant = (const void *)&in;
  socklen_t size = sizeof storage;
  int s = socket(AF_INET, SOCK_STREAM, 0);
  return bind(s, (struct sockaddr *)&in, sizeof in) || connect(s, &in, sizeof in) || getsockname(s, (struct sockaddr *)&storage, &size) ||
         accept(s, 0, 0) || bind(s, constant, sizeof in) || sendto(s, "x", 1, 0, &in, sizeof in);
}

int main(void) {
  int x = 5, array[3] = { 7 };
  long y = 6;
  void *untyped = &x;
  argument whole = { .number = array };
  assert(first(&x) == 5 && first(untyped) == 5 && first(array) == 7 && first(whole) == 7 && pointer(&x) == 5); //~ HOLDS
  assert(first(0) == -1 && first((void *)0) == -1 && (first("abc") & 0xff) == 'a'); //~ HOLDS
  assert(second(&y) == 6); //~ HOLDS
  assert(first(&x) == 7); //~ VIOLATED
  return 0;
}
