/* Files of the working directory: whether they are there and what they hold is input. A file comes into being when its name is first used. Files that tests cannot set up, those in
   other directories above all, are known to nobody. The standard input is one more file, which is there. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
char *__model_strchr(const char *s, int c);
int __model_strcmp(const char *a, const char *b);
_Bool __any_bool(void);
unsigned char __any_uchar(void);
size_t __any_size(void);
_Bool __rarely(void);
_Bool __has_world(void);
_Bool __over_approximates(void);
_Bool __world_is_given(void);
void __other_files(void);
_Bool __file_0_exists(void);
_Bool __file_1_exists(void);
_Bool __file_2_exists(void);
_Bool __file_3_exists(void);
_Bool __file_0_follows(void);
_Bool __file_1_follows(void);
_Bool __file_2_follows(void);
_Bool __file_0_listed(void);
_Bool __file_1_listed(void);
_Bool __file_2_listed(void);
_Bool __file_3_listed(void);
unsigned char __file_0_name(void);
unsigned char __file_1_name(void);
unsigned char __file_2_name(void);
_Bool __stdin_follows(void);
unsigned char __file_0_byte(void);
unsigned char __file_1_byte(void);
unsigned char __file_2_byte(void);
unsigned char __stdin_byte(void);
void __longer_file(void);
void __more_files(void);
void __other_entries(void);
void __model_assume(int holds);
extern _Bool __model_positions_lost, __model_numbers_lost;
_Bool __goes_back_in_files(void);
_Bool __files_are_limited(void);
_Bool __files_are_known(void);
int __most_files(void);
long __longest_input(void);
long __longest_file(void);
int __model_fixed_input(void);
int __model_fixed_file(const char *name);
long __model_fixed_size(int text);
unsigned char __model_fixed_byte(int text, long at);

enum { INPUT = 3, FOLDER = 4, FILES = 3, NAME = 32, CONTENT = 512 };
enum { UNKNOWN = -1, END = -1 };
/* What a file is that was opened, if it is no number: it is there, but what it holds is not known; nothing is known; the directory above the working directory. */
enum { THERE = 16, UNSURE = 17, PARENT = 18 };
/* Flags of open. */
enum { WRITES = 3, READS_AND_WRITES = 2, CREATES = 0100, EXCLUSIVE = 0200, TRUNCATES = 01000, DIRECTORY = 0200000, OTHER_KINDS = 031040000 };
enum { NO_ENTRY = 2, NO_ACCESS = 13, EXISTS = 17, NO_DIRECTORY = 20, IS_DIRECTORY = 21, INVALID = 22 };

struct __file {
  char name[NAME];
  /* Was it asked for? Is it there? Was it opened? Has its end been read, has the program itself changed it? Has the program made something of it that is not known here? */
  _Bool asked, exists, opened, ended, changed, strange;
  /* Bytes that have been read. The first ones are kept if the program may read them again. */
  long size;
  char bytes[CONTENT];
};
/* Objects of their own, so that what is read of one is looked for in that one only. */
static struct __file __first_file, __second_file, __third_file, __input;
static int __file_count;

static struct __file *__file(int i) { return i == INPUT ? &__input : i == 0 ? &__first_file : i == 1 ? &__second_file : &__third_file; }

/* For who looks at a run: one more byte of the name of a file; zero where another name begins. */
void __model_file_named(int file, int byte) {}

/* Where the user says something of files: bytes that were asked for, and one more than the number of the text that the file holds, if that is fixed. */
static long __taken[FILES + 1];
static int __fixed[FILES + 1];
static int __text_of(int i) { return i == INPUT ? __model_fixed_input() : __fixed[i] - 1; }
/* Is there one more byte, as far as the user leaves that open? */
static _Bool __may_follow(int i) {
  int text = __text_of(i);
  return __taken[i] < (text != UNKNOWN ? __model_fixed_size(text) : i == INPUT ? __longest_input() : __longest_file());
}
static int __files_there;

static _Bool __exists(int i) {
  if (__files_are_limited() && __text_of(i) != UNKNOWN)
    return 1;
  if (__files_are_limited() && __files_there >= __most_files())
    return 0;
  _Bool exists = i == 0 ? __file_0_exists() : i == 1 ? __file_1_exists() : __file_2_exists();
  if (__files_are_limited())
    __files_there += exists;
  return exists;
}
static _Bool __follows(int i) {
  if (__files_are_limited() && (!__may_follow(i) || __text_of(i) != UNKNOWN))
    return __may_follow(i);
  return i == INPUT ? __stdin_follows() : i == 0 ? __file_0_follows() : i == 1 ? __file_1_follows() : __file_2_follows();
}
static unsigned char __next_byte(int i) {
  if (__files_are_limited()) {
    long at = __taken[i]++;
    if (__text_of(i) != UNKNOWN)
      return __model_fixed_byte(__text_of(i), at);
  }
  return i == INPUT ? __stdin_byte() : i == 0 ? __file_0_byte() : i == 1 ? __file_1_byte() : __file_2_byte();
}

/* The same name without `./` before it, as long as something is left. Where it is not known how a name begins it stays as it is, and nobody knows the file. */
static _Bool __is_known(int a, int b) { return 1; }
static const char *__plain(const char *path) {
  for (;;) {
    const char *rest = path;
    if (rest[0] != '.' || rest[1] != '/' || !__is_known(rest[0], rest[1]))
      return path;
    for (rest++; *rest == '/';)
      rest++;
    if (!*rest)
      return path;
    path = rest;
  }
}

/* The run ends here if the test has a file of this name, which is none of those held here. */
static void __stops_beyond(const char *name) {
  if (!__world_is_given())
    return;
  __model_file_named(FILES, 0);
  for (; *name; name++)
    __model_file_named(FILES, *name);
  if (__file_3_exists())
    __more_files();
}
/* The same where the program makes such a file. */
static void __makes_beyond(const char *name) {
  if (__world_is_given() && !__model_strchr(name, '/'))
    __more_files();
}

/* The number of the file with a name that a test can give to one; UNKNOWN for other names, and where there are more files than are held here. So proofs, which
   over-approximate, know none of them. */
static int __number_of_file(const char *path) {
  size_t n = __model_strlen(path);
  if (!__has_world() || __over_approximates() || n == 0 || n >= NAME || path[0] == '.')
    return UNKNOWN;
  for (size_t i = 0; i < n; i++)
    if (path[i] == '/' || path[i] < 0 || path[i] > 127)
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
  if (__files_are_limited())
    __fixed[__file_count] = 1 + __model_fixed_file(path);
  return __file_count++;
}

/* The working directory and the root, which are there. Is what they are not known any more? */
static _Bool __folders_strange;
static _Bool __is_folder(const char *path) { return __has_world() && !__over_approximates() && !__folders_strange && (path[0] == '.' || path[0] == '/') && path[1] == 0; }

/* What else the working directory of a test has in it: nothing, as long as the program makes nothing there. It is somewhere else as soon as the program goes elsewhere. */
static _Bool __others_made;
enum { LONGEST_NAME = 255 };
static _Bool __is_absent(const char *path) {
  if (!__has_world() || __over_approximates() || __others_made || __model_positions_lost || __model_numbers_lost || (path[0] == '.' && (path[1] == 0 || (path[1] == '.' && path[2] == 0))))
    return 0;
  if (__model_strchr(path, '/') || __model_strlen(path) > LONGEST_NAME || __rarely())
    return 0;
  __stops_beyond(path);
  return 1;
}

/* Has the program read which files there are? Then no others are there. */
static _Bool __all_listed;

static _Bool __is_there(struct __file *f, int i) {
  if (!f->asked) {
    f->asked = 1;
    f->exists = !__all_listed && __exists(i);
  }
  return f->exists;
}

/* The program writes to a file, which may have other names, too: those that begin with a dot and a slash are such ones. */
static void __changes(int i, const char *path) {
  if (i != UNKNOWN)
    __file(i)->changed = 1;
  if (i == UNKNOWN) {
    __others_made = 1;
    __folders_strange |= *path == '.' || *path == '/';
  }
  if (i == UNKNOWN && *path == '.')
    __first_file.strange = __second_file.strange = __third_file.strange = 1;
  if (__rarely() || (i == UNKNOWN && *path == '.'))
    __first_file.changed = __second_file.changed = __third_file.changed = __input.changed = 1;
}

/* What stands at this name afterwards is not known. */
void __model_file_strange(const char *path) {
  int i = __number_of_file(__plain(path));
  __changes(i, path);
  if (i != UNKNOWN)
    __file(i)->strange = 1;
}

/* There is a new file whose name nobody knows. */
void __model_file_made_up(void) { __others_made = 1; }

/* It is not known any more who may open the file. */
void __model_file_mode_changed(int i) { __file(i)->strange = 1; }

/* The names of files mean others from here on. What is open stays what it is. */
void __model_files_elsewhere(void) { __first_file.strange = __second_file.strange = __third_file.strange = __folders_strange = __others_made = 1; }

/* The number of a file that is there, FOLDER, UNSURE, or an error, negative. */
int __model_file_described(const char *path) {
  if (*path == 0)
    return -NO_ENTRY;
  path = __plain(path);
  if (__is_folder(path))
    return FOLDER;
  if (__is_folder(".") && path[0] == '.' && path[1] == '.' && path[2] == 0)
    return PARENT;
  int i = __number_of_file(path);
  if (i == UNKNOWN || __file(i)->strange)
    return i == UNKNOWN && __is_absent(path) ? -NO_ENTRY : UNSURE;
  return __is_there(__file(i), i) ? i : -NO_ENTRY;
}

/* Is it known which files the working directory has, but for those that nobody has asked for yet? */
_Bool __model_folder_known(void) {
  _Bool strange = __first_file.strange || __second_file.strange || __third_file.strange || __folders_strange || __others_made;
  return __has_world() && !__over_approximates() && !__files_are_limited() && !strange && !__model_positions_lost && !__model_numbers_lost;
}

static _Bool __listed(int i) { return i == 0 ? __file_0_listed() : i == 1 ? __file_1_listed() : __file_2_listed(); }
static unsigned char __next_of_name(int i) { return i == 0 ? __file_0_name() : i == 1 ? __file_1_name() : __file_2_name(); }
/* A character of a name that a test can give to a file. */
static char __in_name(unsigned char c, _Bool first) { return c <= ' ' || c > '~' || c == '/' || (first && c == '.') ? (char)('a' + c % 26) : (char)c; }

/* A file comes into being whose name the program does not know, if there is one more. */
enum { LISTED_NAME = 12 };
static _Bool __lists_one_more(void) {
  int i = __file_count;
  if (i == FILES || !__listed(i))
    return 0;
  struct __file *f = __file(i);
  for (int n = 0; n < LISTED_NAME; n++) {
    unsigned char c = __next_of_name(i);
    if (n && !c)
      break;
    f->name[n] = __in_name(c, n == 0);
    __model_file_named(i, f->name[n]);
  }
  for (int j = 0; j < i; j++)
    __model_assume(__model_strcmp(__file(j)->name, f->name) != 0);
  f->asked = f->exists = 1;
  __file_count++;
  return 1;
}

/* Which files are in the working directory, a bit each, if that is known. */
unsigned __model_files_listed(void) {
  unsigned there = 0;
  for (int i = 0; i < FILES; i++)
    if (i < __file_count ? __is_there(__file(i), i) : !__all_listed && __lists_one_more())
      there |= 1u << i;
  if (!__all_listed && __rarely())
    __other_entries();
  if (!__all_listed && __world_is_given() && __file_3_listed())
    __more_files();
  __all_listed = 1;
  return there;
}
const char *__model_file_name(int i) { return __file(i)->name; }
_Bool __model_file_is_changed(int i) { return __file(i)->changed; }

/* A directory can be opened to be read, which fails then. */
static int __folder_opened(int flags) {
  if ((flags & OTHER_KINDS) || (flags & EXCLUSIVE) || (flags & WRITES) == WRITES || ((flags & DIRECTORY) && (flags & CREATES)))
    return UNSURE;
  return flags & (WRITES | CREATES | TRUNCATES) ? -IS_DIRECTORY : FOLDER;
}

/* Opens the file with a name, as `open` does with these flags: its number, FOLDER, THERE, UNSURE, or an error, negative. Where the program never goes back each file is read once, so that its
   next byte is that of its only reader. */
int __model_file_opened(const char *path, int flags) {
  if (*path == 0)
    return -NO_ENTRY;
  const char *name = __plain(path);
  if (__is_folder(name))
    return __folder_opened(flags);
  _Bool changes = (flags & WRITES) || (flags & TRUNCATES);
  int i = __number_of_file(name);
  if (i == UNKNOWN && !(flags & CREATES) && !(flags & OTHER_KINDS) && __is_absent(name))
    return -NO_ENTRY;
  if (i == UNKNOWN && (flags & CREATES))
    __makes_beyond(name);
  if (i == UNKNOWN || __file(i)->strange) {
    if (changes || (flags & CREATES))
      __changes(i, path);
    return UNSURE;
  }
  struct __file *f = __file(i);
  if ((flags & OTHER_KINDS) || (flags & WRITES) == WRITES || ((flags & DIRECTORY) && (flags & CREATES))) {
    if (changes || (flags & CREATES))
      __model_file_strange(path);
    return UNSURE;
  }
  if (flags & CREATES) {
    if ((flags & EXCLUSIVE) && __is_there(f, i))
      return -EXISTS;
    f->asked = f->exists = 1;
    __changes(i, path);
    return THERE;
  }
  if (!__is_there(f, i))
    return -NO_ENTRY;
  if (flags & DIRECTORY)
    return -NO_DIRECTORY;
  if (changes)
    __changes(i, path);
  if (f->changed || (f->opened && !__goes_back_in_files()))
    return THERE;
  f->opened = 1;
  return i;
}

/* Removes a file: 0, UNSURE, or an error, negative. */
int __model_file_removed(const char *path) {
  if (*path == 0)
    return -NO_ENTRY;
  int i = __number_of_file(__plain(path));
  if (i == UNKNOWN && __is_absent(__plain(path)))
    return -NO_ENTRY;
  if (i == UNKNOWN || __file(i)->strange) {
    __changes(i, path);
    return UNSURE;
  }
  struct __file *f = __file(i);
  if (!__is_there(f, i))
    return -NO_ENTRY;
  __changes(i, path);
  f->exists = 0;
  return 0;
}

/* The same for a new name of a file. */
int __model_file_renamed(const char *from, const char *to) {
  if (*from == 0 || *to == 0)
    return -NO_ENTRY;
  int i = __number_of_file(__plain(from));
  if (i == UNKNOWN && !__model_strchr(to, '/') && __model_strlen(to) <= LONGEST_NAME && __is_absent(__plain(from)))
    return -NO_ENTRY;
  int j = __number_of_file(__plain(to));
  if (i == UNKNOWN || j == UNKNOWN)
    __makes_beyond(__plain(i == UNKNOWN ? from : to));
  if (i == UNKNOWN || j == UNKNOWN || __file(i)->strange || __file(j)->strange) {
    __model_file_strange(from);
    __model_file_strange(to);
    return UNSURE;
  }
  if (!__is_there(__file(i), i))
    return -NO_ENTRY;
  if (i == j)
    return 0;
  __changes(i, from);
  __changes(j, to);
  __file(i)->exists = 0;
  __file(j)->asked = __file(j)->exists = 1;
  return 0;
}

/* What may be done with a file: 0, UNSURE, or an error, negative. Nobody may execute it. */
int __model_file_accessed(const char *path, int mode) {
  if (mode & ~7)
    return -INVALID;
  if (*path == 0)
    return -NO_ENTRY;
  path = __plain(path);
  if (__is_folder(path))
    return path[0] == '/' && (mode & 2) ? UNSURE : 0;
  int i = __number_of_file(path);
  if (i == UNKNOWN || __file(i)->strange)
    return i == UNKNOWN && __is_absent(path) ? -NO_ENTRY : UNSURE;
  if (!__is_there(__file(i), i))
    return -NO_ENTRY;
  if (mode & 1)
    return __file(i)->changed ? UNSURE : -NO_ACCESS;
  return 0;
}

/* The byte of a file at an offset, or END. Other programs may change it meanwhile, which is not followed, unless the user says that they do not; proofs hold for any. Where the program
   never goes back the byte is the next one. */
int __model_file_byte(int i, long at) {
  if (__over_approximates())
    return __any_bool() ? __any_uchar() : END;
  struct __file *f = __file(i);
  if (i != INPUT && !__files_are_known() && __rarely())
    __other_files();
  if (f->changed)
    return __any_bool() ? __any_uchar() : END;
  if (!__goes_back_in_files()) {
    /* A terminal or a pipe may go on behind the end, and a file grow, which is not followed. */
    if (f->ended && (i == INPUT || !__files_are_known()) && __rarely())
      __other_files();
    return !f->ended && __follows(i) ? __next_byte(i) : END;
  }
  while (at >= f->size) {
    if (f->ended && (i == INPUT || !__files_are_known()) && __rarely())
      __other_files();
    if (f->ended || !__follows(i)) {
      f->ended = 1;
      return END;
    }
    unsigned char byte = __next_byte(i);
    if (f->size < CONTENT)
      f->bytes[f->size] = (char)byte;
    if (f->size++ == at)
      return byte;
  }
  if (at >= CONTENT && __files_are_limited() && __text_of(i) != UNKNOWN)
    return __model_fixed_byte(__text_of(i), at);
  if (at >= CONTENT)
    __longer_file();
  return (unsigned char)f->bytes[at];
}

/* Who has seen the end may read again. As long as nobody does there is nothing to know. */
void __model_file_ended(int i) {
  if (i != FOLDER)
    __file(i)->ended = 1;
}

/* The bytes of a file that is read from its beginning. */
long __model_file_size(int i) {
  if (__over_approximates())
    return (long)(__any_size() & ((size_t)-1 >> 1));
  struct __file *f = __file(i);
  while (!f->changed && __model_file_byte(i, f->size) != END)
    ;
  return f->changed ? (long)(__any_size() & ((size_t)-1 >> 1)) : f->size;
}
