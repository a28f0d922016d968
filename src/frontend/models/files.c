/* Files of the working directory that are read: whether they are there and what they hold is input. A file comes into being when its name is first used. Files that tests cannot
   set up, those in other directories above all, are known to nobody. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
int __model_strcmp(const char *a, const char *b);
void *__model_memcpy(void *to, const void *from, size_t n);
_Bool __any_bool(void);
unsigned char __any_uchar(void);
_Bool __rarely(void);
_Bool __has_world(void);
void __unsupported(void);
_Bool __file_0_exists(void);
_Bool __file_1_exists(void);
_Bool __file_2_exists(void);
_Bool __file_0_follows(void);
_Bool __file_1_follows(void);
_Bool __file_2_follows(void);
unsigned char __file_0_byte(void);
unsigned char __file_1_byte(void);
unsigned char __file_2_byte(void);
void __longer_file(void);

_Bool __goes_back_in_files(void);

enum { FILES = 3, NAME = 32, CONTENT = 128 };
enum { UNKNOWN = -2, MISSING = -1, END = -1 };

struct __file {
  char name[NAME];
  /* Was it asked for? Is it there? Has its end been read, has the program itself changed it? */
  _Bool asked, exists, ended, changed;
  /* Bytes that have been read. They are kept only if the program may read them again. */
  long size;
  char bytes[CONTENT];
};
/* Objects of their own, so that what is read of one is looked for in that one only. */
static struct __file __first_file, __second_file, __third_file;
static int __file_count;

static struct __file *__file(int i) { return i == 0 ? &__first_file : i == 1 ? &__second_file : &__third_file; }

/* For who looks at a run: one more byte of the name of a file. */
void __model_file_named(int file, int byte) {}

static _Bool __exists(int i) { return i == 0 ? __file_0_exists() : i == 1 ? __file_1_exists() : __file_2_exists(); }
static _Bool __follows(int i) { return i == 0 ? __file_0_follows() : i == 1 ? __file_1_follows() : __file_2_follows(); }
static unsigned char __next_byte(int i) { return i == 0 ? __file_0_byte() : i == 1 ? __file_1_byte() : __file_2_byte(); }

/* The number of the file with a name that a test can give to one; UNKNOWN for other names, and where there are more files than are held here. */
static int __number(const char *path, size_t n) {
  if (n == 0 || n >= NAME || path[0] == '.')
    return UNKNOWN;
  for (size_t i = 0; i < n; i++)
    if (path[i] == '/' || path[i] <= ' ' || path[i] > '~')
      return UNKNOWN;
  for (int i = 0; i < __file_count; i++)
    if (__model_strcmp(__file(i)->name, path) == 0)
      return i;
  if (__file_count == FILES)
    return UNKNOWN;
  for (size_t i = 0; i < n; i++) {
    __model_file_named(__file_count, path[i]);
    __file(__file_count)->name[i] = path[i];
  }
  return __file_count++;
}

/* The file to be read under a name: its number, MISSING or UNKNOWN. Where the program never goes back each file is read once, so that its next byte is that of its only reader. */
int __model_file_to_read(const char *path) {
  size_t n = __model_strlen(path);
  if (!__has_world())
    return UNKNOWN;
  if (n == 0)
    return MISSING;
  int i = __number(path, n);
  if (i == UNKNOWN)
    return UNKNOWN;
  struct __file *f = __file(i);
  if (f->changed)
    return UNKNOWN;
  if (f->asked)
    return !f->exists ? MISSING : __goes_back_in_files() ? i : UNKNOWN;
  f->asked = 1;
  f->exists = __exists(i);
  return f->exists ? i : MISSING;
}

/* The program does something to the file with this name, if there is one: what stands there afterwards is not known. */
void __model_file_changes(const char *path) {
  size_t n = __model_strlen(path);
  int i = __has_world() ? __number(path, n) : UNKNOWN;
  if (i != UNKNOWN)
    __file(i)->changed = 1;
}

/* The byte of a file at an offset, or END. Other programs may change it meanwhile, which is not followed. Where the program never goes back the byte is the next one. */
int __model_file_byte(int i, long at) {
  struct __file *f = __file(i);
  if (__rarely())
    __unsupported();
  if (f->changed)
    return __any_bool() ? __any_uchar() : END;
  if (!__goes_back_in_files()) {
    if (f->ended || !__follows(i)) {
      f->ended = 1;
      return END;
    }
    f->size++;
    return __next_byte(i);
  }
  while (at >= f->size) {
    if (f->ended || !__follows(i)) {
      f->ended = 1;
      return END;
    }
    if (f->size == CONTENT)
      __longer_file();
    f->bytes[f->size++] = (char)__next_byte(i);
  }
  return (unsigned char)f->bytes[at];
}

/* The bytes of a file. */
long __model_file_size(int i) {
  while (__model_file_byte(i, __file(i)->size) != END)
    ;
  return __file(i)->size;
}
