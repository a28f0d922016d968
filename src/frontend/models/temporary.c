/* Files with a name that the library makes up. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
char *__model_strchr(const char *s, int c);
int *__model___errno_location(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned char __any_uchar(void);
unsigned __any_unsigned(void);
_Bool __has_world(void);
struct __stream;
int __model_file_described(const char *path);
void __model_file_made_up(void);
int __model_descriptor_taken(int file, int flags, struct __stream *stream);

/* No part of a name has more bytes. */
enum { MADE_UP = 6, NAME = 255, READS_AND_WRITES = 2, CLOSES = 02000000, FLAGS = 02002000 };
enum { UNSURE = 17, FOLDER = 4, NO_ENTRY = 2, NO_DIRECTORY = 20, INVALID = 22 };

static int __errs(int number) {
  *__model___errno_location() = number;
  return -1;
}

/* What the folder is in which a file with this name would be: FOLDER, UNSURE, or an error, negative. */
static int __folder_of(const char *name, size_t n) {
  char folder[NAME];
  size_t end = n;
  if (n >= NAME - MADE_UP)
    return UNSURE;
  while (end && name[end - 1] != '/')
    end--;
  if (end == 0)
    return __model_file_described(".");
  /* All slashes are the root. */
  while (end > 1 && name[end - 1] == '/')
    end--;
  for (size_t i = 0; i < end; i++)
    folder[i] = name[i];
  folder[end] = 0;
  int found = __model_file_described(folder);
  /* Nothing is made in the root by who has no right to it. */
  return found < 0 ? found : found != FOLDER ? (found == UNSURE ? UNSURE : -NO_DIRECTORY) : folder[0] == '/' ? UNSURE : FOLDER;
}

/* Nobody foresees the name, and no file that is there has it. */
static int __made_up(char *name, int behind, int flags) {
  size_t n = __model_strlen(name), end = n - (size_t)behind;
  if (behind < 0 || n < MADE_UP + (size_t)behind)
    return __errs(INVALID);
  for (size_t i = end - MADE_UP; i < end; i++)
    if (name[i] != 'X')
      return __errs(INVALID);
  int folder = __has_world() ? __folder_of(name, end - MADE_UP) : UNSURE;
  for (size_t i = end - MADE_UP; i < end; i++) {
    unsigned char c = __any_uchar();
    name[i] = (char)(c + 'a' * !c);
  }
  if (folder < 0 && !__rarely())
    return __errs(-folder);
  /* Without choices it fails elsewhere, so that what comes behind is looked for where it is sure to succeed. */
  if (folder == FOLDER ? __rarely() : !__any_bool())
    return __errs(1 + (int)(__any_unsigned() % 133));
  __model_file_made_up();
  int number = __model_descriptor_taken(0, READS_AND_WRITES | (flags & FLAGS), 0);
  return number < 0 ? (int)(__any_unsigned() & 0x7fffffff) : number;
}

int __model_mkstemp(char *name) { return __made_up(name, 0, 0); }
int __model_mkstemp64(char *name) { return __made_up(name, 0, 0); }
int __model_mkostemp(char *name, int flags) { return __made_up(name, 0, flags); }
int __model_mkostemp64(char *name, int flags) { return __made_up(name, 0, flags); }
int __model_mkstemps(char *name, int behind) { return __made_up(name, behind, 0); }
int __model_mkstemps64(char *name, int behind) { return __made_up(name, behind, 0); }
