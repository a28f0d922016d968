/* Watches which locks protect which objects: the automaton of Eraser (Savage et al.) as Holzmann draws it (figure 4), one for each object. Locks are those of
   pthreads: their functions are defined here and call the ones of the system. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { gotcha_lockset_VIRGIN, gotcha_lockset_EXCLUSIVE, gotcha_lockset_SHARED, gotcha_lockset_SHARED_MODIFIED, gotcha_lockset_RACE, gotcha_lockset_READ_UNWRITTEN };
enum { gotcha_lockset_HELD = 64 };

typedef struct gotcha_lockset_object {
  const volatile void *address;
  struct gotcha_lockset_object *next;
  unsigned long owner;
  /* Threads that have used it, by their bits; the last one stands for all from there on. */
  unsigned long long users;
  int state;
  int n_locks;
  const void *locks[gotcha_lockset_HELD];
} gotcha_lockset_object;

static gotcha_lockset_object *gotcha_lockset_objects[4096];
static pthread_mutex_t gotcha_lockset_own = PTHREAD_MUTEX_INITIALIZER;
static unsigned long gotcha_lockset_threads, gotcha_lockset_accesses, gotcha_lockset_found;
static __thread unsigned long gotcha_lockset_thread;
/* Threads that this one has joined, and those that they had joined: what they did comes before what it does. */
static __thread unsigned long long gotcha_lockset_ended;
enum { gotcha_lockset_THREADS = 64 };
static struct { pthread_t self; unsigned long long ended; int is_known; } gotcha_lockset_of_thread[gotcha_lockset_THREADS];
static __thread struct { const void *lock; int exclusive; } gotcha_lockset_held[gotcha_lockset_HELD];
static __thread int gotcha_lockset_n_held;

static void *gotcha_lockset_real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    fprintf(stderr, "lockset: there is no %s\n", name);
    abort();
  }
  return found;
}

static void gotcha_lockset_enter(void) {
  static int (*real)(pthread_mutex_t *);
  if (!real)
    real = (int (*)(pthread_mutex_t *))gotcha_lockset_real("pthread_mutex_lock");
  real(&gotcha_lockset_own);
}

static void gotcha_lockset_leave(void) {
  static int (*real)(pthread_mutex_t *);
  if (!real)
    real = (int (*)(pthread_mutex_t *))gotcha_lockset_real("pthread_mutex_unlock");
  real(&gotcha_lockset_own);
}

static void gotcha_lockset_take(const void *lock, int exclusive) {
  if (gotcha_lockset_n_held == gotcha_lockset_HELD) {
    fprintf(stderr, "lockset: a thread holds more than %d locks\n", gotcha_lockset_HELD);
    abort();
  }
  gotcha_lockset_held[gotcha_lockset_n_held].lock = lock;
  gotcha_lockset_held[gotcha_lockset_n_held++].exclusive = exclusive;
}

static void gotcha_lockset_give(const void *lock) {
  int i;
  for (i = gotcha_lockset_n_held - 1; i >= 0; i--)
    if (gotcha_lockset_held[i].lock == lock) {
      for (gotcha_lockset_n_held--; i < gotcha_lockset_n_held; i++)
        gotcha_lockset_held[i] = gotcha_lockset_held[i + 1];
      return;
    }
}

/* Does the thread hold the lock so that others cannot do what it does? */
static int gotcha_lockset_holds(const void *lock, int is_write) {
  int i;
  for (i = 0; i < gotcha_lockset_n_held; i++)
    if (gotcha_lockset_held[i].lock == lock && (gotcha_lockset_held[i].exclusive || !is_write))
      return 1;
  return 0;
}

static void gotcha_lockset_all_held(gotcha_lockset_object *o, int is_write) {
  int i;
  o->n_locks = 0;
  for (i = 0; i < gotcha_lockset_n_held; i++)
    if (gotcha_lockset_held[i].exclusive || !is_write)
      o->locks[o->n_locks++] = gotcha_lockset_held[i].lock;
}

static void gotcha_lockset_still_held(gotcha_lockset_object *o, int is_write) {
  int i, n = 0;
  for (i = 0; i < o->n_locks; i++)
    if (gotcha_lockset_holds(o->locks[i], is_write))
      o->locks[n++] = o->locks[i];
  o->n_locks = n;
}

static gotcha_lockset_object *gotcha_lockset_of(const volatile void *address) {
  gotcha_lockset_object **at = &gotcha_lockset_objects[(size_t)address / 4 % 4096], *o;
  for (o = *at; o; o = o->next)
    if (o->address == address)
      return o;
  o = calloc(1, sizeof *o);
  if (!o) {
    fprintf(stderr, "lockset: out of memory\n");
    abort();
  }
  o->address = address;
  o->next = *at;
  return *at = o;
}

/* The bit of a thread; those beyond share one that never ends. */
static unsigned long long gotcha_lockset_bit(unsigned long thread) {
  return 1ull << (thread < gotcha_lockset_THREADS ? thread : 0);
}

static void gotcha_lockset_begin(void) {
  if (gotcha_lockset_thread)
    return;
  gotcha_lockset_thread = ++gotcha_lockset_threads;
  if (gotcha_lockset_thread < gotcha_lockset_THREADS) {
    gotcha_lockset_of_thread[gotcha_lockset_thread].self = pthread_self();
    gotcha_lockset_of_thread[gotcha_lockset_thread].is_known = 1;
  }
}

/* A thread that accessed nothing has no number. A name is used again after the join, so it is known no longer. */
int pthread_join(pthread_t thread, void **result) {
  static int (*real)(pthread_t, void **);
  int i, status;
  if (!real)
    real = (int (*)(pthread_t, void **))gotcha_lockset_real("pthread_join");
  status = real(thread, result);
  if (status != 0)
    return status;
  gotcha_lockset_enter();
  for (i = 1; i < gotcha_lockset_THREADS; i++)
    if (gotcha_lockset_of_thread[i].is_known && pthread_equal(gotcha_lockset_of_thread[i].self, thread)) {
      gotcha_lockset_begin();
      gotcha_lockset_of_thread[i].is_known = 0;
      gotcha_lockset_ended |= gotcha_lockset_bit(i) | gotcha_lockset_of_thread[i].ended;
      if (gotcha_lockset_thread < gotcha_lockset_THREADS)
        gotcha_lockset_of_thread[gotcha_lockset_thread].ended = gotcha_lockset_ended;
    }
  gotcha_lockset_leave();
  return 0;
}

static void gotcha_lockset_report(const char *what, const char *name, int line) {
  gotcha_lockset_found++;
  fprintf(stderr, "lockset: %s: %s, line %d\n", what, name, line);
}

/* What becomes of an object, of which it is known whether its declaration initialises it. */
void gotcha_lockset_access(const volatile void *address, const char *name, int is_write, int is_initialised, int line) {
  gotcha_lockset_object *o;
  unsigned long long self;
  gotcha_lockset_enter();
  gotcha_lockset_begin();
  gotcha_lockset_accesses++;
  o = gotcha_lockset_of(address);
  self = gotcha_lockset_bit(gotcha_lockset_thread);
  if (o->state != gotcha_lockset_VIRGIN && o->state < gotcha_lockset_RACE && !(o->users & ~self & ~gotcha_lockset_ended)
      && gotcha_lockset_thread < gotcha_lockset_THREADS) {
    /* All that others did with it comes before. */
    o->state = gotcha_lockset_EXCLUSIVE;
    o->owner = gotcha_lockset_thread;
    o->users = 0;
  }
  o->users |= self;
  switch (o->state) {
  case gotcha_lockset_VIRGIN:
    if (is_write || is_initialised) {
      o->state = gotcha_lockset_EXCLUSIVE;
      o->owner = gotcha_lockset_thread;
    } else {
      o->state = gotcha_lockset_READ_UNWRITTEN;
      gotcha_lockset_report("read before it is written", name, line);
    }
    break;
  case gotcha_lockset_EXCLUSIVE:
    if (o->owner != gotcha_lockset_thread) {
      o->state = is_write ? gotcha_lockset_SHARED_MODIFIED : gotcha_lockset_SHARED;
      gotcha_lockset_all_held(o, is_write);
    }
    break;
  case gotcha_lockset_SHARED:
    if (is_write)
      o->state = gotcha_lockset_SHARED_MODIFIED;
    gotcha_lockset_still_held(o, is_write);
    break;
  case gotcha_lockset_SHARED_MODIFIED:
    gotcha_lockset_still_held(o, is_write);
    break;
  default:
    break;
  }
  if (o->state == gotcha_lockset_SHARED_MODIFIED && o->n_locks == 0) {
    o->state = gotcha_lockset_RACE;
    gotcha_lockset_report("no lock protects", name, line);
  }
  gotcha_lockset_leave();
}

/* The state of the automaton of an object. */
const char *gotcha_lockset_state(const volatile void *address) {
  static const char *const names[] = {"virgin", "exclusive", "shared", "shared-modified", "race", "read-before-written"};
  int state;
  gotcha_lockset_enter();
  state = gotcha_lockset_of(address)->state;
  gotcha_lockset_leave();
  return names[state];
}

__attribute__((destructor)) static void gotcha_lockset_end(void) {
#ifdef GOTCHA_MONITOR_LOG
  FILE *log = fopen(GOTCHA_MONITOR_LOG, "a");
  if (log) {
    fprintf(log, "%d %lu\n", gotcha_lockset_found != 0, gotcha_lockset_accesses);
    fclose(log);
  }
#endif
}

#define gotcha_lockset_LOCK(function, type, exclusive)                     \
  int function(type *lock) {                                  \
    static int (*real)(type *);                               \
    int status;                                               \
    if (!real)                                                \
      real = (int (*)(type *))gotcha_lockset_real(#function);              \
    status = real(lock);                                      \
    if (status == 0)                                          \
      gotcha_lockset_take((const void *)lock, exclusive);                  \
    return status;                                            \
  }

#define gotcha_lockset_LOCK_UNTIL(function, type, exclusive)                               \
  int function(type *lock, const struct timespec *until) {                    \
    static int (*real)(type *, const struct timespec *);                      \
    int status;                                                               \
    if (!real)                                                                \
      real = (int (*)(type *, const struct timespec *))gotcha_lockset_real(#function);     \
    status = real(lock, until);                                               \
    if (status == 0)                                                          \
      gotcha_lockset_take((const void *)lock, exclusive);                                  \
    return status;                                                            \
  }

#define gotcha_lockset_UNLOCK(function, type)                              \
  int function(type *lock) {                                  \
    static int (*real)(type *);                               \
    if (!real)                                                \
      real = (int (*)(type *))gotcha_lockset_real(#function);              \
    gotcha_lockset_give((const void *)lock);                               \
    return real(lock);                                        \
  }

gotcha_lockset_LOCK(pthread_mutex_lock, pthread_mutex_t, 1)
gotcha_lockset_LOCK(pthread_mutex_trylock, pthread_mutex_t, 1)
gotcha_lockset_LOCK_UNTIL(pthread_mutex_timedlock, pthread_mutex_t, 1)
gotcha_lockset_UNLOCK(pthread_mutex_unlock, pthread_mutex_t)
gotcha_lockset_LOCK(pthread_rwlock_rdlock, pthread_rwlock_t, 0)
gotcha_lockset_LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t, 0)
gotcha_lockset_LOCK(pthread_rwlock_wrlock, pthread_rwlock_t, 1)
gotcha_lockset_LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t, 1)
gotcha_lockset_LOCK_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t, 0)
gotcha_lockset_LOCK_UNTIL(pthread_rwlock_timedwrlock, pthread_rwlock_t, 1)
gotcha_lockset_UNLOCK(pthread_rwlock_unlock, pthread_rwlock_t)
gotcha_lockset_LOCK(pthread_spin_lock, pthread_spinlock_t, 1)
gotcha_lockset_LOCK(pthread_spin_trylock, pthread_spinlock_t, 1)
gotcha_lockset_UNLOCK(pthread_spin_unlock, pthread_spinlock_t)
