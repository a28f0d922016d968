/* Sets of signals, and what is done at a signal. */
typedef __SIZE_TYPE__ size_t;
typedef void (*__handler)(int);
int *__model___errno_location(void);
__handler __model_signal(int number, __handler handler);
void __any_bytes(void *p, size_t n);
void __unsupported(void);

enum { INVALID = 22, KILL = 9, STOP = 19, FIRST_OWN = 32, LAST_OWN = 33, LAST = 64, BITS = 8 * sizeof(unsigned long), WORDS = 64 / BITS };
/* There is room for more signals than there are; nobody looks there. */
typedef struct {
  unsigned long words[1024 / BITS];
} __set;

static int __invalid(void) {
  *__model___errno_location() = INVALID;
  return -1;
}

static _Bool __is_signal(int number) { return number > 0 && number <= LAST; }
/* Two belong to the library itself. */
static _Bool __is_own(int number) { return number == FIRST_OWN || number == LAST_OWN; }

int __model_sigemptyset(__set *set) {
  if (!set)
    return __invalid();
  for (int i = 0; i < WORDS; i++)
    set->words[i] = 0;
  return 0;
}

int __model_sigaddset(__set *set, int number) {
  if (!set || !__is_signal(number) || __is_own(number))
    return __invalid();
  set->words[(number - 1) / BITS] |= 1UL << (number - 1) % BITS;
  return 0;
}

int __model_sigdelset(__set *set, int number) {
  if (!set || !__is_signal(number) || __is_own(number))
    return __invalid();
  set->words[(number - 1) / BITS] &= ~(1UL << (number - 1) % BITS);
  return 0;
}

int __model_sigismember(const __set *set, int number) {
  if (!set || !__is_signal(number))
    return __invalid();
  return set->words[(number - 1) / BITS] >> (number - 1) % BITS & 1;
}

int __model_sigfillset(__set *set) {
  if (__model_sigemptyset(set) != 0)
    return -1;
  for (int i = 1; i <= LAST; i++)
    if (!__is_own(i))
      __model_sigaddset(set, i);
  return 0;
}

int __model_sigisemptyset(const __set *set) {
  if (!set)
    return __invalid();
  for (int i = 0; i < WORDS; i++)
    if (set->words[i])
      return 0;
  return 1;
}

int __model_sigandset(__set *to, const __set *a, const __set *b) {
  if (!to || !a || !b)
    return __invalid();
  for (int i = 0; i < WORDS; i++)
    to->words[i] = a->words[i] & b->words[i];
  return 0;
}

int __model_sigorset(__set *to, const __set *a, const __set *b) {
  if (!to || !a || !b)
    return __invalid();
  for (int i = 0; i < WORDS; i++)
    to->words[i] = a->words[i] | b->words[i];
  return 0;
}

/* Nothing is blocked ever: what would block a signal is not known here. */
int __model_sigprocmask(int how, const __set *set, __set *before) {
  enum { BLOCK, UNBLOCK, REPLACE };
  if (set && (how < BLOCK || how > REPLACE))
    return __invalid();
  /* These two nobody can block. */
  if (set && how != UNBLOCK)
    for (int i = 1; i <= LAST; i++)
      if (i != KILL && i != STOP && !__is_own(i) && __model_sigismember(set, i))
        __unsupported();
  if (before)
    __model_sigemptyset(before);
  return 0;
}

struct __action {
  __handler handler;
  __set blocked;
  int flags;
  void (*restorer)(void);
};

/* What is blocked meanwhile and how calls are interrupted matters only to signals from outside, and to handlers that raise other ones. */
int __model_sigaction(int number, const struct __action *action, struct __action *before) {
  enum { WITH_INFORMATION = 4, ONCE = 0x80000000 };
  if (!__is_signal(number) || __is_own(number) || (action && (number == KILL || number == STOP)))
    return __invalid();
  __handler now = 0, next = action ? action->handler : 0;
  if (next && next != (__handler)1) {
    if ((action->flags & WITH_INFORMATION) || (action->flags & ONCE))
      __unsupported();
    for (int i = 1; i <= LAST; i++)
      if (i != number && i != KILL && i != STOP && !__is_own(i) && __model_sigismember(&action->blocked, i))
        __unsupported();
  }
  if (number != KILL && number != STOP) {
    now = __model_signal(number, next);
    if (!action)
      __model_signal(number, now);
  }
  if (before) {
    __any_bytes(before, sizeof *before);
    before->handler = now;
  }
  return 0;
}
