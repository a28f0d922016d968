/* Variables of the environment: whether they are set and what they hold is input. One comes into being when it is first asked for. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
int __model_strcmp(const char *a, const char *b);
_Bool __any_bool(void);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);
unsigned char __any_uchar(void);
_Bool __has_world(void);
_Bool __variable_0_set(void);
_Bool __variable_1_set(void);
_Bool __variable_2_set(void);
unsigned char __variable_0_byte(void);
unsigned char __variable_1_byte(void);
unsigned char __variable_2_byte(void);
void __longer_variable(void);

enum { VARIABLES = 3, NAME = 32, VALUE = 32, UNKNOWN = -1 };

struct __variable {
  char name[NAME], value[VALUE];
  /* Was it asked for? Is it set? Has the program itself changed it? */
  _Bool asked, set, changed;
};
/* Objects of their own, so that what is read of one is looked for in that one only. */
static struct __variable __first_variable, __second_variable, __third_variable;
static int __variable_count;

static struct __variable *__variable(int i) { return i == 0 ? &__first_variable : i == 1 ? &__second_variable : &__third_variable; }

/* For who looks at a run: one more byte of the name of a variable. */
void __model_variable_named(int variable, int byte) {}

static _Bool __is_set(int i) { return i == 0 ? __variable_0_set() : i == 1 ? __variable_1_set() : __variable_2_set(); }
static unsigned char __next_byte(int i) { return i == 0 ? __variable_0_byte() : i == 1 ? __variable_1_byte() : __variable_2_byte(); }

/* The number of the variable with a name that a shell can give to one; UNKNOWN for other names, and where there are more variables than are held here. */
static int __number(const char *name) {
  size_t n = __model_strlen(name);
  if (!__has_world() || n == 0 || n >= NAME)
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

char *__model_getenv(const char *name) {
  int i = __number(name);
  if (i == UNKNOWN || __variable(i)->changed)
    return __any_value();
  struct __variable *v = __variable(i);
  if (!v->asked) {
    v->asked = 1;
    v->set = __is_set(i);
    for (int at = 0; at < VALUE; at++)
      v->value[at] = (char)__any_uchar();
    for (int at = 0; v->set && (v->value[at] = (char)__next_byte(i)); at++)
      if (at == VALUE - 1)
        __longer_variable();
  }
  return v->set ? v->value : 0;
}
char *__model_secure_getenv(const char *name) { return __model_getenv(name); }

/* The program does something to the variable with this name. */
void __model_variable_changes(const char *name) {
  int i = __number(name);
  if (i != UNKNOWN)
    __variable(i)->changed = 1;
}
