/* Threads of POSIX, one after the other: a thread runs from its beginning to its end at a schedule point of another one, chosen by inputs. Each such run is one that
   real threads can have, since a thread that would have to wait for what another one holds ends the run. Schedule points are where a thread takes or awaits
   something, and before accesses that several threads may make (instrumentation puts them there). Locks that are held are bits, so that sets of them are numbers. */
typedef __SIZE_TYPE__ size_t;
enum { THREADS = 16, LOCKS = 32, SEMAPHORES = 16 };
enum { WAITING = 1, RUNNING, DONE };
enum { NORMAL, RECURSIVE, ERRORCHECK, UNKNOWN };
enum { VIRGIN, EXCLUSIVE, SHARED, SHARED_MODIFIED };
enum { PERM = 1, SRCH = 3, AGAIN = 11, BUSY = 16, INVAL = 22, DEADLOCK = 35, TIMEDOUT = 110 };

_Bool __VERIFIER_nondet_schedule(void);
void __model___VERIFIER_assume(int);
void __model___unsupported(void);
void __model_exit(int);
int *__model___errno_location(void);
int __builtin_setjmp(size_t *);
void __builtin_longjmp(size_t *, int);
void __model_lockset_schedule(void);
void __model_lockset_run(int);

/* The first one is the program's own thread. What `pthread_t` says is the number of a thread plus one. */
static struct {
  void *(*start)(void *);
  void *argument;
  void *result;
  size_t *end;
  unsigned char state;
} __threads[THREADS] = {{0, 0, 0, 0, RUNNING}};
static int __n_threads = 1;
static int __running;

static struct {
  const void *address;
  unsigned depth;
  unsigned char kind;
} __locks[LOCKS];
static int __n_locks;

/* What the thread that runs holds in any way, and what so that nobody else can hold it; the same of all others. */
static unsigned __held, __owned, __others_hold, __others_own;

/* Threads whose end comes before all that this thread does from now on: it joined them, or a thread that did began it. */
static unsigned __ended[THREADS];

void __model_lockset_run(int number) {
  int thread = __running;
  unsigned held = __held, owned = __owned, others_hold = __others_hold, others_own = __others_own;
  size_t end[2];
  __others_hold |= held;
  __others_own |= owned;
  __held = __owned = 0;
  __threads[number].state = RUNNING;
  __threads[number].end = end;
  __running = number;
  __model_lockset_schedule();
  if (__builtin_setjmp(end) == 0)
    __threads[number].result = __threads[number].start(__threads[number].argument);
  __threads[number].state = DONE;
  __running = thread;
  /* What a thread has not given back stays taken. */
  __others_hold = others_hold | __held;
  __others_own = others_own | __owned;
  __held = held;
  __owned = owned;
}

/* Runs that do not exist: what a thread waits for does not happen while it waits. */
static void __wait(void) {
  __model___VERIFIER_assume(0);
}

/* How many atomic sections the thread is in: nobody else runs meanwhile. */
static unsigned __atomic;

/* Any thread that has not begun may run now. Another order of two is one in which the second runs at the beginning of the first. */
void __model_lockset_schedule(void) {
  if (__atomic)
    return;
  for (int i = 1; i < __n_threads; i++)
    if (__threads[i].state == WAITING && __VERIFIER_nondet_schedule())
      __model_lockset_run(i);
}

int __model_pthread_create(size_t *thread, const void *attributes, void *(*start)(void *), void *argument) {
  int number = __n_threads;
  if (number == THREADS)
    __model___unsupported();
  __threads[number].start = start;
  __threads[number].argument = argument;
  __threads[number].state = WAITING;
  __ended[number] = __ended[__running];
  __n_threads = number + 1;
  *thread = (size_t)number + 1;
  return 0;
}

int __model_pthread_join(size_t thread, void **result) {
  __model_lockset_schedule();
  size_t number = thread - 1;
  if (number >= (size_t)__n_threads)
    return SRCH;
  if (number == (size_t)__running)
    return DEADLOCK;
  for (int i = 0; i < __n_threads; i++)
    if ((size_t)i == number) {
      if (__threads[i].state == WAITING && !__atomic)
        __model_lockset_run(i);
      if (__threads[i].state != DONE)
        __wait();
      __ended[__running] |= 1u << i | __ended[i];
      if (result)
        *result = __threads[i].result;
    }
  return 0;
}

/* The first thread is the outermost one: what the others do then is done before the program ends. */
void __model_pthread_exit(void *result) {
  __threads[__running].result = result;
  if (__running == 0) {
    __threads[0].state = DONE;
    __model_lockset_schedule();
    __model_exit(0);
  }
  __builtin_longjmp(__threads[__running].end, 1);
}

size_t __model_pthread_self(void) {
  return (size_t)__running + 1;
}

int __model_pthread_equal(size_t a, size_t b) {
  return a == b;
}

int __model_pthread_detach(size_t thread) {
  return 0;
}

int __model_sched_yield(void) {
  __model_lockset_schedule();
  return 0;
}

/* Which lock it is, by its address. */
static int __number(const void *lock) {
  int i;
  for (i = 0; i < __n_locks; i++)
    if (__locks[i].address == lock)
      return i;
  if (i == LOCKS)
    __model___unsupported();
  __locks[i].address = lock;
  __locks[i].kind = UNKNOWN;
  __n_locks = i + 1;
  return i;
}

/* Locks that the program names get their numbers before it begins. */
void __model_lockset_know(const void *lock) {
  __number(lock);
}

static void __own(unsigned lock) {
  __held |= lock;
  __owned |= lock;
}

static void __give_back(unsigned lock) {
  __held &= ~lock;
  __owned &= ~lock;
}

/* The thread itself holds the mutex and wants it again. */
static int __again(int number) {
  if (__locks[number].kind == RECURSIVE) {
    __locks[number].depth++;
    return 0;
  }
  if (__locks[number].kind == ERRORCHECK)
    return DEADLOCK;
  if (__locks[number].kind == UNKNOWN)
    __model___unsupported();
  __wait();
  return 0;
}

int __model_pthread_mutex_init(void *mutex, const void *attributes) {
  int number = __number(mutex);
  __locks[number].depth = 0;
  __locks[number].kind = attributes ? *(const int *)attributes : NORMAL;
  return 0;
}

int __model_pthread_mutex_lock(void *mutex) {
  __model_lockset_schedule();
  int number = __number(mutex);
  unsigned lock = 1u << number;
  if (__owned & lock)
    return __again(number);
  if (__others_own & lock)
    __wait();
  __own(lock);
  return 0;
}

int __model_pthread_mutex_trylock(void *mutex) {
  __model_lockset_schedule();
  int number = __number(mutex);
  unsigned lock = 1u << number;
  if (__owned & lock && __locks[number].kind != NORMAL && __locks[number].kind != ERRORCHECK)
    return __again(number);
  if ((__owned | __others_own) & lock)
    return BUSY;
  __own(lock);
  return 0;
}

int __model_pthread_mutex_timedlock(void *mutex, const void *until) {
  __model_lockset_schedule();
  int number = __number(mutex);
  unsigned lock = 1u << number;
  if (__owned & lock && __locks[number].kind != NORMAL)
    return __again(number);
  if ((__owned | __others_own) & lock)
    return TIMEDOUT;
  __own(lock);
  return 0;
}

int __model_pthread_mutex_unlock(void *mutex) {
  int number = __number(mutex);
  unsigned lock = 1u << number;
  if (!(__owned & lock)) {
    if (__locks[number].kind == NORMAL || __locks[number].kind == UNKNOWN)
      __model___unsupported();
    return PERM;
  }
  if (__locks[number].depth > 0)
    __locks[number].depth--;
  else
    __give_back(lock);
  return 0;
}

int __model_pthread_mutex_destroy(void *mutex) {
  return 0;
}

int __model_pthread_mutexattr_init(int *attributes) {
  *attributes = NORMAL;
  return 0;
}

int __model_pthread_mutexattr_settype(int *attributes, int kind) {
  /* The fourth kind is an ordinary one that spins first. */
  *attributes = kind == 3 ? NORMAL : kind;
  return kind < 0 || kind > 3 ? INVAL : 0;
}

int __model_pthread_mutexattr_destroy(void *attributes) {
  return 0;
}

int __model_pthread_spin_init(void *lock, int shared) {
  __number(lock);
  return 0;
}

int __model_pthread_spin_lock(void *spinlock) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(spinlock);
  if ((__owned | __others_own) & lock)
    __wait();
  __own(lock);
  return 0;
}

int __model_pthread_spin_trylock(void *spinlock) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(spinlock);
  if ((__owned | __others_own) & lock)
    return BUSY;
  __own(lock);
  return 0;
}

int __model_pthread_spin_unlock(void *spinlock) {
  unsigned lock = 1u << __number(spinlock);
  if (!(__owned & lock))
    __model___unsupported();
  __give_back(lock);
  return 0;
}

int __model_pthread_spin_destroy(void *lock) {
  return 0;
}

int __model_pthread_rwlock_init(void *rwlock, const void *attributes) {
  __number(rwlock);
  return 0;
}

/* How often a thread reads at the same time is not counted. */
static void __once(unsigned lock) {
  if (__held & ~__owned & lock)
    __model___unsupported();
}

int __model_pthread_rwlock_rdlock(void *rwlock) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(rwlock);
  __once(lock);
  if (__owned & lock)
    return DEADLOCK;
  if (__others_own & lock)
    __wait();
  __held |= lock;
  return 0;
}

int __model_pthread_rwlock_tryrdlock(void *rwlock) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(rwlock);
  __once(lock);
  if ((__owned | __others_own) & lock)
    return BUSY;
  __held |= lock;
  return 0;
}

int __model_pthread_rwlock_timedrdlock(void *rwlock, const void *until) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(rwlock);
  __once(lock);
  if (__owned & lock)
    return DEADLOCK;
  if (__others_own & lock)
    return TIMEDOUT;
  __held |= lock;
  return 0;
}

int __model_pthread_rwlock_wrlock(void *rwlock) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(rwlock);
  if (__owned & lock)
    return DEADLOCK;
  if ((__held | __others_hold) & lock)
    __wait();
  __own(lock);
  return 0;
}

int __model_pthread_rwlock_trywrlock(void *rwlock) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(rwlock);
  if ((__held | __others_hold) & lock)
    return BUSY;
  __own(lock);
  return 0;
}

int __model_pthread_rwlock_timedwrlock(void *rwlock, const void *until) {
  __model_lockset_schedule();
  unsigned lock = 1u << __number(rwlock);
  if (__owned & lock)
    return DEADLOCK;
  if ((__held | __others_hold) & lock)
    return TIMEDOUT;
  __own(lock);
  return 0;
}

int __model_pthread_rwlock_unlock(void *rwlock) {
  unsigned lock = 1u << __number(rwlock);
  if (!(__held & lock))
    __model___unsupported();
  __give_back(lock);
  return 0;
}

int __model_pthread_rwlock_destroy(void *lock) {
  return 0;
}

int __model_pthread_cond_init(void *condition, const void *attributes) {
  return 0;
}

/* A thread may wake up without being woken: the condition may have become true in between, or not. */
int __model_pthread_cond_wait(void *condition, void *mutex) {
  int status = __model_pthread_mutex_unlock(mutex);
  return status ? status : __model_pthread_mutex_lock(mutex);
}

/* Whether the time is over is a choice like when the others run. */
int __model_pthread_cond_timedwait(void *condition, void *mutex, const void *until) {
  int status = __model_pthread_cond_wait(condition, mutex);
  return status == 0 && __VERIFIER_nondet_schedule() ? TIMEDOUT : status;
}

int __model_pthread_cond_signal(void *condition) {
  return 0;
}

int __model_pthread_cond_broadcast(void *condition) {
  return 0;
}

int __model_pthread_cond_destroy(void *condition) {
  return 0;
}

int __model_pthread_once(int *once, void (*f)(void)) {
  __model_lockset_schedule();
  if (*once == 1)
    __wait();
  if (*once == 0) {
    *once = 1;
    f();
    *once = 2;
  }
  return 0;
}

/* Sections of programs for verifiers in which one thread runs alone: as if all of them took one lock. */
void __model___VERIFIER_atomic_begin(void) {
  __model_lockset_schedule();
  if (__atomic++ == 0)
    __own(1u << __number(&__atomic));
}

void __model___VERIFIER_atomic_end(void) {
  if (__atomic == 0)
    __model___unsupported();
  if (--__atomic == 0)
    __give_back(1u << __number(&__atomic));
}

static struct {
  const void *address;
  unsigned value;
  _Bool is_known;
} __semaphores[SEMAPHORES];
static int __n_semaphores;

static int __semaphore(const void *semaphore) {
  int i;
  for (i = 0; i < __n_semaphores; i++)
    if (__semaphores[i].address == semaphore)
      return i;
  if (i == SEMAPHORES)
    __model___unsupported();
  __semaphores[i].address = semaphore;
  __n_semaphores = i + 1;
  return i;
}

int __model_sem_init(void *semaphore, int shared, unsigned value) {
  int i = __semaphore(semaphore);
  __semaphores[i].value = value;
  __semaphores[i].is_known = 1;
  return 0;
}

int __model_sem_wait(void *semaphore) {
  __model_lockset_schedule();
  int i = __semaphore(semaphore);
  if (__semaphores[i].value == 0)
    __wait();
  __semaphores[i].value--;
  return 0;
}

int __model_sem_trywait(void *semaphore) {
  __model_lockset_schedule();
  int i = __semaphore(semaphore);
  if (!__semaphores[i].is_known)
    __model___unsupported();
  if (__semaphores[i].value == 0) {
    *__model___errno_location() = AGAIN;
    return -1;
  }
  __semaphores[i].value--;
  return 0;
}

/* One that others have made may have any value: that it has none at first leaves out runs. Before a post others may look at the semaphore without waiting. */
int __model_sem_post(void *semaphore) {
  __model_lockset_schedule();
  __semaphores[__semaphore(semaphore)].value++;
  return 0;
}

int __model_sem_destroy(void *semaphore) {
  return 0;
}

int __model_pthread_attr_init(void *attributes) {
  return 0;
}

int __model_pthread_attr_setdetachstate(void *attributes, int state) {
  return 0;
}

int __model_pthread_attr_setstacksize(void *attributes, size_t size) {
  return 0;
}

int __model_pthread_attr_destroy(void *attributes) {
  return 0;
}

/* The automaton of Eraser (Savage et al.) as Holzmann draws it (figure 4), one for each object. What all threads did that have ended before counts for nothing: an
   object that only they and the running thread have used belongs to the running one. */
struct __object {
  unsigned char state;
  unsigned char owner;
  /* Threads that have used it. */
  unsigned users;
  unsigned locks;
  /* It was read before it was written. */
  _Bool unwritten;
  /* No lock protects it. */
  _Bool race;
};

void __model_lockset_access(struct __object *object, _Bool is_write, _Bool is_initialised) {
  unsigned held = is_write ? __owned : __held;
  unsigned self = 1u << __running, others = object->users & ~self & ~__ended[__running];
  _Bool is_first = object->state == VIRGIN, is_own = is_first || others == 0;
  _Bool is_second = object->state == EXCLUSIVE && !is_own;
  unsigned locks = is_second ? held : object->locks & held;
  unsigned char next = is_own ? EXCLUSIVE : is_second ? SHARED : object->state;
  next = next == SHARED && is_write ? SHARED_MODIFIED : next;
  object->unwritten = object->unwritten || (is_first && !is_write && !is_initialised);
  object->race = object->race || (next == SHARED_MODIFIED && locks == 0);
  object->owner = is_own ? __running : object->owner;
  object->users = is_own ? self : object->users | self;
  object->locks = locks;
  object->state = next;
}
