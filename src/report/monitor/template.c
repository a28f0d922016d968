/* P_TITLE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is known of the run. */
enum { P_RUNNING, P_VIOLATED, P_SATISFIED };

/* Values of an abstract state: first the propositions, which are 0 or 1. */
enum { P_ATOMS = @ATOMS@, P_WIDTH = @WIDTH@, P_STATES = @STATES@, P_TRANSITIONS = @TRANSITIONS@ };

static const unsigned char P_initial[P_STATES] = {@INITIAL@};
static const unsigned char P_accepting[P_STATES] = {@ACCEPTING@};
/* Whatever comes, the run violates the formula. */
static const unsigned char P_violates[P_STATES] = {@UNIVERSAL@};
static const struct { unsigned holds, fails; int from, to; } P_transitions[P_TRANSITIONS + 1] = {
@TABLE@  {0, 0, -1, -1}
};

typedef struct { unsigned char *bytes; size_t room; } P_set;

static void *P_checked(void *memory) {
  if (!memory) {
    fprintf(stderr, "monitor: out of memory\n");
    abort();
  }
  return memory;
}

static int P_has(const P_set *set, size_t i) { return i / 8 < set->room && (set->bytes[i / 8] >> i % 8 & 1); }

static void P_grow(P_set *set, size_t room) {
  if (room > set->room) {
    set->bytes = P_checked(realloc(set->bytes, room));
    memset(set->bytes + set->room, 0, room - set->room);
    set->room = room;
  }
}

static void P_add(P_set *set, size_t i) {
  if (i / 8 >= set->room)
    P_grow(set, i / 8 * 2 + 16);
  set->bytes[i / 8] |= (unsigned char)(1u << i % 8);
}

static void P_join(P_set *set, const P_set *more) {
  size_t i;
  P_grow(set, more->room);
  for (i = 0; i < more->room; i++)
    set->bytes[i] |= more->bytes[i];
}

/* Abstract states have numbers, in the order in which they come. */
static long long *P_known;
static size_t P_n_known, *P_table, P_table_size;

static size_t P_hash(const long long *u) {
  unsigned long long hash = 1469598103934665603ull;
  int i;
  for (i = 0; i < P_WIDTH; i++)
    hash = (hash ^ (unsigned long long)u[i]) * 1099511628211ull ^ hash >> 29;
  return (size_t)hash;
}

static size_t P_place(const long long *u) {
  size_t at = P_hash(u) & (P_table_size - 1);
  while (P_table[at] && memcmp(P_known + (P_table[at] - 1) * P_WIDTH, u, sizeof(long long) * P_WIDTH))
    at = (at + 1) & (P_table_size - 1);
  return at;
}

static size_t P_number(const long long *u) {
  size_t at, i;
  if (P_n_known * 2 >= P_table_size) {
    P_table_size = P_table_size ? P_table_size * 2 : 64;
    free(P_table);
    P_table = P_checked(calloc(P_table_size, sizeof *P_table));
    P_known = P_checked(realloc(P_known, P_table_size * P_WIDTH * sizeof *P_known));
    for (i = 0; i < P_n_known; i++)
      P_table[P_place(P_known + i * P_WIDTH)] = i + 1;
  }
  at = P_place(u);
  if (!P_table[at]) {
    memcpy(P_known + P_n_known * P_WIDTH, u, sizeof(long long) * P_WIDTH);
    P_table[at] = ++P_n_known;
  }
  return P_table[at] - 1;
}

static int P_verdict = P_RUNNING, P_begun;
static unsigned long P_steps;
static long long P_last[P_WIDTH];
static unsigned char P_current[P_STATES];

@CHECK@
/* The next abstract state of the run. */
int P_step(const long long *u) {
  unsigned letter = 0;
  int i;
  if (P_verdict != P_RUNNING)
    return P_verdict;
  if (!P_begun) {
    P_begun = 1;
    memcpy(P_current, P_initial, sizeof P_current);
  }
  for (i = 0; i < P_ATOMS; i++)
    letter |= u[i] ? 1u << i : 0;
  memcpy(P_last, u, sizeof P_last);
  P_steps++;
  P_verdict = P_check(letter, P_number(u));
  return P_verdict;
}

/* The run is at its end: its last state stays for ever. */
int P_end(void) {
  unsigned long steps = P_steps;
  int i;
  for (i = 0; i < 2 * P_STATES + 2 && P_begun && P_verdict == P_RUNNING; i++)
    P_step(P_last);
  P_steps = P_verdict == P_VIOLATED ? steps : P_steps;
  return P_verdict;
}

/* How many states the run had when the verdict fell. */
unsigned long P_count(void) { return P_steps; }

/* Tells what is known, once; also in the file that GOTCHA_MONITOR_LOG names when this is compiled. */
void P_report(void) {
  static int done;
  const char *what = P_verdict == P_VIOLATED ? "violated" : P_verdict == P_SATISFIED ? "satisfied" : "nothing seen";
  if (done)
    return;
  done = 1;
  fprintf(stderr, "monitor: %s after %lu states\n", what, P_steps);
#ifdef GOTCHA_MONITOR_LOG
  {
    FILE *log = fopen(GOTCHA_MONITOR_LOG, "a");
    if (log) {
      fprintf(log, "%d %lu\n", P_verdict, P_steps);
      fclose(log);
    }
  }
#endif
}
