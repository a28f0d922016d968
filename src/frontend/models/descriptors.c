/* Files by number. What was opened to be read is known as far as its file is; the lowest number that is free is that of the next file. */
typedef __SIZE_TYPE__ size_t;
struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
struct __descriptor { _Bool open, used; int file, flags, same; long at; struct __stream *stream; };
extern struct __stream __model_streams[3];
extern struct __descriptor __model_descriptors[12];
extern _Bool __model_output_full, __model_positions_lost, __model_numbers_lost;
int *__model___errno_location(void);
int __model___succeeds(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
size_t __any_size(void);
void __any_bytes(void *p, size_t n);
void __unsupported(void);
void __other_files(void);
_Bool __has_world(void);
_Bool __over_approximates(void);
_Bool __goes_back_in_files(void);
_Bool __uses_file_numbers(void);
_Bool __may_fail(void);
_Bool __files_are_known(void);
int __model_file_opened(const char *path, int flags);
int __model_file_byte(int i, long at);
long __model_file_size(int i);
void __model_file_ended(int i);

enum { DESCRIPTORS = 12, FIRST = 3, END = -1, THERE = 16, UNSURE = 17 };
enum { FROM_START, FROM_HERE, FROM_END };
enum { ACCESS = 3, WRITES = 1, CREATES = 0100, TRUNCATES = 01000, CLOSES = 02000000, CHANGED = 06000, FOR_OPENING = 01700 };
enum { OUTPUT = 1, OPEN_FOLDER = 5, BAD_FILE = 9, IS_DIRECTORY = 21, INVALID = 22, NO_TERMINAL = 25, NO_SPACE = 28, NO_POSITION = 29, DISTANCE = 1 << 30 };

static int __errs(int number) {
  *__model___errno_location() = number;
  return -1;
}
static int __fails(void) { return __errs(1 + (int)(__any_unsigned() % 133)); }
/* The descriptor of a number that the program has opened or closed itself; null for others. */
struct __descriptor *__model_descriptor_of(int number) {
  if (!__has_world() || !__uses_file_numbers() || __model_positions_lost)
    return 0;
  for (int i = 0; i < DESCRIPTORS; i++)
    if (__model_descriptors[i].used && i == number)
      return &__model_descriptors[i];
  return 0;
}

static int __descriptions = FIRST;

/* A standard input that was closed from the start is one again, but nobody knows which, once something is opened. */
enum { CLOSED = 6 };
static void __input_opened(void) {
  if (__may_fail() && __model_streams[0].file == CLOSED)
    __model_streams[0].file = 0;
}

/* Is it the standard output, and that a device that is full? */
static _Bool __is_full(const struct __descriptor *d) { return __may_fail() && __model_output_full && d && d->open && d->same == OUTPUT; }

static int __set(int number, int file, int flags, int same, long at, struct __stream *stream) {
  __input_opened();
  struct __descriptor *d = &__model_descriptors[number];
  d->open = d->used = 1;
  d->file = file;
  d->flags = flags;
  d->same = same;
  d->at = at;
  d->stream = stream;
  return number;
}
static int __lowest_free(int from) {
  int n = from;
  while (n < DESCRIPTORS && __model_descriptors[n].open)
    n++;
  return n == DESCRIPTORS || !__has_world() || __model_numbers_lost || __model_positions_lost ? -1 : n;
}
static int __any_number(void) { return (int)(__any_unsigned() & 0x7fffffff); }

/* A number for what was opened, or -1 where it is not known; `file` is as in streams. */
int __model_descriptor_taken(int file, int flags, struct __stream *stream) {
  __input_opened();
  /* Nobody asks for it. */
  if (!__uses_file_numbers())
    return -1;
  /* Proofs hold for any numbers, and for files of which nothing is known. */
  if (__over_approximates()) {
    __model_positions_lost = __model_numbers_lost = 1;
    return -1;
  }
  int n = __lowest_free(0);
  if (n < 0)
    return n;
  return __set(n, file, flags & ~FOR_OPENING, __descriptions++, 0, stream);
}

/* Do several numbers share a position? */
static _Bool __shares;

static void __loses(struct __descriptor *d) {
  d->file = 0;
  if (d->stream)
    d->stream->file = 0;
}
/* From here on it is not known which byte is the next, for all that share the position. */
void __model_descriptor_lost(struct __descriptor *d) {
  __loses(d);
  for (int i = 0; __shares && i < DESCRIPTORS; i++)
    if (__model_descriptors[i].open && __model_descriptors[i].same == d->same)
      __loses(&__model_descriptors[i]);
}

/* Has a stream read ahead? Then only it knows where it is. */
static _Bool __has_reader(struct __descriptor *d) { return d->open && d->stream && d->stream->buffered; }
static _Bool __has_position(struct __descriptor *d) {
  _Bool reads = __has_reader(d);
  for (int i = 0; __shares && i < DESCRIPTORS; i++)
    reads |= __model_descriptors[i].same == d->same && __has_reader(&__model_descriptors[i]);
  if (reads)
    __model_descriptor_lost(d);
  return d->file != 0;
}

static void __moves_alone(struct __descriptor *d, long to) {
  d->at = to;
  if (d->stream)
    d->stream->at = to;
}
/* Where the program never goes back the next byte is the next one that is read. */
static void __moves(struct __descriptor *d, long to) {
  if (!__goes_back_in_files())
    return;
  __moves_alone(d, to);
  for (int i = 0; __shares && i < DESCRIPTORS; i++)
    if (__model_descriptors[i].open && __model_descriptors[i].same == d->same)
      __moves_alone(&__model_descriptors[i], to);
}

int __model_open(const char *path, int flags, ...) {
  if (!__has_world())
    return __any_bool() ? __fails() : __any_number();
  int file = __model_file_opened(path, flags);
  /* Whether it is there is known. */
  if (file != UNSURE && __rarely())
    return __files_are_known() || __any_bool() ? __fails() : __any_number();
  if (file < 0)
    return __errs(-file);
  _Bool writes = (flags & ACCESS) || (flags & (CREATES | TRUNCATES));
  /* Files that are written can be made, others are mostly not there. */
  if (file == UNSURE && __any_bool() == writes)
    return __fails();
  int n = __model_descriptor_taken(file < THERE ? file + 1 : 0, flags, 0);
  /* Others may be open from the start, which is not followed. */
  if (!__over_approximates() && __rarely())
    __other_files();
  return n < 0 ? __any_number() : n;
}
int __model_open64(const char *path, int flags, ...) { return __model_open(path, flags); }
int __model_creat(const char *path, unsigned mode) { return __model_open(path, WRITES | CREATES | TRUNCATES); }
int __model_creat64(const char *path, unsigned mode) { return __model_creat(path, mode); }

/* A pipe or a terminal has no position. */
long __model_lseek(int file, long offset, int from) {
  if (file < 0)
    return __errs(BAD_FILE);
  struct __descriptor *d = __model_descriptor_of(file);
  if (d && !d->open && !__rarely())
    return __errs(BAD_FILE);
  if (d && d->open && (from < FROM_START || from > FROM_END) && !__rarely()) {
    if (from >= FROM_START && from <= 4)
      __unsupported();
    return __errs(INVALID);
  }
  if (d && d->open && d->same == OUTPUT && !__rarely())
    return __is_full(d) ? 0 : __errs(NO_POSITION);
  if (!d || !__has_position(d) || (d->file == OPEN_FOLDER && (from != FROM_HERE || offset)) || offset > DISTANCE || offset < -DISTANCE || __rarely()) {
    if (d)
      __model_descriptor_lost(d);
    return __model___succeeds() | (long)(__any_size() & ((size_t)-1 >> 1));
  }
  long to = from == FROM_START ? offset : from == FROM_HERE ? d->at + offset : __model_file_size(d->file - 1) + offset;
  if (to < 0)
    return __errs(INVALID);
  __moves(d, to);
  return to;
}
long __model_lseek64(int file, long offset, int from) { return __model_lseek(file, offset, from); }

/* Reads bytes of a file, from here on. A pipe or a terminal may deliver fewer than there are; that a file is one is not followed elsewhere than here. */
enum { INPUT = 4 };
static size_t __read_known(int file, long at, char *to, size_t size) {
  size_t n = 0;
  int c = 0;
  for (; n < size && !(file == INPUT && n && __rarely()) && (c = __model_file_byte(file - 1, at + (long)n)) != END; n++)
    to[n] = (char)c;
  if (c == END)
    __model_file_ended(file - 1);
  return n;
}

static long __read_unknown(void *to, size_t size) {
  size_t n = __any_size();
  if (n > size)
    return __model___succeeds();
  __any_bytes(to, n);
  return (long)n;
}

/* The last look before a file is read: why it fails, if it is sure to. */
static _Bool __cannot_be_read(int file, struct __descriptor *d) { return file < 0 || (d && (!d->open || (d->flags & ACCESS) == WRITES)); }

long __model_read(int file, void *to, size_t size) {
  struct __descriptor *d = __model_descriptor_of(file);
  if (__cannot_be_read(file, d) && !__rarely())
    return __errs(BAD_FILE);
  if (!d || !__has_position(d))
    return __read_unknown(to, size);
  if (__rarely())
    return __model___succeeds();
  if (d->file == OPEN_FOLDER)
    return __errs(IS_DIRECTORY);
  size_t n = __read_known(d->file, d->at, to, size);
  __moves(d, d->at + (long)n);
  return (long)n;
}

/* The position does not move. */
long __model_pread(int file, void *to, size_t size, long offset) {
  struct __descriptor *d = __model_descriptor_of(file);
  if (offset < 0 && !__rarely())
    return __errs(INVALID);
  if (__cannot_be_read(file, d) && !__rarely())
    return __errs(BAD_FILE);
  if (!d || !d->file || offset > DISTANCE || offset < 0)
    return __read_unknown(to, size);
  if (__rarely())
    return __model___succeeds();
  if (d->file == OPEN_FOLDER)
    return __errs(IS_DIRECTORY);
  return (long)__read_known(d->file, offset, to, size);
}
long __model_pread64(int file, void *to, size_t size, long offset) { return __model_pread(file, to, size, offset); }

/* The first and the last byte are looked at. */
static void __look_at(const char *p, size_t n) {
  static char seen;
  if (n) {
    seen = p[0];
    seen = p[n - 1];
  }
}

/* What somebody else has opened for the program may be read only. */
long __model_write(int file, const void *from, size_t size) {
  __look_at(from, size);
  struct __descriptor *d = __model_descriptor_of(file);
  if ((file < 0 || (d && (!d->open || (file >= FIRST && (d->flags & ACCESS) == 0)))) && !__rarely())
    return __errs(BAD_FILE);
  if (d && d->file)
    return __model___succeeds();
  if (!__rarely())
    return __is_full(d) ? __errs(NO_SPACE) : (long)size;
  size_t n = __any_size();
  return n < size ? (long)n : __model___succeeds();
}

int __model_close(int file) {
  if (file < 0)
    return __errs(BAD_FILE);
  struct __descriptor *d = __model_descriptor_of(file);
  if (!d)
    return __model___succeeds();
  if (!d->open)
    return __rarely() ? __model___succeeds() : __errs(BAD_FILE);
  d->open = 0;
  if (d->stream)
    d->stream->file = 0;
  d->stream = 0;
  return __rarely() ? __model___succeeds() : 0;
}

/* One more number, at least so large, for the same file and position. */
static int __duplicate(int file, int least) {
  struct __descriptor *d = __model_descriptor_of(file);
  if (file < 0 || (d && !d->open && !__rarely()))
    return __errs(BAD_FILE);
  if (least < 0 || least >= DISTANCE)
    return __errs(INVALID);
  if (!d || !d->open) {
    __model_positions_lost = __model_numbers_lost = 1;
    return __model___succeeds() ? -1 : __any_number();
  }
  if (__over_approximates()) {
    __model_positions_lost = __model_numbers_lost = 1;
    return __any_bool() ? __fails() : __any_number();
  }
  int n = least < DESCRIPTORS ? __lowest_free(least) : -1;
  if (__rarely())
    __other_files();
  if (n < 0) {
    __model_descriptor_lost(d);
    return __rarely() ? __fails() : __any_number();
  }
  __shares = 1;
  return __set(n, d->file, d->flags & ~CLOSES, d->same, d->at, 0);
}
int __model_dup(int file) { return __duplicate(file, 0); }

int __model_dup2(int file, int number) {
  struct __descriptor *d = __model_descriptor_of(file);
  if ((file < 0 || number < 0 || (d && !d->open)) && !__rarely())
    return __errs(BAD_FILE);
  if (!d || !d->open || number >= DESCRIPTORS || __rarely()) {
    __model_positions_lost = __model_numbers_lost = 1;
    return __model___succeeds() ? -1 : number;
  }
  if (file == number)
    return number;
  /* The stream on top of that number reads from elsewhere now. */
  struct __descriptor *before = &__model_descriptors[number];
  struct __stream *stream = before->open ? before->stream : 0;
  __shares = 1;
  if (stream) {
    stream->file = stream->buffered ? 0 : d->file;
    stream->at = d->at;
  }
  return __set(number, d->file, d->flags & ~CLOSES, d->same, d->at, stream);
}
int __model_dup3(int file, int number, int flags) {
  if (file == number || (flags & ~02000000))
    return __errs(INVALID);
  int n = __model_dup2(file, number);
  struct __descriptor *d = __model_descriptor_of(n);
  if (d)
    d->flags |= flags;
  return n;
}

enum { DUPLICATE = 0, GET_CLOSING, SET_CLOSING, GET_FLAGS, SET_FLAGS, DUPLICATE_CLOSING = 1030 };
static int __control(int file, int what, __builtin_va_list arguments) {
  struct __descriptor *d = __model_descriptor_of(file);
  if ((file < 0 || (d && !d->open)) && !__rarely())
    return __errs(BAD_FILE);
  if (what == DUPLICATE || what == DUPLICATE_CLOSING) {
    int n = __duplicate(file, __builtin_va_arg(arguments, int));
    d = __model_descriptor_of(n);
    if (d)
      d->flags = what == DUPLICATE ? d->flags & ~CLOSES : d->flags | CLOSES;
    return n;
  }
  if (what < DUPLICATE || what > SET_FLAGS) {
    __model_positions_lost = 1;
    return __model___succeeds() ? -1 : (int)__any_unsigned();
  }
  if (__rarely() || (!d && __any_bool()))
    return __fails();
  if (what == SET_CLOSING && d)
    d->flags = __builtin_va_arg(arguments, int) & 1 ? d->flags | CLOSES : d->flags & ~CLOSES;
  if (what == SET_FLAGS && d)
    d->flags = (d->flags & ~CHANGED) | (__builtin_va_arg(arguments, int) & CHANGED);
  if (what == GET_CLOSING)
    return d ? (d->flags & CLOSES) != 0 : __any_bool();
  if (what == GET_FLAGS)
    /* The system adds that files may be large. How the first ones were opened is not known. */
    return d && d->same == OUTPUT && !__is_full(d) && !__rarely() ? WRITES : d && d->same >= FIRST ? (d->flags & ~CLOSES) | 0100000 : __any_number();
  return 0;
}
int __model_fcntl(int file, int what, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, what);
  return __control(file, what, arguments);
}
int __model_fcntl64(int file, int what, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, what);
  return __control(file, what, arguments);
}

/* What the driver of a device is asked: how much there is to read, and the state of a terminal, which neither files nor pipes are. */
enum { GET_TERMINAL = 0x5401, GET_WINDOW = 0x5413, GET_READABLE = 0x541b };
enum { TERMINAL = 36, WINDOW = 8 };
static _Bool __is_no_terminal(const struct __descriptor *d) { return d && d->open && (d->file || d->same == OUTPUT); }

static int __count_readable(struct __descriptor *d, int *to) {
  if (d && d->open && d->file == OPEN_FOLDER && !__rarely())
    return __errs(NO_TERMINAL);
  if (!d || !d->open || !d->file || !__goes_back_in_files() || !__has_position(d) || __rarely()) {
    *to = (int)__any_unsigned();
    return __model___succeeds();
  }
  *to = (int)(__model_file_size(d->file - 1) - d->at);
  return 0;
}

int __model_ioctl(int file, unsigned long request, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, request);
  struct __descriptor *d = __model_descriptor_of(file);
  if ((file < 0 || (d && !d->open)) && !__rarely())
    return __errs(BAD_FILE);
  if (request == GET_READABLE)
    return __count_readable(d, __builtin_va_arg(arguments, int *));
  if (request != GET_TERMINAL && request != GET_WINDOW)
    __unsupported();
  if (__is_no_terminal(d) && !__rarely())
    return __errs(NO_TERMINAL);
  __any_bytes(__builtin_va_arg(arguments, void *), request == GET_TERMINAL ? TERMINAL : WINDOW);
  return __model___succeeds();
}

/* The library's form of the state of a terminal. */
enum { STATE = 60 };
int __model_tcgetattr(int file, void *to) {
  struct __descriptor *d = __model_descriptor_of(file);
  if ((file < 0 || (d && !d->open)) && !__rarely())
    return __errs(BAD_FILE);
  if (__is_no_terminal(d) && !__rarely())
    return __errs(NO_TERMINAL);
  __any_bytes(to, STATE);
  return __model___succeeds();
}
