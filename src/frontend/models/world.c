/* The command line: arguments and their bytes are inputs. */
typedef __SIZE_TYPE__ size_t;
void __any_bytes(void *p, size_t n);
size_t __any_size(void);
_Bool __argument_follows(void);
unsigned char __argument_byte(void);
int __most_arguments(void);
int __longest_argument(void);
_Bool __accesses_are_checked(void);
_Bool __arguments_are_limited(void);
_Bool __arguments_are_fixed(void);
int __model_fixed_arguments(void);
long __model_fixed_size(int text);
unsigned char __model_fixed_byte(int text, long at);
void __more_arguments(void);
void __longer_argument(void);
void *__allocate_for_good(size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);
_Bool __over_approximates(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
void __fill_with_pointers(char **place, void *into);

enum { ARGUMENTS = 16, LENGTH = 256 };
/* An object for each, so that what is read of one is looked for in that one only. */
static char __name[LENGTH], __text1[LENGTH], __text2[LENGTH], __text3[LENGTH], __text4[LENGTH], __text5[LENGTH], __text6[LENGTH], __text7[LENGTH], __text8[LENGTH];
static char __text9[LENGTH], __text10[LENGTH], __text11[LENGTH], __text12[LENGTH], __text13[LENGTH], __text14[LENGTH], __text15[LENGTH], __text16[LENGTH];
static char *__arguments[ARGUMENTS + 2] = {__name,   __text1, __text2, __text3, __text4, __text5, __text6, __text7, __text8,
                                           __text9, __text10, __text11, __text12, __text13, __text14, __text15, __text16};

/* A string of so many bytes as the program gets it. Only where it is checked that accesses stay within their object the object ends where the string does: such objects are dear. */
char *__model___delivered(char *text, size_t n) {
  if (!__accesses_are_checked())
    return text;
  char *exact = __allocate_for_good(n + 1);
  __model_memcpy(exact, text, n + 1);
  return exact;
}

/* Tests start the program under one name; only proofs count with others. Where accesses are checked it ends where its object does. */
static char *__program_name(void) {
  static const char of_tests[] = "../program";
  if (!__rarely()) {
    __model_memcpy(__name, of_tests, sizeof of_tests);
    return __model___delivered(__name, sizeof of_tests - 1);
  }
  if (__rarely())
    __longer_argument();
  /* What stands behind the end of a string nobody knows. */
  __any_bytes(__name, sizeof __name);
  __name[LENGTH - 1] = 0;
  if ((!__arguments_are_limited() && !__arguments_are_fixed()) || !__accesses_are_checked())
    return __name;
  for (int i = 0; i < LENGTH - 1; i++)
    __name[i] |= !__name[i];
  return __name + (LENGTH - 1 - __any_size() % LENGTH);
}

static char *__argument(char *text) {
  size_t n = 0;
  __any_bytes(text, LENGTH);
  for (; (text[n] = (char)__argument_byte()); n++)
    if (n == __longest_argument())
      __longer_argument();
  return __model___delivered(text, n);
}

/* The user says what it is. */
static char *__fixed_argument(char *text, int number) {
  long n = __model_fixed_size(number);
  __any_bytes(text, LENGTH);
  for (long i = 0; i < n; i++)
    text[i] = (char)__model_fixed_byte(number, i);
  text[n] = 0;
  return __model___delivered(text, (size_t)n);
}

/* All command lines at once: any number of strings, in one block as the system passes them. It passes no more than 6 MiB, and no string of 128 KiB. */
static char **__every_command_line(int *count) {
  enum { MOST = 1 << 20, TEXT = 6 << 20, STRING = 1 << 17 };
  char *text = __allocate_for_good(TEXT);
  text[TEXT - 1] = 0;
  unsigned n = 1 + (__any_unsigned() & (MOST - 1));
  char **strings = __allocate_for_good((n + 1) * sizeof(char *));
  __fill_with_pointers(strings, text);
  *count = (int)n;
  /* Any one of them is an object of its own, so that who leaves it is seen. */
  unsigned own = __any_unsigned();
  if (__accesses_are_checked() && own < n) {
    size_t length = __any_size() & (STRING - 1);
    char *string = __allocate_for_good(length + 1);
    string[length] = 0;
    strings[own] = string;
  }
  strings[n] = 0;
  return strings;
}

char **__model_world_arguments(int *count) {
  int n = 1;
  if (__over_approximates() && !__arguments_are_limited() && !__arguments_are_fixed())
    return __every_command_line(count);
  __arguments[0] = __program_name();
  if (__arguments_are_fixed()) {
    for (; n <= __model_fixed_arguments(); n++)
      __arguments[n] = __fixed_argument(__arguments[n], n - 1);
  } else {
    for (; __argument_follows(); n++) {
      if (n > __most_arguments())
        __more_arguments();
      __arguments[n] = __argument(__arguments[n]);
    }
  }
  __arguments[n] = 0;
  *count = n;
  return __arguments;
}
