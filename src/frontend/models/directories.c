/* Directories that are read. The working directory of a test has the files of the test, in any order; what is in others nobody knows. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
size_t __any_size(void);
void __any_bytes(void *p, size_t n);
void *__allocate_for_good(size_t n);
void __unsupported(void);
_Bool __has_world(void);
_Bool __over_approximates(void);
size_t __model_strlen(const char *s);
void *__model_memcpy(void *to, const void *from, size_t n);
int __model_file_described(const char *path);
_Bool __model_folder_known(void);
unsigned __model_files_listed(void);
const char *__model_file_name(int i);
int __model_descriptor_taken(int file, int flags, void *stream);
int __model_close(int number);

/* Kinds of entries as Linux has them: of a directory, of a regular file. */
enum { UNSURE = 17, FOLDER = 4, NO_DIRECTORY = 20, NAME = 256, FILES = 3, OF_FOLDER = 4, OF_FILE = 8 };
enum { READS_DIRECTORY = 0200000, OPEN_FOLDER = 5 };

/* Linux on x86-64. */
struct __entry { unsigned long node; long place; unsigned short size; unsigned char kind; char name[NAME]; };
/* `left` has the entries that are still to be read, a bit each: the directory itself, the one above, the files. */
struct __directory { _Bool known; int number; unsigned files, left; struct __entry entry; };

static void __begin(struct __directory *d) {
  d->known = d->known && __model_folder_known();
  d->files = d->known ? __model_files_listed() : 0;
  d->left = 3 | d->files << 2;
}

struct __directory *__model_opendir(const char *path) {
  if (sizeof(long) == 4)
    __unsupported();
  int i = __has_world() ? __model_file_described(path) : UNSURE;
  if (i < FOLDER && !__rarely()) {
    *__model___errno_location() = i < 0 ? -i : NO_DIRECTORY;
    return 0;
  }
  _Bool known = i == FOLDER && path[0] == '.';
  if ((!known || __rarely()) && !__any_bool()) {
    *__model___errno_location() = 1 + (int)(__any_unsigned() % 133);
    return 0;
  }
  struct __directory *d = __allocate_for_good(sizeof *d);
  d->known = known;
  d->number = __model_descriptor_taken(known ? OPEN_FOLDER : 0, READS_DIRECTORY, 0);
  __begin(d);
  return d;
}

/* What nobody knows. */
static struct __entry *__any_entry(struct __directory *d) {
  if (!__any_bool()) {
    if (__any_bool())
      *__model___errno_location() = 1 + (int)(__any_unsigned() % 133);
    return 0;
  }
  __any_bytes(&d->entry, sizeof d->entry);
  d->entry.name[NAME - 1] = 0;
  return &d->entry;
}

struct __entry *__model_readdir(struct __directory *d) {
  /* Of what is made or removed meanwhile nobody knows whether it is read. */
  if (d->known && (!__model_folder_known() || __model_files_listed() != d->files))
    d->known = 0;
  if (__over_approximates() || !d->known)
    return __any_entry(d);
  if (!d->left)
    return 0;
  int i = 0;
  while (!(d->left >> i & 1) || (d->left >> i > 1 && !__any_bool()))
    i++;
  d->left &= ~(1u << i);
  const char *name = i == 0 ? "." : i == 1 ? ".." : __model_file_name(i - 2);
  size_t n = __model_strlen(name);
  struct __entry *entry = &d->entry;
  entry->node = 1 + (__any_size() >> 1);
  entry->place = (long)(__any_size() >> 1);
  /* Some file systems do not say of which kind. */
  entry->kind = __rarely() ? 0 : i < 2 ? OF_FOLDER : OF_FILE;
  entry->size = (unsigned short)((__builtin_offsetof(struct __entry, name) + n + 8) / 8 * 8);
  __model_memcpy(entry->name, name, n + 1);
  return entry;
}
struct __entry *__model_readdir64(struct __directory *d) { return __model_readdir(d); }

void __model_rewinddir(struct __directory *d) { __begin(d); }

int __model_dirfd(struct __directory *d) { return d->number >= 0 ? d->number : (int)(__any_unsigned() & 0x7fffffff); }

int __model_closedir(struct __directory *d) {
  if (d->number >= 0)
    __model_close(d->number);
  if (!__rarely())
    return 0;
  *__model___errno_location() = 1 + (int)(__any_unsigned() % 133);
  return __any_bool() ? -1 : 0;
}
