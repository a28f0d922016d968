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
int __model_strcmp(const char *a, const char *b);
void *__model_malloc(size_t n);
void *__model_realloc(void *p, size_t n);
void __model_free(void *p);
void __model_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
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

int __model_alphasort(const struct __entry **a, const struct __entry **b) { return __model_strcmp((*a)->name, (*b)->name); }
int __model_alphasort64(const struct __entry **a, const struct __entry **b) { return __model_alphasort(a, b); }

/* A copy of an entry has as many bytes as it needs. */
int __model_scandir(const char *path, struct __entry ***list, int (*chooses)(const struct __entry *), int (*compares)(const struct __entry **, const struct __entry **)) {
  struct __directory *d = __model_opendir(path);
  if (!d)
    return -1;
  struct __entry **found = 0, *entry;
  int count = 0, room = 0;
  while ((entry = __model_readdir(d))) {
    if (chooses && !chooses(entry))
      continue;
    if (count == room) {
      room = room ? 2 * room : 10;
      struct __entry **larger = __model_realloc(found, room * sizeof *found);
      if (!larger)
        break;
      found = larger;
    }
    size_t size = __over_approximates() || !d->known ? sizeof *entry : entry->size;
    struct __entry *copy = __model_malloc(size);
    if (!copy)
      break;
    found[count++] = __model_memcpy(copy, entry, size);
  }
  __model_closedir(d);
  if (entry) {
    while (count)
      __model_free(found[--count]);
    __model_free(found);
    return -1;
  }
  if (compares && count > 1)
    __model_qsort(found, (size_t)count, sizeof *found, (int (*)(const void *, const void *))compares);
  *list = found;
  return count;
}
int __model_scandir64(const char *path, struct __entry ***list, int (*chooses)(const struct __entry *), int (*compares)(const struct __entry **, const struct __entry **)) { return __model_scandir(path, list, chooses, compares); }
