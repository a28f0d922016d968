/* The standard output as its stream sees it, where nothing can be written to it: a test may have a device that is full, and the program may have closed the descriptor. What is
   written waits in the buffer, and is refused when that is written out. */
typedef __SIZE_TYPE__ size_t;
struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
struct __descriptor { _Bool open, used; int file, flags, same; long at; struct __stream *stream; };
extern struct __stream __model_streams[3];
extern struct __descriptor __model_descriptors[12];
extern _Bool __model_output_full, __model_positions_lost, __model_numbers_lost;
int *__model___errno_location(void);
_Bool __any_bool(void);
size_t __any_size(void);
void __unsupported(void);
_Bool __has_world(void);
_Bool __may_fail(void);
_Bool __uses_file_numbers(void);

enum { OUTPUT = 1, BUFFER = 4096, BAD_FILE = 9, NO_SPACE = 28, UNKNOWN = -1 };
/* When what is written is written out: with a full buffer, at once, or nobody knows. */
enum { WHEN_FULL, SOMETIME, AT_ONCE };
static int __when = WHEN_FULL;
/* Bytes in the buffer. Once something was refused it depends on the version of the library whether they stay. */
static long __waiting;
static _Bool __has_refused;

static _Bool __is_output(const struct __stream *f) { return (__may_fail() || __uses_file_numbers()) && f == &__model_streams[OUTPUT] && f->number == OUTPUT; }

/* Why nothing can be written; 0 where nothing is known that is in the way. */
static int __refusal(const struct __stream *f) {
  const struct __descriptor *d = &__model_descriptors[OUTPUT];
  if (!__has_world() || !__is_output(f) || __model_positions_lost || __model_numbers_lost)
    return 0;
  if (__uses_file_numbers() && !d->open)
    return BAD_FILE;
  return __may_fail() && __model_output_full && (!__uses_file_numbers() || d->same == OUTPUT) ? NO_SPACE : 0;
}

static _Bool __refuse(struct __stream *f, int why) {
  *__model___errno_location() = why;
  f->error = f->buffered = __has_refused = 1;
  return 1;
}

/* Writes so many bytes: are they refused? */
_Bool __model_output_refuses(struct __stream *f, size_t n) {
  if (!__is_output(f) || n == 0)
    return 0;
  int why = __refusal(f);
  if (!why) {
    __waiting = __waiting == UNKNOWN || n > (size_t)(BUFFER - __waiting) ? UNKNOWN : __waiting + (long)n;
    return 0;
  }
  if (__when == AT_ONCE)
    return __refuse(f, why);
  if (__when == SOMETIME || __waiting == UNKNOWN || n >= BUFFER - 1)
    __unsupported();
  if (n > (size_t)(BUFFER - __waiting)) {
    if (__has_refused)
      __unsupported();
    return __refuse(f, why);
  }
  __waiting += (long)n;
  return 0;
}

/* Writes out what waits: is it refused? */
_Bool __model_output_flush_refused(struct __stream *f) {
  if (!__is_output(f))
    return 0;
  int why = __refusal(f);
  if (!why) {
    __waiting = 0;
    return 0;
  }
  if (__when == AT_ONCE || (!__waiting && !__has_refused))
    return 0;
  if (__when == SOMETIME || __waiting == UNKNOWN)
    __unsupported();
  return (!__has_refused || __any_bool()) && __refuse(f, why);
}

_Bool __model_standard_output_refuses(size_t n) { return __model_output_refuses(&__model_streams[OUTPUT], n); }
_Bool __model_standard_output_flush_refused(void) { return __model_output_flush_refused(&__model_streams[OUTPUT]); }
_Bool __model_output_is_full(void) { return __may_fail() && __model_output_full; }
/* What is written to a descriptor is written at once. */
_Bool __model_output_number_refuses(int file) {
  if (file != OUTPUT || !__refusal(&__model_streams[OUTPUT]))
    return 0;
  *__model___errno_location() = __refusal(&__model_streams[OUTPUT]);
  return 1;
}

/* As `setvbuf` has it. */
void __model_output_buffered(struct __stream *f, int mode, size_t size) {
  if (__is_output(f))
    __when = mode == AT_ONCE ? AT_ONCE : mode == WHEN_FULL && (size == 0 || size == BUFFER) ? WHEN_FULL : SOMETIME;
}

/* Bytes that wait to be written. */
size_t __model___fpending(const struct __stream *f) {
  if (__is_output(f) && __refusal(f) && __when != SOMETIME && !__has_refused && __waiting != UNKNOWN)
    return (size_t)__waiting;
  return __any_size();
}
