/* Messages and texts of the C locale, in which nothing is translated. */
typedef __SIZE_TYPE__ size_t;
size_t __model_strlen(const char *s);
char *__model_strcpy(char *to, const char *from);
int __model_strcmp(const char *a, const char *b);
void __unsupported(void);

char *__model_gettext(const char *text) { return (char *)text; }
char *__model_dgettext(const char *domain, const char *text) { return (char *)text; }
char *__model_dcgettext(const char *domain, const char *text, int category) { return (char *)text; }
char *__model_ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *__model_dngettext(const char *domain, const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
char *__model_dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) { return (char *)(n == 1 ? one : many); }

/* What the library remembers of a name, if it is not too long. */
enum { LENGTH = 256, DOMAINS = 4 };
static char *__remember(char *to, const char *text) {
  if (__model_strlen(text) >= LENGTH)
    __unsupported();
  return __model_strcpy(to, text);
}

char *__model_textdomain(const char *name) {
  static char usual[] = "messages", other[LENGTH], *current = usual;
  if (!name)
    return current;
  if (!*name || __model_strcmp(name, usual) == 0)
    return current = usual;
  return current = __remember(other, name);
}

static struct {
  char name[LENGTH], directory[LENGTH], codeset[LENGTH];
  _Bool has_directory, has_codeset;
} __domains[DOMAINS];

/* The place of a domain; null if it has none and none is made. */
static int __domain(const char *name, _Bool make) {
  for (int i = 0; i < DOMAINS; i++) {
    if (!__domains[i].name[0] && !make)
      return -1;
    if (!__domains[i].name[0])
      __remember(__domains[i].name, name);
    if (__model_strcmp(__domains[i].name, name) == 0)
      return i;
  }
  __unsupported();
  return -1;
}

char *__model_bindtextdomain(const char *name, const char *directory) {
  static char usual[] = "/usr/share/locale";
  if (!name || !*name)
    return 0;
  int i = __domain(name, directory != 0);
  if (directory) {
    __domains[i].has_directory = 1;
    return __remember(__domains[i].directory, directory);
  }
  return i >= 0 && __domains[i].has_directory ? __domains[i].directory : usual;
}

char *__model_bind_textdomain_codeset(const char *name, const char *codeset) {
  if (!name || !*name)
    return 0;
  int i = __domain(name, codeset != 0);
  if (codeset) {
    __domains[i].has_codeset = 1;
    return __remember(__domains[i].codeset, codeset);
  }
  return i >= 0 && __domains[i].has_codeset ? __domains[i].codeset : 0;
}

enum { CODESET = 14, RADIX = 0x10000, THOUSANDS, DAY = 0x20000, LAST_TIME = 0x20031, CURRENCY = 0x4000f, YES = 0x50000, NO, YES_TEXT, NO_TEXT, DATE = 0x2006c };

char *__model_nl_langinfo(int item) {
  static const char *const times[] = {
      "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Jan", "Feb", "Mar", "Apr", "May",
      "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December", "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p", "", "", "", "", "", ""};
  if (item >= DAY && item <= LAST_TIME)
    return (char *)times[item - DAY];
  switch (item) {
  case CODESET:
    return "ANSI_X3.4-1968";
  case RADIX:
    return ".";
  case CURRENCY:
    return "-";
  case YES:
    return "^[yY]";
  case NO:
    return "^[nN]";
  case DATE:
    return "%a %b %e %H:%M:%S %Z %Y";
  case THOUSANDS:
  case YES_TEXT:
  case NO_TEXT:
    return "";
  }
  __unsupported();
  return 0;
}
