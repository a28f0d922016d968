/* Streams. What is written is evaluated and forgotten. What is read of the standard input is input of the program where it has a world, byte by byte; what is read of other
   streams is any text, and without choices it is empty. */
typedef __SIZE_TYPE__ size_t;
struct __stream { _Bool eof, error, closed; int pushed, file; long at; };
extern struct __stream __model_streams[67];
extern _Bool __model_stdin_moved, __model_positions_lost;
int *__model___errno_location(void);
void *__model_malloc(size_t n);
void __model_free(void *p);
void *__model_memcpy(void *to, const void *from, size_t n);
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
_Bool __stdin_follows(void);
int __model_file_to_read(const char *path);
void __model_file_changes(const char *path);
int __model_file_byte(int i, long at);
long __model_file_size(int i);
unsigned char __stdin_byte(void);
void *__model_realloc(void *p, size_t n);

enum { END = -1, FIRST = 3, LAST = 66, NO_ENTRY = 2, TRY_AGAIN = 11, UNKNOWN = -2, MISSING = -1 };
enum { FROM_START, FROM_HERE, FROM_END };

/* An error of the system. */
static void __errs(void) { *__model___errno_location() = 1 + __any_unsigned() % 133; }

/* At the end of the file or at an error. */
static void __ends(struct __stream *f) {
  if (__any_bool()) {
    f->error = 1;
    __errs();
  } else {
    f->eof = 1;
  }
}

/* Writes: the file may be full. */
static int __written(struct __stream *f, int result) {
  if (!__rarely())
    return result;
  f->error = 1;
  __errs();
  return END;
}

/* Is it known which byte is the next? Of a file, or of the standard input, read from its beginning to its end. */
_Bool __model_reads_world(struct __stream *f) { return __has_world() && !__model_positions_lost && (f->file || (f == &__model_streams[0] && !__model_stdin_moved)); }

/* From here on it is not known which byte of the standard input is the next. */
static void __lose_position(struct __stream *f) {
  if (f == &__model_streams[0])
    __model_stdin_moved = 1;
}

/* Has its end been seen by somebody who may read again, and has the stream read, which takes as much as there is from the descriptor? The stream that has seen it says so itself. */
static _Bool __stdin_ended, __stdin_buffered;

/* The next byte of the standard input, or why there is none. A file stays at its end; a terminal or a pipe may go on, which is not followed. The descriptor may be closed or of a
   directory, and a device may fail between any two bytes. */
enum { FAILURE = -2 };
static int __next_of_stdin(void) {
  if (__rarely()) {
    __errs();
    return FAILURE;
  }
  if (!__stdin_ended && __stdin_follows())
    return __stdin_byte();
  if (__stdin_ended && __any_bool())
    __unsupported();
  return END;
}

/* The next byte of a file that is known. */
static int __next_of_file(struct __stream *f) {
  if (__rarely()) {
    __errs();
    return FAILURE;
  }
  int c = __model_file_byte(f->file - 1, f->at);
  f->at += c != END;
  return c;
}

/* The stream is not at its end any more; its file still is. */
static void __leave_end(struct __stream *f) {
  if (f->eof && !f->file && f == &__model_streams[0])
    __stdin_ended = 1;
  f->eof = 0;
}

/* Reads a block: as much as there is. The file position is nowhere noted. */
int __model_fgetc(struct __stream *f);
static size_t __read_block(struct __stream *f, char *to, size_t size) {
  if (__model_reads_world(f)) {
    size_t n = 0;
    for (int c; n < size && (c = __model_fgetc(f)) != END; n++)
      to[n] = (char)c;
    return n;
  }
  size_t n = 0;
  if (size && f->pushed) {
    *to = (char)f->pushed;
    f->pushed = 0;
    n = 1;
  }
  size_t more = __any_size();
  if (more > size - n)
    more = size - n;
  __any_bytes(to + n, more);
  n += more;
  if (n < size)
    __ends(f);
  return n;
}

/* Characters that were pushed back are kept with a bit that tells them from nothing. */
int __model_fgetc(struct __stream *f) {
  if (f->pushed) {
    int c = f->pushed & 255;
    f->pushed = 0;
    return c;
  }
  if (__model_reads_world(f)) {
    if (f->eof)
      return END;
    int c;
    if (f->file) {
      c = __next_of_file(f);
    } else {
      __stdin_buffered = 1;
      c = __next_of_stdin();
    }
    f->eof = c == END;
    if (c != FAILURE)
      return c;
    f->error = 1;
    return END;
  }
  if (__any_bool())
    return __any_uchar();
  __ends(f);
  return END;
}
int __model_getc(struct __stream *f) { return __model_fgetc(f); }
int __model__IO_getc(struct __stream *f) { return __model_fgetc(f); }
int __model_fgetc_unlocked(struct __stream *f) { return __model_fgetc(f); }
int __model_getc_unlocked(struct __stream *f) { return __model_fgetc(f); }
int __model_getchar(void) { return __model_fgetc(&__model_streams[0]); }
int __model_getchar_unlocked(void) { return __model_fgetc(&__model_streams[0]); }
int __model_getw(struct __stream *f) { return __any_bool() ? __any_int() : END; }

int __model_ungetc(int c, struct __stream *f) {
  if (c == END)
    return END;
  /* One is kept here. */
  if (f->pushed)
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
  if (__model_reads_world(f)) {
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
  size_t n = 0;
  if (f->pushed) {
    *to = (char)f->pushed;
    f->pushed = 0;
    n = 1;
  }
  if (__any_bool()) {
    size_t more = __any_size();
    if (more > size - 1 - n)
      more = size - 1 - n;
    __any_bytes(to + n, more);
    n += more;
  }
  if (n == 0) {
    __ends(f);
    return 0;
  }
  if (__any_bool()) {
    /* An error behind what was read. */
    if (__any_bool()) {
      f->error = 1;
      __errs();
      return 0;
    }
    f->eof = 1;
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
  /* There is memory for a line before it is read. */
  if (!*line || !*size) {
    char *first = __model_malloc(120);
    if (!first)
      return -1;
    *line = first;
    *size = 120;
  }
  if (__model_reads_world(f)) {
    size_t n = 0;
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
    return n ? (long)n : -1;
  }
  if (!__any_bool()) {
    __ends(f);
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

int __model_puts(const char *s) { return __written(&__model_streams[1], (int)__model_strlen(s) + 1); }
int __model_fputs(const char *s, struct __stream *f) {
  __model_strlen(s);
  return __written(f, 1);
}
int __model_fputs_unlocked(const char *s, struct __stream *f) { return __model_fputs(s, f); }
int __model_fputc(int c, struct __stream *f) { return __written(f, (unsigned char)c); }
int __model_putchar(int c) { return __model_fputc(c, &__model_streams[1]); }
int __model_putchar_unlocked(int c) { return __model_fputc(c, &__model_streams[1]); }
int __model_fputc_unlocked(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model_putc(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model__IO_putc(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model_putc_unlocked(int c, struct __stream *f) { return __model_fputc(c, f); }
int __model_putw(int w, struct __stream *f) { return __written(f, 0); }
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
  if (__written(f, 0) == 0)
    return count;
  return __any_size() % count;
}
size_t __model_fwrite_unlocked(const void *from, size_t size, size_t count, struct __stream *f) { return __model_fwrite(from, size, count, f); }

/* A stream, or none. Without choices files can be written and not read. */
static int __streams_used = FIRST;
static struct __stream *__open(const char *mode) {
  _Bool fails = __any_bool();
  if (*mode == 'r')
    fails = !fails;
  __demand_mode(*mode == 'r' || *mode == 'w' || *mode == 'a');
  if (fails) {
    __errs();
    return 0;
  }
  if (__streams_used > LAST)
    __unsupported();
  return &__model_streams[__streams_used++];
}
/* The file that is opened in this way, if it is known whether it is there and what it holds. */
static int __file_of(const char *path, const char *mode) {
  __demand_mode(*mode == 'r' || *mode == 'w' || *mode == 'a');
  _Bool writes = *mode != 'r';
  for (const char *m = mode; *m; m++)
    writes |= *m == '+';
  if (!writes)
    return __model_file_to_read(path);
  __model_file_changes(path);
  return UNKNOWN;
}

/* A file that is known is opened, or it is not there. */
static _Bool __opens(int file) {
  if (file != MISSING && !__rarely())
    return 1;
  __errs();
  if (file == MISSING)
    *__model___errno_location() = NO_ENTRY;
  return 0;
}
void *__model_fopen(const char *path, const char *mode) {
  int file = __file_of(path, mode);
  if (file == UNKNOWN)
    return __open(mode);
  if (!__opens(file))
    return 0;
  if (__streams_used > LAST)
    __unsupported();
  struct __stream *f = &__model_streams[__streams_used++];
  f->file = file + 1;
  f->at = 0;
  return f;
}
void *__model_fopen64(const char *path, const char *mode) { return __model_fopen(path, mode); }
/* Another program may read from the standard input. */
void *__model_popen(const char *command, const char *mode) {
  __lose_position(&__model_streams[0]);
  __model_strlen(command);
  return __open(mode);
}
void *__model_tmpfile(void) { return __open("w"); }
void *__model_freopen(const char *path, const char *mode, struct __stream *f) {
  f->eof = f->error = 0;
  f->pushed = f->file = 0;
  __lose_position(f);
  int file = path ? __file_of(path, mode) : UNKNOWN;
  if (file == UNKNOWN) {
    if (!__any_bool())
      return f;
    __errs();
    return 0;
  }
  if (!__opens(file))
    return 0;
  f->file = file + 1;
  f->at = 0;
  return f;
}

/* It works, or it does not. */
static int __succeeds(void) {
  if (!__any_bool())
    return 0;
  __errs();
  return -1;
}
int __model_fclose(struct __stream *f) {
  f->pushed = f->file = 0;
  f->closed = 1;
  __lose_position(f);
  return __written(f, 0);
}
int __model_pclose(struct __stream *f) {
  f->closed = 1;
  return __succeeds() ? -1 : __any_int();
}
int __model_fflush(struct __stream *f) { return __rarely() ? __succeeds() : 0; }
int __model_fflush_unlocked(struct __stream *f) { return __rarely() ? __succeeds() : 0; }
int __model_setvbuf(struct __stream *f, char *buffer, int mode, size_t size) { return __rarely() ? __succeeds() : 0; }
void __model_setbuf(struct __stream *f, char *buffer) {}
void __model_setlinebuf(struct __stream *f) {}
int __model_feof(struct __stream *f) { return f->eof; }
/* What was written may be late in failing. */
int __model_ferror(struct __stream *f) {
  if (!f->error && __rarely())
    f->error = 1;
  return f->error;
}
int __model_feof_unlocked(struct __stream *f) { return f->eof; }
int __model_ferror_unlocked(struct __stream *f) { return __model_ferror(f); }
void __model_clearerr(struct __stream *f) {
  __leave_end(f);
  f->error = 0;
}
int __model_fileno(struct __stream *f) {
  int number = (int)(f - __model_streams);
  return number < FIRST ? number : __any_int() & 0x7fffffff;
}

int __model_fseek(struct __stream *f, long offset, int from) {
  if (f->file) {
    long to = from == FROM_START ? offset : from == FROM_HERE ? f->at - (f->pushed != 0) + offset : __model_file_size(f->file - 1) + offset;
    if (from < FROM_START || from > FROM_END || to < 0) {
      *__model___errno_location() = 22;
      return -1;
    }
    f->eof = 0;
    f->pushed = 0;
    f->at = to;
    return 0;
  }
  f->eof = 0;
  f->pushed = 0;
  __lose_position(f);
  return __succeeds();
}
int __model_fseeko(struct __stream *f, long offset, int from) { return __model_fseek(f, offset, from); }
void __model_rewind(struct __stream *f) {
  f->eof = f->error = 0;
  f->pushed = 0;
  f->at = 0;
  if (!f->file)
    __lose_position(f);
}
long __model_ftell(struct __stream *f) {
  if (f->file)
    return f->at - (f->pushed != 0);
  return __any_bool() ? __succeeds() : (long)(__any_size() & ((size_t)-1 >> 1));
}
long __model_ftello(struct __stream *f) { return __model_ftell(f); }
int __model_fgetpos(struct __stream *f, char *position) {
  if (f->file)
    __unsupported();
  __any_bytes(position, sizeof(long));
  return __succeeds();
}
int __model_fsetpos(struct __stream *f, const void *position) {
  if (f->file)
    __unsupported();
  return __model_fseek(f, 0, 0);
}

int __model_remove(const char *path) {
  __model_file_changes(path);
  return __succeeds();
}
int __model_unlink(const char *path) { return __model_remove(path); }
int __model_rmdir(const char *path) { return __model_remove(path); }
int __model_rename(const char *from, const char *to) {
  __model_file_changes(from);
  return __model_remove(to);
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

/* Files by number: those that were opened to be read, as far as they are known. */
enum { DESCRIPTORS = 3, WRITES = 3, CREATES = 0100, TRUNCATES = 01000, OTHER_KINDS = 010200000 };
static struct __descriptor {
  /* 0: free. */
  int number, file;
  long at;
  _Bool buffered;
} __descriptors[DESCRIPTORS];

static struct __descriptor *__descriptor(int number) {
  if (number < FIRST || __model_positions_lost)
    return 0;
  for (int i = 0; i < DESCRIPTORS; i++)
    if (__descriptors[i].number == number)
      return &__descriptors[i];
  return 0;
}

int __model_open(const char *path, int flags, ...) {
  _Bool writes = (flags & WRITES) || (flags & (CREATES | TRUNCATES));
  if (writes)
    __model_file_changes(path);
  int file = writes || (flags & OTHER_KINDS) ? UNKNOWN : __model_file_to_read(path);
  if (file != UNKNOWN && !__opens(file))
    return -1;
  int i = 0;
  while (i < DESCRIPTORS && __descriptors[i].number)
    i++;
  if (file == UNKNOWN || i == DESCRIPTORS) {
    /* Files that are written can be made, others are mostly not there. */
    if (__any_bool() == writes) {
      __errs();
      return -1;
    }
    return FIRST + DESCRIPTORS + (int)(__any_unsigned() & 0xffff);
  }
  /* A stream has a number, too: which are free is not known then. */
  if (__streams_used > FIRST && __any_bool())
    __unsupported();
  struct __descriptor *d = &__descriptors[i];
  d->number = FIRST + i;
  d->file = file;
  d->at = 0;
  d->buffered = 0;
  return d->number;
}
int __model_open64(const char *path, int flags, ...) { return __model_open(path, flags); }
int __model_creat(const char *path, unsigned mode) { return __model_open(path, 1 | CREATES | TRUNCATES); }

long __model_lseek(int file, long offset, int from) {
  struct __descriptor *d = __descriptor(file);
  if (d && !d->buffered) {
    long to = from == FROM_START ? offset : from == FROM_HERE ? d->at + offset : __model_file_size(d->file) + offset;
    if (from > FROM_END)
      __unsupported();
    if (from < FROM_START || to < 0) {
      *__model___errno_location() = 22;
      return -1;
    }
    return d->at = to;
  }
  if (file == 0)
    __lose_position(&__model_streams[0]);
  return __any_bool() ? __succeeds() : (long)(__any_size() & ((size_t)-1 >> 1));
}
long __model_lseek64(int file, long offset, int from) { return __model_lseek(file, offset, from); }

/* Reads from a file that is known. */
static long __read_known(struct __descriptor *d, char *to, size_t size) {
  if (d->buffered)
    __unsupported();
  if (__rarely())
    return __succeeds();
  size_t n = 0;
  for (int c; n < size && (c = __model_file_byte(d->file, d->at)) != END; n++) {
    to[n] = (char)c;
    d->at++;
  }
  return (long)n;
}

long __model_read(int file, void *to, size_t size) {
  struct __descriptor *d = __descriptor(file);
  if (d)
    return __read_known(d, to, size);
  if (file == 0 && __model_reads_world(&__model_streams[0])) {
    /* A stream reads ahead, so what is left for this is not known once it has read. */
    if (__stdin_buffered)
      __unsupported();
    size_t n = 0;
    for (int c; n < size; n++) {
      if ((c = __next_of_stdin()) < 0) {
        __stdin_ended |= c == END;
        if (c == FAILURE && n == 0)
          return -1;
        break;
      }
      ((char *)to)[n] = (char)c;
    }
    return (long)n;
  }
  size_t n = __any_size();
  if (n > size)
    return __succeeds();
  __any_bytes(to, n);
  return (long)n;
}
long __model_write(int file, const void *from, size_t size) {
  __look_at(from, size);
  if (!__rarely())
    return (long)size;
  size_t n = __any_size();
  return n < size ? (long)n : __succeeds();
}
int __model_close(int file) {
  struct __descriptor *d = __descriptor(file);
  if (d) {
    d->number = 0;
    return __rarely() ? __succeeds() : 0;
  }
  if (file == 0)
    __lose_position(&__model_streams[0]);
  return __succeeds();
}

/* A stream for what was opened: it reads ahead, so what is left for who reads by number is not known. */
void *__model_fdopen(int file, const char *mode) {
  struct __descriptor *d = __descriptor(file);
  if (d && *mode == 'r' && !d->buffered) {
    if (__streams_used > LAST || __rarely())
      return __open(mode);
    struct __stream *f = &__model_streams[__streams_used++];
    f->file = d->file + 1;
    f->at = d->at;
    d->buffered = 1;
    return f;
  }
  if (file == 0)
    __lose_position(&__model_streams[0]);
  return __open(mode);
}
