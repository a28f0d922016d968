/* What is asked of files by name or number, and what is done to them by name. A file of a test is a regular one that everybody may read and its owner may write; elsewhere it may be
   of any kind. */
typedef __SIZE_TYPE__ size_t;
struct __stream;
struct __descriptor { _Bool open, used; int file, flags, same; long at; struct __stream *stream; };
int *__model___errno_location(void);
int __model___succeeds(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
size_t __any_size(void);
void __any_bytes(void *p, size_t n);
_Bool __has_world(void);
_Bool __asks_for_sizes(void);
_Bool __may_fail(void);
extern _Bool __model_output_full;
size_t __model_strlen(const char *s);
struct __descriptor *__model_descriptor_of(int number);
int __model_file_accessed(const char *path, int mode);
int __model_file_described(const char *path);
_Bool __model_file_is_changed(int i);
long __model_file_size(int i);
void __model_file_strange(const char *path);
void __model_files_elsewhere(void);
void __model_file_mode_changed(int i);

enum { UNSURE = 17, PARENT = 18, INPUT = 3, FOLDER = 4, OUTPUT = 1, BAD_FILE = 9, INVALID = 22, NO_TERMINAL = 25, CURRENT = -100, NO_FOLLOWING = 0x100 };
/* Linux has blocks and buffers of pipes of this size; that of a file system is hardly ever another. */
enum { REGULAR = 0100000, DIRECTORY = 0040000, PIPE = 0010000, DEVICE = 0020000, OF_ALL = 0666, USUAL = 0644, USUAL_OF_FOLDERS = 0755, OF_OWNER = 0600, ALL_BITS = 07777, BLOCK = 4096 };

static int __errs(int number) {
  *__model___errno_location() = number;
  return -1;
}
static int __fails(void) { return __errs(1 + (int)(__any_unsigned() % 133)); }
int __model_access(const char *path, int mode) {
  __model_strlen(path);
  int found = __has_world() ? __model_file_accessed(path, mode) : UNSURE;
  if (found == UNSURE || __rarely())
    return __model___succeeds();
  return found < 0 ? __errs(-found) : 0;
}
int __model_euidaccess(const char *path, int mode) { return __model_access(path, mode); }
int __model_eaccess(const char *path, int mode) { return __model_access(path, mode); }

/* Linux on x86-64. */
struct __status {
  unsigned long device, node, links;
  unsigned mode, user, group, rest;
  unsigned long special;
  long size, block, blocks, times[6], reserved[3];
};
enum { SMALL_STATUS = 88 };

static void __describe_any(struct __status *to) { __any_bytes(to, sizeof(long) == 4 ? SMALL_STATUS : sizeof *to); }

/* A file that is known; what its size is only if the program asks for that of any file, since it is read to its end then. */
static int __describe(struct __status *to, int i) {
  __describe_any(to);
  if (sizeof(long) == 4 || __rarely())
    return __rarely() ? __fails() : 0;
  if (i == FOLDER || i == PARENT) {
    to->mode = DIRECTORY | (i == FOLDER ? USUAL_OF_FOLDERS : __any_unsigned() & ALL_BITS);
    to->block = BLOCK;
    return 0;
  }
  _Bool changed = __model_file_is_changed(i);
  to->mode = REGULAR | (changed ? __any_unsigned() & ALL_BITS : USUAL);
  to->block = BLOCK;
  if (!changed && __asks_for_sizes()) {
    to->size = __model_file_size(i);
  } else {
    to->size &= (long)((size_t)-1 >> 1);
  }
  return 0;
}

/* The standard output of a test is a pipe, or a device that is full. */
static _Bool __is_output(const struct __descriptor *d) { return d && d->open && d->same == OUTPUT; }
static int __describe_output(struct __status *to) {
  __describe_any(to);
  if (sizeof(long) == 4 || __rarely())
    return __rarely() ? __fails() : 0;
  to->block = BLOCK;
  to->size = to->blocks = 0;
  if (__may_fail() && __model_output_full) {
    to->mode = DEVICE | OF_ALL;
    return 0;
  }
  to->mode = PIPE | OF_OWNER;
  to->links = 1;
  to->special = 0;
  return 0;
}

int __model_stat(const char *path, struct __status *to) {
  int i = __has_world() ? __model_file_described(path) : UNSURE;
  if (i == UNSURE || __rarely()) {
    __describe_any(to);
    return __model___succeeds();
  }
  return i < 0 ? __errs(-i) : __describe(to, i);
}
int __model_stat64(const char *path, struct __status *to) { return __model_stat(path, to); }
int __model_lstat(const char *path, struct __status *to) { return __model_stat(path, to); }
int __model_lstat64(const char *path, struct __status *to) { return __model_stat(path, to); }
int __model_fstatat(int folder, const char *path, struct __status *to, int flags) {
  if (folder == CURRENT && (flags & ~NO_FOLLOWING) == 0)
    return __model_stat(path, to);
  __describe_any(to);
  return __model___succeeds();
}
int __model_fstatat64(int folder, const char *path, struct __status *to, int flags) { return __model_fstatat(folder, path, to, flags); }

int __model_fstat(int number, struct __status *to) {
  struct __descriptor *d = __model_descriptor_of(number);
  if ((number < 0 || (d && !d->open)) && !__rarely())
    return __errs(BAD_FILE);
  if (d && d->open && d->file)
    return __describe(to, d->file - 1);
  if (__is_output(d))
    return __describe_output(to);
  __describe_any(to);
  return d && d->open ? (__rarely() ? __fails() : 0) : __model___succeeds();
}
int __model_fstat64(int number, struct __status *to) { return __model_fstat(number, to); }

int __model_isatty(int number) {
  struct __descriptor *d = __model_descriptor_of(number);
  if ((number < 0 || (d && !d->open)) && !__rarely()) {
    __errs(BAD_FILE);
    return 0;
  }
  if (d && (d->file || __is_output(d)) && !__rarely()) {
    __errs(NO_TERMINAL);
    return 0;
  }
  return 1 + __model___succeeds();
}

/* Files and directories of tests are no links. */
long __model_readlink(const char *path, char *to, size_t size) {
  int i = __has_world() ? __model_file_described(path) : UNSURE;
  if (size == 0)
    return __errs(INVALID);
  if (i != UNSURE && !__rarely())
    return __errs(i < 0 ? -i : INVALID);
  __any_bytes(to, size);
  return __model___succeeds() | (long)(__any_size() % size + 1);
}

/* What stands at the names afterwards is not known. */
static int __changed(const char *path) {
  if (__has_world())
    __model_file_strange(path);
  return __model___succeeds();
}
int __model_mkdir(const char *path, unsigned mode) { return __changed(path); }
int __model_chmod(const char *path, unsigned mode) { return __changed(path); }
int __model_fchmod(int number, unsigned mode) {
  struct __descriptor *d = __model_descriptor_of(number);
  if ((number < 0 || (d && !d->open)) && !__rarely())
    return __errs(BAD_FILE);
  if (d && d->file && d->file - 1 < INPUT)
    __model_file_mode_changed(d->file - 1);
  return __model___succeeds();
}
int __model_chown(const char *path, unsigned user, unsigned group) { return __changed(path); }
int __model_lchown(const char *path, unsigned user, unsigned group) { return __changed(path); }
int __model_truncate(const char *path, long size) { return __changed(path); }
int __model_truncate64(const char *path, long size) { return __changed(path); }
int __model_mkfifo(const char *path, unsigned mode) { return __changed(path); }
int __model_link(const char *from, const char *to) {
  __changed(from);
  return __changed(to);
}
int __model_symlink(const char *from, const char *to) {
  __changed(from);
  return __changed(to);
}

/* All names mean other files now. */
int __model_chdir(const char *path) {
  __model_strlen(path);
  __model_files_elsewhere();
  return __model___succeeds();
}
int __model_fchdir(int number) {
  __model_files_elsewhere();
  return __model___succeeds();
}
int __model_chroot(const char *path) { return __model_chdir(path); }
