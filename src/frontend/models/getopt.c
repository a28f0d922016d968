/* Options of the command line, as glibc reads them. Messages go to the standard error stream, where nobody looks. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
int __model_strncmp(const char *a, const char *b, size_t n);
char *__model_strchr(const char *s, int c);
_Bool __any_bool(void);

__attribute__((weak)) char *optarg;
__attribute__((weak)) int optind = 1, opterr = 1, optopt = '?';

struct option {
  const char *name;
  int has_arg, *flag, val;
};

/* What a call does that meets an argument which is no option. */
enum __order { PERMUTE, STOP, DELIVER };

/* Between calls: the rest of the argument that is being read, if any, and the arguments skipped so far, which stand from the first to before the last one. */
static struct {
  _Bool initialised;
  enum __order order;
  const char *rest;
  int first, last;
  /* What `optarg` and `optopt` become at the end of each call, whatever the program wrote there since the call before. */
  char *argument;
  int wrong;
} __reading;

/* Asked for POSIXLY_CORRECT in the environment: proofs count with it, runs go the usual way. */
_Bool __rarely(void);
extern _Bool __model_library_variables_set;

static void __restart(const char *options, _Bool posix) {
  if (optind == 0)
    optind = 1;
  __reading.first = __reading.last = optind;
  __reading.rest = 0;
  __reading.order = *options == '-' ? DELIVER : *options == '+' || posix || __rarely() || (__model_library_variables_set && __any_bool()) ? STOP : PERMUTE;
  __reading.initialised = 1;
}

/* Is the argument none that starts with a dash and goes on? */
static _Bool __is_operand(const char *argument) { return argument[0] != '-' || !argument[1]; }

static int __wrong(int option, int result) {
  __reading.wrong = option;
  return result;
}

/* Do these two mean something else? */
static _Bool __differ(const struct option *a, const struct option *b, _Bool only_long) {
  return only_long || a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val;
}

/* The long option whose name is so many characters long, or the only one that starts with them. `several`: there is more than one such. */
static const struct option *__find(const struct option *all, const char *name, size_t length, _Bool only_long, _Bool *several) {
  const struct option *found = 0;
  *several = 0;
  for (const struct option *o = all; o->name; o++) {
    if (__model_strncmp(o->name, name, length) != 0)
      continue;
    if (!o->name[length]) {
      *several = 0;
      return o;
    }
    if (!found)
      found = o;
    else if (__differ(found, o, only_long))
      *several = 1;
  }
  return found;
}

/* What stands in `__reading.rest` is a long option. -1: it is none, and may be a short one. */
static int __long_option(int argc, char **argv, const char *options, const struct option *all, int *index, _Bool only_long) {
  size_t length = 0;
  const char *name = __reading.rest;
  while (name[length] && name[length] != '=')
    length++;
  _Bool several;
  const struct option *found = __find(all, name, length, only_long, &several);
  if (several) {
    __reading.rest += __model_strlen(name);
    optind++;
    return __wrong(0, '?');
  }
  if (!found) {
    if (only_long && argv[optind][1] != '-' && __model_strchr(options, *name))
      return -1;
    __reading.rest = 0;
    optind++;
    return __wrong(0, '?');
  }
  optind++;
  __reading.rest = 0;
  if (name[length]) {
    if (!found->has_arg)
      return __wrong(found->val, '?');
    __reading.argument = (char *)name + length + 1;
  } else if (found->has_arg == 1) {
    if (optind >= argc)
      return __wrong(found->val, *options == ':' ? ':' : '?');
    __reading.argument = argv[optind++];
  }
  if (index)
    *index = (int)(found - all);
  if (!found->flag)
    return found->val;
  *found->flag = found->val;
  return 0;
}

/* Puts the argument of this number where the skipped ones start, which move on. In loops over numbers of arguments, which are known, not over those that were found. */
static void __move(char **argv, int number) {
  char *moved = argv[number];
  for (int i = number; i >= 0; i--)
    if (i > __reading.first)
      argv[i] = argv[i - 1];
    else if (i == __reading.first)
      argv[i] = moved;
  __reading.first++;
}

/* Skips arguments that are no options. Those skipped before move behind the options read since, and behind `--`, which ends the options. */
static void __skip(int argc, char **argv) {
  _Bool moves = __reading.order == PERMUTE && __reading.first != __reading.last, found = 0;
  int start = optind, read = __reading.last;
  if (__reading.order == PERMUTE && !moves && read != start)
    __reading.first = start;
  for (int i = 0; i < argc; i++) {
    if (moves && i >= read && i < start)
      __move(argv, i);
    if (i < start || found || (__reading.order == PERMUTE && __is_operand(argv[i])))
      continue;
    found = 1;
    optind = i;
  }
  if (!found && start < argc && __reading.order == PERMUTE)
    optind = argc;
  if (__reading.order == PERMUTE)
    __reading.last = optind;
}

/* Goes to the next argument that is an option; 0 if there is one. Else what the call returns. */
static int __advance(int argc, char **argv) {
  if (__reading.last > optind)
    __reading.last = optind;
  if (__reading.first > optind)
    __reading.first = optind;
  __skip(argc, argv);
  if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
    if (__reading.first == __reading.last) {
      __reading.first = optind + 1;
    } else {
      for (int i = 0; i < argc; i++)
        if (i >= __reading.last && i <= optind)
          __move(argv, i);
    }
    __reading.last = optind = argc;
  }
  if (optind == argc) {
    if (__reading.first != __reading.last)
      optind = __reading.first;
    return -1;
  }
  if (!__is_operand(argv[optind]))
    return 0;
  if (__reading.order == STOP)
    return -1;
  __reading.argument = argv[optind++];
  return 1;
}

/* The next character of `__reading.rest` is an option. */
static int __short_option(int argc, char **argv, const char *options, const struct option *all, int *index) {
  char c = *__reading.rest++;
  const char *found = __model_strchr(options, c), *rest = __reading.rest;
  if (!*rest)
    optind++;
  if (!found || c == ':' || c == ';')
    return __wrong(c, '?');
  _Bool is_long = found[0] == 'W' && found[1] == ';' && all;
  if (!is_long && found[1] != ':')
    return c;
  if (is_long || found[2] != ':') {
    if (!*rest && optind == argc) {
      if (!is_long)
        __reading.rest = 0;
      return __wrong(c, *options == ':' ? ':' : '?');
    }
    if (is_long) {
      __reading.rest = *rest ? rest : argv[optind];
      return __long_option(argc, argv, options, all, index, 0);
    }
    /* The argument ends here, or the next one is taken. */
    __reading.argument = *rest ? (char *)rest : argv[optind];
    optind++;
  } else if (*rest) {
    __reading.argument = (char *)rest;
    optind++;
  }
  __reading.rest = 0;
  return c;
}

static int __next_option(int argc, char **argv, const char *options, const struct option *all, int *index, _Bool only_long, _Bool posix) {
  if (argc < 1)
    return -1;
  __reading.argument = 0;
  if (optind == 0 || !__reading.initialised)
    __restart(options, posix);
  if (*options == '-' || *options == '+')
    options++;
  if (!__reading.rest || !*__reading.rest) {
    int result = __advance(argc, argv);
    if (result)
      return result;
    const char *argument = argv[optind];
    if (all && argument[1] == '-') {
      __reading.rest = argument + 2;
      return __long_option(argc, argv, options, all, index, only_long);
    }
    __reading.rest = argument + 1;
    /* A lone letter that is a short option is no start of a long one. */
    if (all && only_long && (argument[2] || !__model_strchr(options, argument[1]))) {
      result = __long_option(argc, argv, options, all, index, 1);
      if (result != -1)
        return result;
    }
  }
  return __short_option(argc, argv, options, all, index);
}

static int __publish(int result) {
  optarg = __reading.argument;
  optopt = __reading.wrong;
  return result;
}

int __model_getopt(int argc, char *const *argv, const char *options) { return __publish(__next_option(argc, (char **)argv, options, 0, 0, 0, 0)); }
int __model___posix_getopt(int argc, char *const *argv, const char *options) { return __publish(__next_option(argc, (char **)argv, options, 0, 0, 0, 1)); }
int __model_getopt_long(int argc, char *const *argv, const char *options, const struct option *all, int *index) {
  return __publish(__next_option(argc, (char **)argv, options, all, index, 0, 0));
}
int __model_getopt_long_only(int argc, char *const *argv, const char *options, const struct option *all, int *index) {
  return __publish(__next_option(argc, (char **)argv, options, all, index, 1, 0));
}
