/* Sets of signals, and what is done at a signal. */
typedef __SIZE_TYPE__ size_t;
typedef void (*__handler)(int);
int *__model___errno_location(void);
void __model_abort(void);
void __any_bytes(void *p, size_t n);
void __unsupported(void);

enum { INVALID = 22, ABORT = 6, KILL = 9, STOP = 19, FIRST_OWN = 32, LAST_OWN = 33, LAST = 64, BITS = 8 * sizeof(unsigned long), WORDS = 64 / BITS };
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

/* Handlers are called by raise alone: no signal comes from outside. */
static struct {
  __handler handler;
  /* The handler is for one signal. */
  _Bool once;
  /* What is blocked while it runs, beside its own signal. */
  __set blocked;
} __actions[LAST + 1];
/* What is blocked now. */
static __set __blocked;

__handler __model_signal(int number, __handler handler) {
  /* Two belong to the library itself. */
  if (!__is_signal(number) || number == KILL || number == STOP || __is_own(number)) {
    __invalid();
    return (__handler)-1;
  }
  /* Here the program ends where it does what is undefined, and at an abort. */
  if ((number == 4 || number == ABORT || number == 7 || number == 8 || number == 11) && handler)
    __unsupported();
  __handler before = __actions[number].handler;
  __actions[number].handler = handler;
  __actions[number].once = 0;
  __model_sigemptyset(&__actions[number].blocked);
  return before;
}

static void __handle(int number, __handler handler) {
  __set before = __blocked;
  __model_sigorset(&__blocked, &__blocked, &__actions[number].blocked);
  __model_sigaddset(&__blocked, number);
  if (__actions[number].once)
    __actions[number].handler = 0;
  handler(number);
  __blocked = before;
}

/* Without a handler SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing, those that stop the process are not modelled, the others end it. */
int __model_raise(int number) {
  if (number < 0 || number > LAST)
    return __invalid();
  if (number == 0)
    return 0;
  /* It would wait until it is not blocked any more. */
  if (number != KILL && number != STOP && __model_sigismember(&__blocked, number))
    __unsupported();
  __handler handler = __actions[number].handler;
  if (handler == (__handler)1)
    return 0;
  if (handler) {
    __handle(number, handler);
    return 0;
  }
  if (number >= 19 && number <= 22)
    __unsupported();
  if (number == ABORT)
    __model_abort();
  /* The end by another signal is that of a bad access. */
  if (number != 17 && number != 18 && number != 23 && number != 28)
    *(volatile int *)0 = number;
  return 0;
}

int __model_sigprocmask(int how, const __set *set, __set *before) {
  enum { BLOCK, UNBLOCK, REPLACE };
  __set now = __blocked;
  if (set && (how < BLOCK || how > REPLACE))
    return __invalid();
  for (int i = 0; set && i < WORDS; i++)
    __blocked.words[i] = how == BLOCK ? now.words[i] | set->words[i] : how == UNBLOCK ? now.words[i] & ~set->words[i] : set->words[i];
  /* These two nobody can block. */
  __model_sigdelset(&__blocked, KILL);
  __model_sigdelset(&__blocked, STOP);
  for (int i = 0; before && i < WORDS; i++)
    before->words[i] = now.words[i];
  return 0;
}

struct __action {
  __handler handler;
  __set blocked;
  int flags;
  void (*restorer)(void);
};

/* How calls are interrupted matters only to signals from outside. */
int __model_sigaction(int number, const struct __action *action, struct __action *before) {
  enum { WITH_INFORMATION = 4, NOT_BLOCKED = 0x40000000, ONCE = 0x80000000 };
  if (!__is_signal(number) || __is_own(number) || (action && (number == KILL || number == STOP)))
    return __invalid();
  __handler next = action ? action->handler : 0, now = 0;
  if (action && next && next != (__handler)1 && (action->flags & (WITH_INFORMATION | NOT_BLOCKED)))
    __unsupported();
  if (number != KILL && number != STOP)
    now = __actions[number].handler;
  __set blocked = __actions[number].blocked;
  if (action) {
    __model_signal(number, next);
    __actions[number].once = (action->flags & ONCE) != 0;
    __actions[number].blocked = action->blocked;
    __model_sigdelset(&__actions[number].blocked, KILL);
    __model_sigdelset(&__actions[number].blocked, STOP);
  }
  if (before) {
    __any_bytes(before, sizeof *before);
    before->handler = now;
    for (int i = 0; i < WORDS; i++)
      before->blocked.words[i] = blocked.words[i];
  }
  return 0;
}
