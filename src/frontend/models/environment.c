/* Variables of the environment: whether they are set and what they hold is input. One comes into being when it is first asked for. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
int __model_strcmp(const char *a, const char *b);
int __model_strncmp(const char *a, const char *b, size_t n);
extern _Bool __model_library_variables_set;
_Bool __any_bool(void);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);
unsigned char __any_uchar(void);
_Bool __has_world(void);
_Bool __over_approximates(void);
void __unsupported(void);
_Bool __rarely(void);
_Bool __variable_0_set(void);
_Bool __variable_1_set(void);
_Bool __variable_2_set(void);
_Bool __variable_3_set(void);
_Bool __variable_4_set(void);
_Bool __variable_5_set(void);
_Bool __variable_6_set(void);
_Bool __variable_7_set(void);
unsigned char __variable_0_byte(void);
unsigned char __variable_1_byte(void);
unsigned char __variable_2_byte(void);
unsigned char __variable_3_byte(void);
unsigned char __variable_4_byte(void);
unsigned char __variable_5_byte(void);
unsigned char __variable_6_byte(void);
unsigned char __variable_7_byte(void);
void __longer_variable(void);
_Bool __variables_are_limited(void);
_Bool __model_variable_may_be_set(const char *name);
int __model_fixed_variable(const char *name);
long __model_fixed_size(int text);
unsigned char __model_fixed_byte(int text, long at);
int *__model___errno_location(void);
void *__allocate_for_good(size_t n);
char *__model___delivered(char *text, size_t n);
void *__model_memcpy(void *to, const void *from, size_t n);

enum { VARIABLES = 8, NAME = 32, VALUE = 32, UNKNOWN = -1, NO_MEMORY = 12, INVALID = 22 };

struct __variable {
  char name[NAME], value[VALUE];
  /* Was it asked for? Is it set? Is what it holds not known any more? */
  _Bool asked, set, changed;
  /* Where its value is as the program gets it: what it was set to from outside, or by the program itself. */
  char *delivered;
};
/* Objects of their own, so that what is read of one is looked for in that one only. */
static struct __variable __variable0, __variable1, __variable2, __variable3, __variable4, __variable5, __variable6, __variable7;
static int __variable_count;

static struct __variable *__variable(int i) {
  switch (i) {
  case 0: return &__variable0;
  case 1: return &__variable1;
  case 2: return &__variable2;
  case 3: return &__variable3;
  case 4: return &__variable4;
  case 5: return &__variable5;
  case 6: return &__variable6;
  default: return &__variable7;
  }
}

/* For who looks at a run: one more byte of the name of a variable. */
void __model_variable_named(int variable, int byte) {}

static _Bool __is_set(int i) {
  switch (i) {
  case 0: return __variable_0_set();
  case 1: return __variable_1_set();
  case 2: return __variable_2_set();
  case 3: return __variable_3_set();
  case 4: return __variable_4_set();
  case 5: return __variable_5_set();
  case 6: return __variable_6_set();
  default: return __variable_7_set();
  }
}
static unsigned char __next_byte(int i) {
  switch (i) {
  case 0: return __variable_0_byte();
  case 1: return __variable_1_byte();
  case 2: return __variable_2_byte();
  case 3: return __variable_3_byte();
  case 4: return __variable_4_byte();
  case 5: return __variable_5_byte();
  case 6: return __variable_6_byte();
  default: return __variable_7_byte();
  }
}

/* The number of the variable with a name that a shell can give to one; UNKNOWN for other names, and where there are more variables than are held here. */
static int __number_of_variable(const char *name) {
  size_t n = __model_strlen(name);
  if (!__has_world() || __over_approximates() || n == 0 || n >= NAME)
    return UNKNOWN;
  for (size_t i = 0; i < n; i++) {
    _Bool letter = name[i] == '_' || (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= 'A' && name[i] <= 'Z');
    if (!letter && (i == 0 || name[i] < '0' || name[i] > '9'))
      return UNKNOWN;
  }
  for (int i = 0; i < __variable_count; i++)
    if (__model_strcmp(__variable(i)->name, name) == 0)
      return i;
  if (__variable_count == VARIABLES)
    return UNKNOWN;
  for (size_t i = 0; i < n; i++) {
    __model_variable_named(__variable_count, name[i]);
    __variable(__variable_count)->name[i] = name[i];
  }
  return __variable_count++;
}

/* There is no such variable, or its value is any string; no longer one can be passed to a program. Different variables may lie in different places. */
static char *__any_value(void) {
  static char values[262144];
  if (!__any_bool())
    return 0;
  __any_bytes(values, sizeof values);
  values[262143] = 0;
  return values + __any_unsigned() % 131072;
}

/* Does the C library look at it, too? Tests run without those, and proofs do not go behind one. */
static _Bool __is_of_library(const char *name) {
  static const char *const whole[] = {"POSIXLY_CORRECT", "TZ", "LANG", "LANGUAGE", "NLSPATH", "LOCPATH"};
  static const char *const beginnings[] = {"LC_", "LD_", "MALLOC_", "GLIBC_", "GCONV_"};
  for (int i = 0; i < 6; i++)
    if (__model_strcmp(name, whole[i]) == 0)
      return 1;
  for (int i = 0; i < 5; i++)
    if (__model_strncmp(name, beginnings[i], __model_strlen(beginnings[i])) == 0)
      return 1;
  return 0;
}

/* The user says what it is. */
static void __fix(struct __variable *v, int text) {
  long n = __model_fixed_size(text);
  for (int at = 0; at < VALUE; at++)
    v->value[at] = at < n ? (char)__model_fixed_byte(text, at) : 0;
  v->set = 1;
  v->delivered = __model___delivered(v->value, (size_t)n);
}

static _Bool __is_there(struct __variable *v, int i) {
  if (!v->asked) {
    v->asked = 1;
    int text = __variables_are_limited() ? __model_fixed_variable(v->name) : UNKNOWN;
    if (text != UNKNOWN) {
      __fix(v, text);
      return 1;
    }
    if (__variables_are_limited() && !__model_variable_may_be_set(v->name))
      return 0;
    if (__is_of_library(v->name)) {
      if (__rarely())
        __longer_variable();
    } else {
      v->set = __is_set(i);
    }
    size_t n = 0;
    for (int at = 0; at < VALUE; at++)
      v->value[at] = (char)__any_uchar();
    for (; v->set && (v->value[n] = (char)__next_byte(i)); n++)
      if (n == VALUE - 1)
        __longer_variable();
    if (v->set)
      v->delivered = __model___delivered(v->value, n);
  }
  return v->set;
}

char *__model_getenv(const char *name) {
  int i = __number_of_variable(name);
  if (i == UNKNOWN || __variable(i)->changed)
    return __any_value();
  struct __variable *v = __variable(i);
  return __is_there(v, i) ? v->delivered : 0;
}
char *__model_secure_getenv(const char *name) { return __model_getenv(name); }

static int __fails(int number) {
  *__model___errno_location() = number;
  return -1;
}

/* Is it a name that a variable can have? */
static _Bool __is_name(const char *name) {
  if (!name || !*name)
    return 0;
  for (; *name; name++)
    if (*name == '=')
      return 0;
  return 1;
}

int __model_setenv(const char *name, const char *value, int replace) {
  size_t n = __model_strlen(value);
  if (!__is_name(name))
    return __fails(INVALID);
  if (__rarely())
    return __fails(NO_MEMORY);
  int i = __number_of_variable(name);
  if (i == UNKNOWN) {
    __model_library_variables_set = 1;
    return 0;
  }
  struct __variable *v = __variable(i);
  if (v->changed || (!replace && __is_there(v, i)))
    return 0;
  v->delivered = __allocate_for_good(n + 1);
  __model_memcpy(v->delivered, value, n + 1);
  v->asked = v->set = 1;
  __model_library_variables_set |= __is_of_library(v->name);
  return 0;
}

int __model_unsetenv(const char *name) {
  if (!__is_name(name))
    return __fails(INVALID);
  int i = __number_of_variable(name);
  if (i != UNKNOWN) {
    __variable(i)->asked = 1;
    __variable(i)->set = __variable(i)->changed = 0;
  }
  return 0;
}

/* The text itself becomes part of the environment. Without a value the variable is no longer set. */
int __model_putenv(char *text) {
  /* What is asked for later may lie in this text. */
  if (__over_approximates())
    __unsupported();
  char name[NAME];
  size_t n = 0;
  for (; n < NAME - 1 && text[n] && text[n] != '='; n++)
    name[n] = text[n];
  name[n] = 0;
  int i = __number_of_variable(name);
  __model_library_variables_set |= i == UNKNOWN || __is_of_library(name);
  if (n == NAME - 1 || !text[n] || __rarely()) {
    /* Longer names have no number. */
    if (n < NAME - 1 && !text[n])
      return n ? __model_unsetenv(name) : __fails(INVALID);
    if (i != UNKNOWN)
      __variable(i)->changed = 1;
    return __any_bool() ? __fails(NO_MEMORY) : 0;
  }
  if (i != UNKNOWN) {
    __variable(i)->delivered = text + n + 1;
    __variable(i)->asked = __variable(i)->set = 1;
    __variable(i)->changed = 0;
  }
  return 0;
}

/* Those that were not asked for yet are gone, too. */
int __model_clearenv(void) {
  for (int i = 0; i < VARIABLES; i++) {
    __variable(i)->asked = 1;
    __variable(i)->set = __variable(i)->changed = 0;
  }
  return 0;
}
