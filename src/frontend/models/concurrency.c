/* Threads of POSIX as the machine runs them: what waits is a section that begins as soon as a number is what it waits for. Objects of synchronisation keep their
   state in their own memory, laid out so that their static initialisers are right. Waiting for a condition may end without a signal, as POSIX has it. */
typedef __SIZE_TYPE__ size_t;
enum { THREADS = 64 };
enum { NORMAL, RECURSIVE, ERRORCHECK };
enum { PERM = 1, SRCH = 3, AGAIN = 11, BUSY = 16, INVAL = 22, DEADLOCK = 35, TIMEDOUT = 110 };
/* What C11 calls them. */
enum { SUCCESS, FAILED, OCCUPIED, LATE = 4 };

_Bool __VERIFIER_nondet_schedule(void);
void __model___unsupported(void);
void __model___too_many_threads(void);
void __model_exit(int);
int *__model___errno_location(void);

void __threads_start(void (*)(void *(*)(void *), void *, int), void *(*)(void *), void *, int);
void __threads_end(void);
int __threads_own(void);
void __threads_enter(void);
void __threads_enter_when(const int *, int);
void __threads_enter_unless(const int *, int);
void __threads_leave(void);

/* The result of a function that returned none. */
static void *const __no_result = (void *)0x6e6f7468696e67;
struct __pthread {
  void *result;
  int done;
  _Bool detached, joined;
  /* What it waits for, and whether it was signalled. */
  const void *condition;
  int woken;
  int handlers;
};
static struct __pthread __threads[THREADS];
static int __begun = 1;

/* Destructors of keys, where there are keys. */
static void (*__at_end)(void);

static void __end_thread(void *result) {
  int own = __threads_own();
  if (__at_end)
    __at_end();
  __threads_enter();
  __threads[own].result = result;
  __threads[own].done = 1;
  __threads_leave();
  if (own == 0) {
    /* The program ends with the last of the others; who begins another one has not ended. */
    for (int i = 1; i < __begun; i++) {
      __threads_enter_when(&__threads[i].done, 1);
      __threads_leave();
    }
    __model_exit(0);
  }
  __threads_end();
}

_Bool __returns_less(void *(*)(void *));

static void __body(void *(*start)(void *), void *argument, int number) {
  if (__returns_less(start)) {
    /* Old programs begin threads with functions that return an int, and do not look at it. */
    ((void (*)(void *))start)(argument);
    __end_thread(__no_result);
  } else
    __end_thread(start(argument));
}

static void __body_of_c11(void *(*start)(void *), void *argument, int number) {
  __end_thread((void *)(size_t)((int (*)(void *))start)(argument));
}

static size_t __create(void (*body)(void *(*)(void *), void *, int), void *(*start)(void *), void *argument, _Bool detached, size_t *thread) {
  __threads_enter();
  int number = __begun;
  if (number == THREADS)
    __model___too_many_threads();
  __begun = number + 1;
  __threads[number].detached = detached;
  *thread = (size_t)number + 1;
  __threads_start(body, start, argument, number);
  __threads_leave();
  return 0;
}

int __model_pthread_create(size_t *thread, const void *attributes, void *(*start)(void *), void *argument) {
  return __create(__body, start, argument, attributes && *(const int *)attributes == 1, thread);
}

int __model_pthread_join(size_t thread, void **result) {
  size_t number = thread - 1;
  /* What is no thread must not be joined. */
  if (number >= THREADS)
    __model___unsupported();
  if (number == (size_t)__threads_own())
    return DEADLOCK;
  __threads_enter_when(&__threads[number].done, 1);
  void *value = __threads[number].result;
  __threads_leave();
  if (result) {
    if (value == __no_result)
      __model___unsupported();
    *result = value;
  }
  return 0;
}

/* Handlers that would be called if the thread were cancelled or left early. */
void __model_pthread_exit(void *result) {
  if (__threads[__threads_own()].handlers)
    __model___unsupported();
  __end_thread(result);
}

void __model___pthread_register_cancel(void *buffer) {
  __threads[__threads_own()].handlers++;
}

void __model___pthread_unregister_cancel(void *buffer) {
  __threads[__threads_own()].handlers--;
}

void __model___pthread_unwind_next(void *buffer) {
  __model___unsupported();
}

int __model___sigsetjmp_cancel(void *buffer, int saves) {
  return 0;
}

size_t __model_pthread_self(void) {
  return (size_t)__threads_own() + 1;
}

int __model_pthread_equal(size_t a, size_t b) {
  return a == b;
}

int __model_pthread_detach(size_t thread) {
  return 0;
}

void __model_thrd_yield(void) {
}

int __model_pthread_yield(void) {
  return 0;
}

int __model_pthread_setconcurrency(int level) {
  return 0;
}

int __model_thrd_create(size_t *thread, int (*start)(void *), void *argument) {
  return __create(__body_of_c11, (void *(*)(void *))start, argument, 0, thread);
}

int __model_thrd_join(size_t thread, int *result) {
  void *value;
  if (__model_pthread_join(thread, &value))
    return FAILED;
  if (result)
    *result = (int)(long)value;
  return 0;
}

size_t __model_thrd_current(void) {
  return (size_t)__threads_own() + 1;
}

int __model_thrd_equal(size_t a, size_t b) {
  return a == b;
}

int __model_thrd_detach(size_t thread) {
  return 0;
}

void __model_thrd_exit(int result) {
  __end_thread((void *)(long)result);
}

void __model___VERIFIER_atomic_begin(void) {
  __threads_enter();
}

void __model___VERIFIER_atomic_end(void) {
  __threads_leave();
}

struct __mutex {
  int lock;
  unsigned count;
  int owner;
  unsigned users;
  int kind;
};

int __model_pthread_mutex_init(struct __mutex *mutex, const int *attributes) {
  mutex->lock = 0;
  mutex->count = 0;
  mutex->owner = 0;
  mutex->kind = attributes ? *attributes & 3 : NORMAL;
  return 0;
}

static void __take(struct __mutex *mutex) {
  mutex->lock = 1;
  mutex->owner = __threads_own() + 1;
}

/* What to answer if the thread has it, so that it must not wait for itself; else -1. No variable here needs an address: each would be another one in each call, and
   states that are the same would not look so. */
static int __again(struct __mutex *mutex) {
  int kind = mutex->kind;
  int status = -1;
  if (kind == RECURSIVE || kind == ERRORCHECK) {
    __threads_enter();
    if (mutex->lock && mutex->owner == __threads_own() + 1) {
      status = kind == RECURSIVE ? 0 : DEADLOCK;
      if (kind == RECURSIVE)
        mutex->count++;
    }
    __threads_leave();
  }
  return status;
}

int __model_pthread_mutex_lock(struct __mutex *mutex) {
  int status = __again(mutex);
  if (status >= 0)
    return status;
  __threads_enter_when(&mutex->lock, 0);
  __take(mutex);
  __threads_leave();
  return 0;
}

int __model_pthread_mutex_trylock(struct __mutex *mutex) {
  int status = 0;
  __threads_enter();
  if (mutex->lock == 0)
    __take(mutex);
  else if (mutex->kind == RECURSIVE && mutex->owner == __threads_own() + 1)
    mutex->count++;
  else
    status = BUSY;
  __threads_leave();
  return status;
}

int __model_pthread_mutex_timedlock(struct __mutex *mutex, const void *until) {
  int status = __again(mutex);
  if (status >= 0)
    return status;
  status = __model_pthread_mutex_trylock(mutex);
  if (status == 0 || __VERIFIER_nondet_schedule())
    return status ? TIMEDOUT : 0;
  return __model_pthread_mutex_lock(mutex);
}

/* Within a section. One that another thread holds is given back all the same, as is done where nobody checks. */
static int __give_back(struct __mutex *mutex) {
  if (mutex->kind != NORMAL && (mutex->lock == 0 || mutex->owner != __threads_own() + 1))
    return PERM;
  if (mutex->count > 0) {
    mutex->count--;
    return 0;
  }
  mutex->lock = 0;
  mutex->owner = 0;
  return 0;
}

int __model_pthread_mutex_unlock(struct __mutex *mutex) {
  __threads_enter();
  int status = __give_back(mutex);
  __threads_leave();
  return status;
}

int __model_pthread_mutex_destroy(struct __mutex *mutex) {
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

int __model_pthread_mutexattr_setpshared(int *attributes, int shared) {
  return 0;
}

int __model_pthread_mutexattr_destroy(int *attributes) {
  return 0;
}

int __model_mtx_init(struct __mutex *mutex, int kind) {
  int attributes = kind & 1 ? RECURSIVE : NORMAL;
  __model_pthread_mutex_init(mutex, &attributes);
  return SUCCESS;
}

int __model_mtx_lock(struct __mutex *mutex) {
  return __model_pthread_mutex_lock(mutex) ? FAILED : SUCCESS;
}

int __model_mtx_trylock(struct __mutex *mutex) {
  return __model_pthread_mutex_trylock(mutex) ? OCCUPIED : SUCCESS;
}

int __model_mtx_timedlock(struct __mutex *mutex, const void *until) {
  return __model_pthread_mutex_timedlock(mutex, until) ? LATE : SUCCESS;
}

int __model_mtx_unlock(struct __mutex *mutex) {
  return __model_pthread_mutex_unlock(mutex) ? FAILED : SUCCESS;
}

void __model_mtx_destroy(struct __mutex *mutex) {
}

int __model_pthread_spin_init(int *lock, int shared) {
  *lock = 0;
  return 0;
}

int __model_pthread_spin_lock(int *lock) {
  __threads_enter_when(lock, 0);
  *lock = 1;
  __threads_leave();
  return 0;
}

int __model_pthread_spin_trylock(int *lock) {
  __threads_enter();
  int status = *lock ? BUSY : 0;
  *lock = 1;
  __threads_leave();
  return status;
}

int __model_pthread_spin_unlock(int *lock) {
  __threads_enter();
  *lock = 0;
  __threads_leave();
  return 0;
}

int __model_pthread_spin_destroy(int *lock) {
  return 0;
}

/* `state` is how often it is held for reading, or -1; `writer` is 1 as long as it is held for writing. */
struct __rwlock {
  int state;
  int writer;
  int owner;
};

int __model_pthread_rwlock_init(struct __rwlock *lock, const void *attributes) {
  lock->state = 0;
  lock->writer = 0;
  lock->owner = 0;
  return 0;
}

int __model_pthread_rwlock_rdlock(struct __rwlock *lock) {
  __threads_enter_when(&lock->writer, 0);
  lock->state++;
  __threads_leave();
  return 0;
}

int __model_pthread_rwlock_tryrdlock(struct __rwlock *lock) {
  int status = 0;
  __threads_enter();
  if (lock->writer)
    status = BUSY;
  else
    lock->state++;
  __threads_leave();
  return status;
}

int __model_pthread_rwlock_timedrdlock(struct __rwlock *lock, const void *until) {
  if (__model_pthread_rwlock_tryrdlock(lock) == 0)
    return 0;
  return __VERIFIER_nondet_schedule() ? TIMEDOUT : __model_pthread_rwlock_rdlock(lock);
}

int __model_pthread_rwlock_wrlock(struct __rwlock *lock) {
  __threads_enter_when(&lock->state, 0);
  lock->state = -1;
  lock->writer = 1;
  __threads_leave();
  return 0;
}

int __model_pthread_rwlock_trywrlock(struct __rwlock *lock) {
  int status = 0;
  __threads_enter();
  if (lock->state)
    status = BUSY;
  else {
    lock->state = -1;
    lock->writer = 1;
  }
  __threads_leave();
  return status;
}

int __model_pthread_rwlock_timedwrlock(struct __rwlock *lock, const void *until) {
  if (__model_pthread_rwlock_trywrlock(lock) == 0)
    return 0;
  return __VERIFIER_nondet_schedule() ? TIMEDOUT : __model_pthread_rwlock_wrlock(lock);
}

int __model_pthread_rwlock_unlock(struct __rwlock *lock) {
  int status = 0;
  __threads_enter();
  if (lock->writer) {
    lock->writer = 0;
    lock->state = 0;
  } else if (lock->state > 0)
    lock->state--;
  else
    status = PERM;
  __threads_leave();
  return status;
}

int __model_pthread_rwlock_destroy(struct __rwlock *lock) {
  return 0;
}

int __model_pthread_cond_init(void *condition, const void *attributes) {
  return 0;
}

int __model_pthread_cond_wait(void *condition, struct __mutex *mutex) {
  int own = __threads_own();
  __threads_enter();
  if (__give_back(mutex)) {
    __threads_leave();
    return PERM;
  }
  _Bool waits = !__VERIFIER_nondet_schedule();
  if (waits) {
    __threads[own].condition = condition;
    __threads[own].woken = 0;
  }
  __threads_leave();
  if (waits) {
    __threads_enter_when(&__threads[own].woken, 1);
    __threads_leave();
  }
  return __model_pthread_mutex_lock(mutex);
}

int __model_pthread_cond_timedwait(void *condition, struct __mutex *mutex, const void *until) {
  if (!__VERIFIER_nondet_schedule())
    return __model_pthread_cond_wait(condition, mutex);
  int status = __model_pthread_mutex_unlock(mutex);
  if (status == 0)
    status = __model_pthread_mutex_lock(mutex);
  return status ? status : TIMEDOUT;
}

static void __wake(int i) {
  __threads[i].condition = 0;
  __threads[i].woken = 1;
}

/* Any of those who wait. */
int __model_pthread_cond_signal(void *condition) {
  __threads_enter();
  int last = -1;
  for (int i = 0; i < __begun; i++)
    if (__threads[i].condition == condition) {
      if (last >= 0 && __VERIFIER_nondet_schedule())
        break;
      last = i;
    }
  if (last >= 0)
    __wake(last);
  __threads_leave();
  return 0;
}

int __model_pthread_cond_broadcast(void *condition) {
  __threads_enter();
  for (int i = 0; i < __begun; i++)
    if (__threads[i].condition == condition)
      __wake(i);
  __threads_leave();
  return 0;
}

int __model_pthread_cond_destroy(void *condition) {
  return 0;
}

int __model_pthread_condattr_init(void *attributes) {
  return 0;
}

int __model_pthread_condattr_destroy(void *attributes) {
  return 0;
}

int __model_cnd_init(void *condition) {
  return SUCCESS;
}

int __model_cnd_wait(void *condition, struct __mutex *mutex) {
  return __model_pthread_cond_wait(condition, mutex) ? FAILED : SUCCESS;
}

int __model_cnd_timedwait(void *condition, struct __mutex *mutex, const void *until) {
  int status = __model_pthread_cond_timedwait(condition, mutex, until);
  return status == TIMEDOUT ? LATE : status ? FAILED : SUCCESS;
}

int __model_cnd_signal(void *condition) {
  __model_pthread_cond_signal(condition);
  return SUCCESS;
}

int __model_cnd_broadcast(void *condition) {
  __model_pthread_cond_broadcast(condition);
  return SUCCESS;
}

void __model_cnd_destroy(void *condition) {
}

int __model_sem_init(int *semaphore, int shared, unsigned value) {
  *semaphore = value;
  return 0;
}

int __model_sem_wait(int *semaphore) {
  __threads_enter_unless(semaphore, 0);
  --*semaphore;
  __threads_leave();
  return 0;
}

int __model_sem_trywait(int *semaphore) {
  int status = 0;
  __threads_enter();
  if (*semaphore)
    --*semaphore;
  else
    status = -1;
  __threads_leave();
  if (status)
    *__model___errno_location() = AGAIN;
  return status;
}

int __model_sem_timedwait(int *semaphore, const void *until) {
  if (__model_sem_trywait(semaphore) == 0)
    return 0;
  if (!__VERIFIER_nondet_schedule())
    return __model_sem_wait(semaphore);
  *__model___errno_location() = TIMEDOUT;
  return -1;
}

int __model_sem_post(int *semaphore) {
  __threads_enter();
  ++*semaphore;
  __threads_leave();
  return 0;
}

int __model_sem_getvalue(int *semaphore, int *value) {
  __threads_enter();
  int now = *semaphore;
  __threads_leave();
  *value = now;
  return 0;
}

int __model_sem_destroy(int *semaphore) {
  return 0;
}

struct __barrier {
  int generation;
  unsigned waiting;
  unsigned count;
};

int __model_pthread_barrier_init(struct __barrier *barrier, const void *attributes, unsigned count) {
  if (count == 0)
    return INVAL;
  barrier->generation = 0;
  barrier->waiting = 0;
  barrier->count = count;
  return 0;
}

int __model_pthread_barrier_wait(struct __barrier *barrier) {
  __threads_enter();
  int generation = barrier->generation;
  _Bool is_last = ++barrier->waiting == barrier->count;
  if (is_last) {
    barrier->waiting = 0;
    barrier->generation = generation + 1;
  }
  __threads_leave();
  if (is_last)
    return -1;
  __threads_enter_unless(&barrier->generation, generation);
  __threads_leave();
  return 0;
}

int __model_pthread_barrier_destroy(struct __barrier *barrier) {
  return 0;
}

/* 0 before, 1 during, 2 after the call. */
int __model_pthread_once(int *once, void (*f)(void)) {
  __threads_enter_unless(once, 1);
  _Bool is_first = *once == 0;
  if (is_first)
    *once = 1;
  __threads_leave();
  if (is_first) {
    f();
    __threads_enter();
    *once = 2;
    __threads_leave();
  }
  return 0;
}

void __model_call_once(int *once, void (*f)(void)) {
  __model_pthread_once(once, f);
}

enum { JOINABLE, DETACHED };

int __model_pthread_attr_init(int *attributes) {
  *attributes = JOINABLE;
  return 0;
}

int __model_pthread_attr_setdetachstate(int *attributes, int state) {
  *attributes = state;
  return 0;
}

int __model_pthread_attr_getdetachstate(const int *attributes, int *state) {
  *state = *attributes;
  return 0;
}

int __model_pthread_attr_setstacksize(int *attributes, size_t size) {
  return 0;
}

int __model_pthread_attr_setscope(int *attributes, int scope) {
  return 0;
}

int __model_pthread_attr_setschedpolicy(int *attributes, int policy) {
  return 0;
}

int __model_pthread_attr_destroy(int *attributes) {
  return 0;
}

enum { KEYS = 16 };
static struct {
  void (*destructor)(void *);
  int used;
} __keys[KEYS];
static const void *__values[THREADS][KEYS];

static void __destroy_values(void) {
  int own = __threads_own();
  for (unsigned key = 0; key < KEYS; key++)
    if (__keys[key].used && __values[own][key]) {
      const void *value = __values[own][key];
      __values[own][key] = 0;
      if (__keys[key].destructor)
        __keys[key].destructor((void *)value);
    }
}

int __model_pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  unsigned number = 0;
  __threads_enter();
  while (number < KEYS && __keys[number].used)
    number++;
  if (number == KEYS)
    __model___unsupported();
  __keys[number].used = 1;
  __keys[number].destructor = destructor;
  __at_end = __destroy_values;
  __threads_leave();
  *key = number;
  return 0;
}

int __model_pthread_key_delete(unsigned key) {
  if (key >= KEYS)
    return INVAL;
  __threads_enter();
  __keys[key].used = 0;
  for (int i = 0; i < THREADS; i++)
    __values[i][key] = 0;
  __threads_leave();
  return 0;
}

int __model_pthread_setspecific(unsigned key, const void *value) {
  if (key >= KEYS)
    return INVAL;
  __values[__threads_own()][key] = value;
  return 0;
}

void *__model_pthread_getspecific(unsigned key) {
  return key < KEYS ? (void *)__values[__threads_own()][key] : 0;
}

int __model_tss_create(unsigned *key, void (*destructor)(void *)) {
  return __model_pthread_key_create(key, destructor);
}

void __model_tss_delete(unsigned key) {
  __model_pthread_key_delete(key);
}

int __model_tss_set(unsigned key, void *value) {
  return __model_pthread_setspecific(key, value);
}

void *__model_tss_get(unsigned key) {
  return __model_pthread_getspecific(key);
}
