/* Streams. What is written is evaluated and forgotten. What is read of files is input of the program where it has a world, byte by byte; what is read of other streams is any text, and
   without choices it is empty. */
typedef __SIZE_TYPE__ size_t;
struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
struct __descriptor { _Bool open, used; int file, flags, same; long at; struct __stream *stream; };
extern struct __stream __model_streams[3];
extern _Bool __model_positions_lost, __model_numbers_lost, __model_opened[1 << 20];
int *__model___errno_location(void);
int __model___succeeds(void);
void *__model_malloc(size_t n);
void *__allocate_for_good(size_t n);
void __model_free(void *p);
size_t __model_strlen(const char *s);
int __any_int(void);
unsigned char __any_uchar(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
size_t __any_size(void);
void __any_bytes(void *p, size_t n);
void __unsupported(void);
void __demand_mode(_Bool right);
_Bool __has_world(void);
_Bool __over_approximates(void);
void __model_assume(int holds);
_Bool __goes_back_in_files(void);
_Bool __uses_file_numbers(void);
_Bool __files_are_known(void);
int __model_file_opened(const char *path, int flags);
int __model_file_removed(const char *path);
int __model_file_renamed(const char *from, const char *to);
int __model_file_accessed(const char *path, int mode);
int __model_file_byte(int i, long at);
long __model_file_size(int i);
void __model_file_ended(int i);
struct __descriptor *__model_descriptor_of(int number);
int __model_descriptor_taken(int file, int flags, struct __stream *stream);
void __model_descriptor_lost(struct __descriptor *d);
int __model_close(int number);
void *__model_realloc(void *p, size_t n);
_Bool __model_output_refuses(struct __stream *f, size_t n);
_Bool __model_output_flush_refused(struct __stream *f);
void __model_output_buffered(struct __stream *f, int mode, size_t size);

enum { END = -1, FIRST = 3, TRY_AGAIN = 11, THERE = 16, UNSURE = 17 };
enum { FROM_START, FROM_HERE, FROM_END };
enum { NO_ENTRY = 2, BAD_FILE = 9, NO_DIRECTORY = 20, INVALID = 22, DISTANCE = 1 << 30 };
/* Flags of open. */
enum { ACCESS = 3, WRITES = 1, READS_AND_WRITES = 2, CREATES = 0100, EXCLUSIVE = 0200, TRUNCATES = 01000, APPENDS = 02000, CLOSES = 02000000 };

static int __fails(int number) {
  *__model___errno_location() = number;
  return END;
}
/* An error of the system. */
static int __errs(void) { return __fails(1 + (int)(__any_unsigned() % 133)); }

static _Bool __is_standard(struct __stream *f) { return f == &__model_streams[0] || f == &__model_streams[1] || f == &__model_streams[2]; }
/* Is it one that proofs know nothing of, but whether it is open? */
static _Bool __is_any(struct __stream *f) { return __over_approximates() && !__is_standard(f); }

/* At the end of the file or at an error: is it one? */
_Bool __model_ends(struct __stream *f) {
  _Bool error = __any_bool();
  if (error)
    __errs();
  if (__is_any(f))
    return error;
  if (error) {
    f->error = 1;
  } else {
    f->eof = 1;
  }
  return error;
}

/* Writes so many bytes: the file may be full. */
static int __written(struct __stream *f, size_t n, int result) {
  if (__is_any(f))
    return __any_bool() ? __errs() : result;
  if (f == &__model_streams[1] && __model_output_refuses(f, n))
    return END;
  if (!f->no_writes && !__rarely())
    return result;
  /* A stream that refuses to write has its buffer from then on. */
  f->buffered = f->error = 1;
  return f->no_writes ? __fails(BAD_FILE) : __errs();
}

/* Is it known which byte is the next? */
_Bool __model_reads_world(struct __stream *f) { return __has_world() && !__model_positions_lost && !__is_any(f) && f->file; }

/* Is it known that nothing can be read? */
_Bool __model_only_writes(struct __stream *f) { return !__is_any(f) && f->no_reads; }

/* The character that was pushed back, if one was. They are kept with a bit that tells them from nothing. */
_Bool __model_takes_back(struct __stream *f, char *c) {
  if (__is_any(f) || !f->pushed)
    return 0;
  *c = (char)f->pushed;
  f->pushed = 0;
  return 1;
}

/* From here on it is not. */
static void __lose_position(struct __stream *f) {
  if (__is_any(f))
    return;
  f->file = 0;
  struct __descriptor *d = __model_descriptor_of(f->number);
  if (d && d->stream == f)
    __model_descriptor_lost(d);
}

/* The next byte, or why there is none. The descriptor may be closed or of a directory, and a device may fail between any two bytes. */
enum { FAILURE = -2, OPEN_FOLDER = 5, CLOSED = 6, IS_DIRECTORY = 21 };
static int __next(struct __stream *f) {
  f->buffered = 1;
  if (__rarely()) {
    __errs();
    return FAILURE;
  }
  if (f->file == OPEN_FOLDER || f->file == CLOSED) {
    __fails(f->file == CLOSED ? BAD_FILE : IS_DIRECTORY);
    return FAILURE;
  }
  int c = __model_file_byte(f->file - 1, f->at);
  if (__goes_back_in_files())
    f->at += c != END;
  return c;
}

/* The stream is not at its end any more; its file still is. */
static void __leave_end(struct __stream *f) {
  if (__is_any(f))
    return;
  if (f->eof && f->file)
    __model_file_ended(f->file - 1);
  f->eof = 0;
}

/* Reads a block: as much as there is. */
int __model_fgetc(struct __stream *f);
static size_t __read_block(struct __stream *f, char *to, size_t size) {
  if (__model_reads_world(f) || __model_only_writes(f)) {
    size_t n = 0;
    for (int c; n < size && (c = __model_fgetc(f)) != END; n++)
      to[n] = (char)c;
    return n;
  }
  size_t n = size && __model_takes_back(f, to);
  size_t more = __any_size();
  if (more > size - n)
    more = size - n;
  __any_bytes(to + n, more);
  n += more;
  if (n < size)
    __model_ends(f);
  return n;
}

int __model_fgetc(struct __stream *f) {
  char before;
  if (__model_takes_back(f, &before))
    return (unsigned char)before;
  if (__model_only_writes(f)) {
    f->error = 1;
    return __fails(BAD_FILE);
  }
  if (__model_reads_world(f)) {
    if (f->eof)
      return END;
    int c = __next(f);
    f->eof = c == END;
    if (c != FAILURE)
      return c;
    f->error = 1;
    return END;
  }
  if (__any_bool())
    return __any_uchar();
  __model_ends(f);
  return END;
}
int __model_getc(struct __stream *f) { return __model_fgetc(f); }
int __model__IO_getc(struct __stream *f) { return __model_fgetc(f); }
int __model_fgetc_unlocked(struct __stream *f) { return __model_fgetc(f); }
int __model_getc_unlocked(struct __stream *f) { return __model_fgetc(f); }
int __model_getchar(void) { return __model_fgetc(&__model_streams[0]); }
int __model_getchar_unlocked(void) { return __model_fgetc(&__model_streams[0]); }
int __model_getw(struct __stream *f) {
  int w;
  return __read_block(f, (char *)&w, sizeof w) == sizeof w ? w : END;
}

int __model_ungetc(int c, struct __stream *f) {
  if (c == END)
    return END;
  if (__is_any(f))
    return __any_bool() ? END : c & 255;
  /* One is kept here. */
  if (f->pushed || f->no_reads)
    __unsupported();
  __leave_end(f);
  f->pushed = (c & 255) | 256;
  return c & 255;
}

char *__model_fgets(char *to, int size, struct __stream *f) {
  if (size <= 0)
    return 0;
  if (size == 1) {
    *to = 0;
    return to;
  }
  if (__model_reads_world(f) || __model_only_writes(f)) {
    int n = 0, c = 0;
    while (n < size - 1 && c != '\n' && (c = __model_fgetc(f)) != END) {
      to[n++] = (char)c;
      to[n] = 0;
    }
    /* An error takes what was read before it, unless there only was nothing yet. */
    if (c == END && !f->eof && *__model___errno_location() != TRY_AGAIN)
      return 0;
    return n ? to : 0;
  }
  size_t n = __model_takes_back(f, to);
  if (__any_bool()) {
    size_t more = __any_size();
    if (more > size - 1 - n)
      more = size - 1 - n;
    __any_bytes(to + n, more);
    n += more;
  }
  if (n == 0) {
    __model_ends(f);
    return 0;
  }
  if (__any_bool()) {
    /* The end or an error behind what was read. */
    if (__model_ends(f))
      return 0;
  }
  to[n] = 0;
  return to;
}
char *__model_fgets_unlocked(char *to, int size, struct __stream *f) { return __model_fgets(to, size, f); }

/* Writes as much as there is. */
char *__model_gets(char *to) {
  if (__model_reads_world(&__model_streams[0])) {
    size_t n = 0;
    int c;
    while ((c = __model_fgetc(&__model_streams[0])) != END && c != '\n') {
      to[n++] = (char)c;
      to[n] = 0;
    }
    if (c == END && (!n || !__model_streams[0].eof))
      return 0;
    if (!n)
      *to = 0;
    return to;
  }
  size_t n = __any_size();
  if (!__any_bool())
    return 0;
  __any_bytes(to, n);
  to[n] = 0;
  return to;
}

size_t __model_fread(void *to, size_t size, size_t count, struct __stream *f) {
  if (size == 0 || count == 0)
    return 0;
  return __read_block(f, to, size * count) / size;
}
size_t __model_fread_unlocked(void *to, size_t size, size_t count, struct __stream *f) { return __model_fread(to, size, count, f); }

long __model_getdelim(char **line, size_t *size, int end, struct __stream *f) {
  if (f->error && !__is_any(f))
    return -1;
  /* There is memory for a line before it is read. */
  if (!*line || !*size) {
    char *first = __model_malloc(120);
    if (!first)
      return -1;
    *line = first;
    *size = 120;
  }
  if (__model_reads_world(f) || __model_only_writes(f)) {
    size_t n = 0, first = *size;
    for (int c = 0; c != end && (c = __model_fgetc(f)) != END;) {
      if (n + 1 >= *size) {
        char *larger = __model_realloc(*line, 2 * *size);
        if (!larger)
          return -1;
        *line = larger;
        *size *= 2;
      }
      (*line)[n++] = (char)c;
      (*line)[n] = 0;
    }
    /* There is as much room as was needed, or twice what there was; where it came in parts the room may be another. */
    size_t room = n + 1 > 2 * first ? n + 1 : 2 * first;
    if (*size > first && *size != room && !__rarely()) {
      char *exact = __model_realloc(*line, room);
      if (!exact)
        return -1;
      *line = exact;
      *size = room;
    }
    return n ? (long)n : -1;
  }
  if (!__any_bool()) {
    __model_ends(f);
    return -1;
  }
  size_t n = 1 + (__any_size() & ((size_t)-1 >> 2));
  if (*size <= n) {
    size_t room = n / 2 < *size ? 2 * *size : n + 1;
    char *larger = __model_malloc(room);
    if (!larger)
      return -1;
    __model_free(*line);
    *line = larger;
    *size = room;
  }
  __any_bytes(*line, n);
  (*line)[n] = 0;
  return (long)n;
}
long __model_getline(char **line, size_t *size, struct __stream *f) { return __model_getdelim(line, size, '\n', f); }

int __model_puts(const char *s) {
  size_t n = __model_strlen(s) + 1;
  return __written(&__model_streams[1], n, (int)n);
}
/* Nothing written is never refused, but the stream has its buffer from then on. */
int __model_fputs(const char *s, struct __stream *f) {
  size_t n = __model_strlen(s);
  if (n)
    return __written(f, n, 1);
  if (!__is_any(f))
    f->buffered = 1;
  return 1;
}
int __model_fputs_unlocked(const char *s, struct __stream *f) { return __model_fputs(s, f); }
int __model_fputc(int c, struct __stream *f) { return __written(f, 1, (unsigned char)c); }
int __model_putchar(int c) { return __model_fputc(c, &__model_streams[1]); }
int __model_putchar_unlocked(int c) { return __model_fputc(c, &__model_streams[1]); }
int __model_fputc_unlocked(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model_putc(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model__IO_putc(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model_putc_unlocked(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model_putw(int w, struct __stream *f) { return __written(f, sizeof w, 0); }
void __model_perror(const char *s) {
  if (s)
    __model_strlen(s);
}

/* The first and the last byte are looked at. */
static void __look_at(const char *p, size_t n) {
  static char seen;
  if (n) {
    seen = p[0];
    seen = p[n - 1];
  }
}

size_t __model_fwrite(const void *from, size_t size, size_t count, struct __stream *f) {
  __look_at(from, size * count);
  if (!size || !count)
    return 0;
  if (__written(f, size * count, 0) == 0)
    return count;
  return __any_size() % count;
}
size_t __model_fwrite_unlocked(const void *from, size_t size, size_t count, struct __stream *f) { return __model_fwrite(from, size, count, f); }

/* How `open` would open what is opened by a mode; negative for what is no mode. */
static int __flags_of(const char *mode) {
  _Bool right = *mode == 'r' || *mode == 'w' || *mode == 'a';
  __demand_mode(right);
  if (!right)
    return -1;
  int flags = *mode == 'r' ? 0 : *mode == 'w' ? WRITES | CREATES | TRUNCATES : WRITES | CREATES | APPENDS;
  for (int i = 1; i < 7 && mode[i]; i++)
    flags = mode[i] == '+' ? (flags & ~ACCESS) | READS_AND_WRITES : mode[i] == 'x' ? flags | EXCLUSIVE : mode[i] == 'e' ? flags | CLOSES : flags;
  return flags;
}

/* A stream that is open from here on. It stays where it is when it is closed, so that its use is seen then; by its size it is told from other objects. */
static struct __stream *__stream(int file, int flags) {
  if (__over_approximates()) {
    _Bool *any = &__model_opened[__any_unsigned() % (1 << 20)];
    __model_assume(!*any);
    *any = 1;
    return (struct __stream *)any;
  }
  struct __stream *f = __allocate_for_good(sizeof(struct __stream) + 1);
  *f = (struct __stream){.file = file, .no_reads = (flags & ACCESS) == WRITES, .no_writes = (flags & ACCESS) == 0};
  return f;
}

static void __number(struct __stream *f, int number) {
  if (!__is_any(f))
    f->number = number;
}

/* A stream of which nothing is known, or none. Without choices files can be written and not read. */
static struct __stream *__any_stream(int flags) {
  _Bool fails = __any_bool();
  if ((flags & ACCESS) == 0)
    fails = !fails;
  if (!fails)
    return __stream(0, flags);
  __errs();
  return 0;
}

/* What is opened by a path: negative if it cannot be. */
static int __opened(const char *path, int flags) {
  int file = __has_world() && !__over_approximates() ? __model_file_opened(path, flags) : UNSURE;
  /* It is sure to be opened or sure not to be, but for rare cases. */
  if (file != UNSURE && !__rarely())
    return file < 0 ? __fails(-file) : file;
  if (file != UNSURE)
    return __files_are_known() || __any_bool() ? __errs() : THERE;
  if (__any_bool() == ((flags & ACCESS) != 0))
    return __errs();
  return UNSURE;
}

void *__model_fopen(const char *path, const char *mode) {
  int flags = __flags_of(mode);
  if (flags < 0) {
    __fails(INVALID);
    return 0;
  }
  int file = __opened(path, flags);
  if (file < 0)
    return 0;
  struct __stream *f = __stream(file < THERE ? file + 1 : 0, flags);
  __number(f, __model_descriptor_taken(file < THERE ? file + 1 : 0, flags, f));
  return f;
}
void *__model_fopen64(const char *path, const char *mode) { return __model_fopen(path, mode); }
/* Another program may read from the standard input. */
void *__model_popen(const char *command, const char *mode) {
  __lose_position(&__model_streams[0]);
  __model_numbers_lost = 1;
  __model_strlen(command);
  int flags = __flags_of(mode);
  struct __stream *f = __any_stream(flags < 0 ? 0 : flags);
  if (f)
    __number(f, END);
  return f;
}
void *__model_tmpfile(void) {
  struct __stream *f = __any_stream(READS_AND_WRITES);
  if (f)
    __number(f, __model_descriptor_taken(0, READS_AND_WRITES, f));
  return f;
}

/* The file below the stream is closed; what is opened has its number. */
void *__model_freopen(const char *path, const char *mode, struct __stream *f) {
  int flags = __flags_of(mode);
  if (__is_any(f))
    return __any_bool() ? f : 0;
  f->eof = f->error = f->buffered = 0;
  f->pushed = f->file = 0;
  struct __descriptor *d = __model_descriptor_of(f->number);
  int file = flags < 0 ? __fails(INVALID) : path ? __opened(path, flags) : __any_bool() ? __errs() : UNSURE;
  f->no_reads = (flags & ACCESS) == WRITES;
  f->no_writes = (flags & ACCESS) == 0;
  f->file = file >= 0 && file < THERE ? file + 1 : 0;
  f->at = 0;
  if (d && d->stream == f) {
    d->open = file >= 0;
    d->file = f->file;
    d->flags = flags & (ACCESS | APPENDS | CLOSES);
    d->same = END - f->number;
    d->at = 0;
    d->stream = file < 0 ? 0 : f;
  } else {
    f->number = END;
    __model_numbers_lost = 1;
  }
  return file < 0 ? 0 : f;
}

/* A stream for what was opened. */
void *__model_fdopen(int file, const char *mode) {
  struct __descriptor *d = __model_descriptor_of(file);
  int flags = __flags_of(mode);
  if (flags < 0 || ((file < 0 || (d && !d->open)) && !__rarely())) {
    __fails(flags < 0 ? INVALID : BAD_FILE);
    return 0;
  }
  if (!d || !d->open || __rarely()) {
    struct __stream *f = __any_stream(flags);
    if (d)
      __model_descriptor_lost(d);
    if (f)
      __number(f, file);
    return f;
  }
  int has = d->flags & ACCESS, wants = flags & ACCESS;
  if (file >= FIRST && has != READS_AND_WRITES && has != wants) {
    __fails(INVALID);
    return 0;
  }
  if (d->stream)
    __model_descriptor_lost(d);
  struct __stream *f = __stream(d->file, flags);
  if (__is_any(f)) {
    __model_descriptor_lost(d);
    return f;
  }
  f->number = file;
  f->at = d->at;
  d->stream = f;
  return f;
}

int __model_fclose(struct __stream *f) {
  if (__is_any(f)) {
    *(_Bool *)f = 0;
    return __any_bool() ? __errs() : 0;
  }
  struct __descriptor *d = __model_descriptor_of(f->number);
  _Bool is_refused = __model_output_flush_refused(f), is_closed = f->file == CLOSED;
  /* What was read ahead is given back to those that share the position. */
  if (d && d->stream == f && f->buffered)
    __model_descriptor_lost(d);
  f->pushed = f->file = 0;
  f->closed = 1;
  if (is_closed && !__rarely())
    return __fails(BAD_FILE);
  if (__uses_file_numbers() && f->number >= 0 && __model_close(f->number) < 0)
    return END;
  return is_refused ? END : __rarely() ? __errs() : 0;
}
int __model_pclose(struct __stream *f) {
  if (__is_any(f))
    *(_Bool *)f = 0;
  else
    f->closed = 1;
  return __model___succeeds() ? -1 : __any_int();
}
/* What was read ahead is given back. */
int __model_fflush(struct __stream *f) {
  if (f && !__is_any(f) && f->file && f->buffered)
    __lose_position(f);
  if ((!f || !__is_any(f)) && __model_output_flush_refused(f ? f : &__model_streams[1]))
    return END;
  return __rarely() ? __model___succeeds() : 0;
}
int __model_fflush_unlocked(struct __stream *f) { return __model_fflush(f); }
enum { LINES = 1 };
int __model_setvbuf(struct __stream *f, char *buffer, int mode, size_t size) {
  if (__rarely())
    return __model___succeeds();
  if (!__is_any(f) && (buffer || mode != LINES))
    f->buffered = 1;
  if (!__is_any(f))
    __model_output_buffered(f, mode, buffer ? size : 0);
  return 0;
}
enum { AT_ONCE = 2, BUFFER_OF_SETBUF = 8192 };
void __model_setbuf(struct __stream *f, char *buffer) { __model_setvbuf(f, buffer, buffer ? 0 : AT_ONCE, BUFFER_OF_SETBUF); }
void __model_setlinebuf(struct __stream *f) {
  if (!__is_any(f))
    __model_output_buffered(f, LINES, 0);
}
int __model_feof(struct __stream *f) { return __is_any(f) ? __any_bool() : f->eof; }
/* What was written may be late in failing. */
int __model_ferror(struct __stream *f) {
  if (__is_any(f))
    return __any_bool();
  if (!f->error && __rarely())
    f->error = 1;
  return f->error;
}
int __model_feof_unlocked(struct __stream *f) { return __model_feof(f); }
int __model_ferror_unlocked(struct __stream *f) { return __model_ferror(f); }
void __model_clearerr(struct __stream *f) {
  __leave_end(f);
  if (!__is_any(f))
    f->error = 0;
}
/* Others may be open from the start. */
int __model_fileno(struct __stream *f) {
  if (__is_any(f))
    return __any_int() & 0x7fffffff;
  if (f->number >= FIRST && __rarely()) {
    __lose_position(f);
    return __any_int() & 0x7fffffff;
  }
  return f->number >= 0 && (__has_world() || __is_standard(f)) ? f->number : __any_int() & 0x7fffffff;
}

/* A pipe or a terminal has no position. */
int __model_fseek(struct __stream *f, long offset, int from) {
  if (from < FROM_START || from > FROM_END)
    return __fails(INVALID);
  if (__is_any(f))
    return __model___succeeds();
  if (!__model_reads_world(f) || f->file == OPEN_FOLDER || f->file == CLOSED || offset > DISTANCE || offset < -DISTANCE || __rarely()) {
    f->eof = 0;
    f->pushed = 0;
    __lose_position(f);
    return __model___succeeds();
  }
  /* What is pushed back before anything was read counts for nothing. */
  long here = f->at - (f->pushed && f->buffered);
  long to = from == FROM_START ? offset : from == FROM_HERE ? here + offset : __model_file_size(f->file - 1) + offset;
  f->buffered = 1;
  int pushed = f->pushed;
  f->pushed = 0;
  if (to < 0) {
    /* What was read last is to be read again, another character that was pushed back is not. */
    if (pushed && f->at > 0 && (pushed & 255) == __model_file_byte(f->file - 1, f->at - 1))
      f->at--;
    return __fails(INVALID);
  }
  f->eof = 0;
  f->at = to;
  return 0;
}
int __model_fseeko(struct __stream *f, long offset, int from) { return __model_fseek(f, offset, from); }
int __model_fseeko64(struct __stream *f, long offset, int from) { return __model_fseek(f, offset, from); }
void __model_rewind(struct __stream *f) {
  __model_fseek(f, 0, FROM_START);
  if (!__is_any(f))
    f->eof = f->error = 0;
}
long __model_ftell(struct __stream *f) {
  if (!__model_reads_world(f) || f->file == CLOSED || __rarely())
    return __any_bool() ? __model___succeeds() : (long)(__any_size() & ((size_t)-1 >> 1));
  /* What is pushed back before anything was read counts for nothing. */
  long at = f->at - (f->pushed && f->buffered);
  /* It fails; with which error depends on what was read and skipped before. */
  if (at < 0)
    __unsupported();
  return at;
}
long __model_ftello(struct __stream *f) { return __model_ftell(f); }
long __model_ftello64(struct __stream *f) { return __model_ftell(f); }
int __model_fgetpos(struct __stream *f, long *position) {
  long at = __model_ftell(f);
  if (at < 0)
    return END;
  *position = at;
  return 0;
}
int __model_fgetpos64(struct __stream *f, long *position) { return __model_fgetpos(f, position); }
int __model_fsetpos(struct __stream *f, const long *position) { return __model_fseek(f, *position, FROM_START); }
int __model_fsetpos64(struct __stream *f, const long *position) { return __model_fsetpos(f, position); }

/* What was done to a file, or why it was not. */
static int __done(int result) {
  if (result == UNSURE || __rarely())
    return __model___succeeds();
  return result < 0 ? __fails(-result) : 0;
}
int __model_remove(const char *path) { return __done(__has_world() ? __model_file_removed(path) : UNSURE); }
int __model_unlink(const char *path) { return __model_remove(path); }
int __model_rename(const char *from, const char *to) { return __done(__has_world() ? __model_file_renamed(from, to) : UNSURE); }
int __model_rmdir(const char *path) {
  int found = __has_world() ? __model_file_accessed(path, 0) : UNSURE;
  return __done(found == 0 ? -NO_DIRECTORY : found);
}
char *__model_tmpnam(char *to) {
  static char own[20];
  if (__rarely())
    return 0;
  if (!to)
    to = own;
  __any_bytes(to, 19);
  to[19] = 0;
  return to;
}
