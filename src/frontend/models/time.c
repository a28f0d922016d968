/* Clocks show any time; the calendar is exact. Local time is UTC but for rare cases: tests are made for that zone, and nothing is proved of it alone. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
size_t __any_size(void);
long __any_long(void);
int __any_int(void);
_Bool __any_bool(void);
_Bool __rarely(void);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

/* A moment since 1970, not before it. */
static long __now(void) { return (long)(__any_size() & ((size_t)-1 >> 1)); }

/* It works but for rare cases. */
static int __succeeds(void) {
  if (!__rarely())
    return 0;
  *__model___errno_location() = 1 + __any_unsigned() % 133;
  return -1;
}

/* In 32 bits there is an end of time. */
long __model_time(long *to) {
  if (sizeof(long) == 4 && __rarely()) {
    *__model___errno_location() = 75;
    return -1;
  }
  long now = __now();
  if (to)
    *to = now;
  return now;
}
/* In 32 bits it goes round. */
long __model_clock(void) {
  if (sizeof(long) == 4)
    return __any_long();
  return __succeeds() ? -1 : __now();
}
double __model_difftime(long a, long b) { return (double)((long long)a - b); }

struct __moment { long seconds, parts; };
int __model_gettimeofday(struct __moment *to, void *zone) {
  if (to) {
    to->seconds = __now();
    to->parts = __any_unsigned() % 1000000;
  }
  return sizeof(long) == 4 ? __succeeds() : 0;
}
int __model_clock_gettime(int clock, struct __moment *to) {
  /* Which clocks there are is not known but for the first two. */
  if (((unsigned)clock > 1 || sizeof(long) == 4) && __succeeds())
    return -1;
  to->seconds = __now();
  to->parts = __any_unsigned() % 1000000000;
  return 0;
}
int __model_clock_getres(int clock, struct __moment *to) {
  if ((unsigned)clock > 1 && __succeeds())
    return -1;
  if (to) {
    to->seconds = 0;
    to->parts = 1 + __any_unsigned() % 999999999;
  }
  return 0;
}
int __model_timespec_get(struct __moment *to, int base) {
  if (base != 1 || (sizeof(long) == 4 && __rarely()))
    return 0;
  to->seconds = __now();
  to->parts = __any_unsigned() % 1000000000;
  return base;
}
int __model_nanosleep(const struct __moment *wish, struct __moment *rest) {
  if (wish->parts < 0 || wish->parts > 999999999 || wish->seconds < 0) {
    *__model___errno_location() = 22;
    return -1;
  }
  /* Interrupted: the rest is less than the wish. */
  if (!__succeeds())
    return 0;
  if (rest) {
    rest->seconds = (long)(__any_size() & ((size_t)-1 >> 1));
    if (rest->seconds > wish->seconds)
      rest->seconds = wish->seconds;
    rest->parts = __any_unsigned() % 1000000000;
  }
  return -1;
}
/* Ticks go round. */
long __model_times(long *to) {
  if (to)
    for (int i = 0; i < 4; i++)
      to[i] = __any_long();
  return __any_long();
}

/* Days from 1970 to a day of the proleptic Gregorian calendar; the year begins in March. */
static long long __days(long long year, int month, long long day) {
  if (month < 2)
    year--;
  long long era = (year >= 0 ? year : year - 399) / 400;
  long long of_era = year - era * 400;
  long long of_year = (153 * (month < 2 ? month + 10 : month - 2) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* EOVERFLOW on Linux. */
enum { TOO_LARGE = 75 };

struct tm *__model_gmtime_r(const long *from, struct tm *to) {
  long long seconds = *from, days = seconds / 86400, rest = seconds % 86400;
  if (rest < 0) {
    rest += 86400;
    days--;
  }
  long long shifted = days + 719468, era = (shifted >= 0 ? shifted : shifted - 146096) / 146097, of_era = shifted - era * 146097;
  long long year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  long long of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int march_month = (int)((5 * of_year + 2) / 153), month = march_month < 10 ? march_month + 2 : march_month - 10;
  long long year = year_of_era + era * 400 + (month < 2);
  if (year - 1900 != (int)(year - 1900)) {
    *__model___errno_location() = TOO_LARGE;
    return 0;
  }
  to->tm_sec = (int)(rest % 60);
  to->tm_min = (int)(rest / 60 % 60);
  to->tm_hour = (int)(rest / 3600);
  to->tm_mday = (int)(of_year - (153 * march_month + 2) / 5 + 1);
  to->tm_mon = month;
  to->tm_year = (int)(year - 1900);
  to->tm_wday = (int)((days % 7 + 11) % 7);
  to->tm_yday = (int)(days - __days(year, 0, 1));
  to->tm_isdst = 0;
  to->tm_gmtoff = 0;
  to->tm_zone = "GMT";
  return to;
}
static struct tm __result;
struct tm *__model_gmtime(const long *from) { return __model_gmtime_r(from, &__result); }

static void __in_a_zone(struct tm *t, long offset) {
  static char zone[16];
  __any_bytes(zone, 15);
  t->tm_isdst = __any_bool();
  t->tm_gmtoff = offset;
  t->tm_zone = zone;
}

static struct tm *__in_utc(struct tm *t) {
  if (t)
    t->tm_zone = "UTC";
  return t;
}

/* Elsewhere nobody knows which zone it is: less than a day apart. */
struct tm *__model_localtime_r(const long *from, struct tm *to) {
  if (!__rarely())
    return __in_utc(__model_gmtime_r(from, to));
  long offset = __any_int() % 86400;
  long shifted = *from;
  if (offset > 0 ? shifted <= (long)((size_t)-1 >> 1) - offset : shifted >= -(long)((size_t)-1 >> 1) - offset)
    shifted += offset;
  if (!__model_gmtime_r(&shifted, to))
    return 0;
  __in_a_zone(to, offset);
  return to;
}
struct tm *__model_localtime(const long *from) { return __model_localtime_r(from, &__result); }

long __model_timegm(struct tm *t) {
  long long months = t->tm_year * 12LL + t->tm_mon, year = months / 12;
  int month = (int)(months % 12);
  if (month < 0) {
    month += 12;
    year--;
  }
  long long moment = (__days(year + 1900, month, t->tm_mday) * 24 + t->tm_hour) * 3600 + t->tm_min * 60LL + t->tm_sec;
  long result = (long)moment;
  if (result != moment || !__model_gmtime_r(&result, t)) {
    *__model___errno_location() = TOO_LARGE;
    return -1;
  }
  return result;
}
long __model_mktime(struct tm *t) {
  if (t->tm_isdst <= 0 && !__rarely()) {
    long moment = __model_timegm(t);
    if (moment != -1)
      __in_utc(t);
    return moment;
  }
  long offset = __any_int() % 86400, moment = __model_timegm(t);
  if (moment == -1)
    return -1;
  moment -= offset;
  /* The clock may not show this hour, or `tm_isdst` was not what it is then. */
  if (__any_bool())
    return __model_localtime_r(&moment, t) ? moment : -1;
  __in_a_zone(t, offset);
  return moment;
}

/* What is not known is not written out: texts of it are any. */
static _Bool __is_known(int a, int b, int c, int d, int e, int f, int g, int h) { return 1; }
static _Bool __is_zone(const struct tm *t, const char *name) {
  return t->tm_zone && t->tm_zone[0] == name[0] && t->tm_zone[1] == name[1] && t->tm_zone[2] == name[2] && !t->tm_zone[3];
}
static _Bool __is_known_time(const struct tm *t) {
  return __is_known(t->tm_sec, t->tm_min, t->tm_hour, t->tm_mday, t->tm_mon, t->tm_year, t->tm_wday, t->tm_yday) && (__is_zone(t, "GMT") || __is_zone(t, "UTC"));
}

static const char *const __days_of_week[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const __months[] = {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"};

/* Text that grows: what is beyond its room is only counted. */
struct __text { char *to; size_t room, n; };
static void __add(struct __text *text, char c) {
  if (text->n < text->room)
    text->to[text->n] = c;
  text->n++;
}
static void __add_text(struct __text *text, const char *s, size_t most) {
  for (size_t i = 0; i < most && s[i]; i++)
    __add(text, s[i]);
}
/* At least so many characters, a sign among them if the padding is of zeros. */
static void __add_number(struct __text *text, long long value, int least, char padding) {
  char digits[24];
  int n = 0;
  unsigned long long rest = value < 0 ? -(unsigned long long)value : (unsigned long long)value;
  do
    digits[n++] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0 && padding != ' ')
    __add(text, '-');
  for (int i = n + (value < 0); i < least; i++)
    __add(text, padding);
  if (value < 0 && padding == ' ')
    __add(text, '-');
  while (n)
    __add(text, digits[--n]);
}

/* The week of the year that ISO 8601 counts, and the year that it belongs to. */
static int __iso_week(const struct tm *t, long long *year) {
  int monday = (t->tm_wday + 6) % 7, week = (t->tm_yday - monday + 10) / 7;
  *year = t->tm_year + 1900LL;
  if (week < 1) {
    long long before = *year - 1;
    int days = before % 4 == 0 && (before % 100 != 0 || before % 400 == 0) ? 366 : 365;
    *year = before;
    return (t->tm_yday + days - monday + 10) / 7;
  }
  int days = *year % 4 == 0 && (*year % 100 != 0 || *year % 400 == 0) ? 366 : 365;
  if (week == 53 && t->tm_yday - monday + 3 >= days) {
    ++*year;
    return 1;
  }
  return week;
}

enum { LATEST = 9999 };
/* One conversion; false if it is none of those that are known. */
static _Bool __convert(struct __text *text, char letter, const struct tm *t) {
  long long year = t->tm_year + 1900LL, of_week;
  int hour = t->tm_hour % 12 == 0 ? 12 : t->tm_hour % 12, week = __iso_week(t, &of_week);
  const char *parts = letter == 'D' || letter == 'x' ? "m/d/y" : letter == 'F' ? "Y-m-d" : letter == 'R' ? "H:M" : letter == 'T' || letter == 'X' ? "H:M:S" : letter == 'r' ? "I:M:S p" : letter == 'c' ? "a b e H:M:S Y" : 0;
  if (parts) {
    for (; *parts; parts++)
      if (*parts == '/' || *parts == '-' || *parts == ':' || *parts == ' ')
        __add(text, *parts);
      else
        __convert(text, *parts, t);
    return 1;
  }
  switch (letter) {
  case 'a': __add_text(text, __days_of_week[t->tm_wday], 3); break;
  case 'A': __add_text(text, __days_of_week[t->tm_wday], 99); break;
  case 'b':
  case 'h': __add_text(text, __months[t->tm_mon], 3); break;
  case 'B': __add_text(text, __months[t->tm_mon], 99); break;
  case 'C': __add_number(text, year / 100, 2, '0'); break;
  case 'd': __add_number(text, t->tm_mday, 2, '0'); break;
  case 'e': __add_number(text, t->tm_mday, 2, ' '); break;
  case 'g': __add_number(text, of_week % 100, 2, '0'); break;
  case 'G': __add_number(text, of_week, 1, '0'); break;
  case 'H': __add_number(text, t->tm_hour, 2, '0'); break;
  case 'I': __add_number(text, hour, 2, '0'); break;
  case 'j': __add_number(text, t->tm_yday + 1, 3, '0'); break;
  case 'k': __add_number(text, t->tm_hour, 2, ' '); break;
  case 'l': __add_number(text, hour, 2, ' '); break;
  case 'm': __add_number(text, t->tm_mon + 1, 2, '0'); break;
  case 'M': __add_number(text, t->tm_min, 2, '0'); break;
  case 'n': __add(text, '\n'); break;
  case 'p': __add_text(text, t->tm_hour < 12 ? "AM" : "PM", 2); break;
  case 'S': __add_number(text, t->tm_sec, 2, '0'); break;
  case 't': __add(text, '\t'); break;
  case 'u': __add_number(text, (t->tm_wday + 6) % 7 + 1, 1, '0'); break;
  case 'U': __add_number(text, (t->tm_yday - t->tm_wday + 7) / 7, 2, '0'); break;
  case 'V': __add_number(text, week, 2, '0'); break;
  case 'w': __add_number(text, t->tm_wday, 1, '0'); break;
  case 'W': __add_number(text, (t->tm_yday - (t->tm_wday + 6) % 7 + 7) / 7, 2, '0'); break;
  case 'y': __add_number(text, year % 100, 2, '0'); break;
  case 'Y': __add_number(text, year, 1, '0'); break;
  case 'z': __add_text(text, "+0000", 5); break;
  case 'Z': __add_text(text, t->tm_zone, 3); break;
  case '%': __add(text, '%'); break;
  default: return 0;
  }
  return 1;
}

/* A day as the calendar has them, after the start of our era. */
static _Bool __is_usual(const struct tm *t) {
  return t->tm_year >= -1899 && t->tm_year <= LATEST - 1900 && t->tm_mon >= 0 && t->tm_mon < 12 && t->tm_mday >= 1 && t->tm_mday <= 31 && t->tm_hour >= 0 && t->tm_hour < 24 && t->tm_min >= 0 &&
         t->tm_min < 60 && t->tm_sec >= 0 && t->tm_sec <= 60 && t->tm_wday >= 0 && t->tm_wday < 7 && t->tm_yday >= 0 && t->tm_yday < 366;
}

/* What is written: all of it with its end, or zero if there is no room. What stands there then is not determined. */
size_t __model_strftime(char *to, size_t size, const char *format, const struct tm *t) {
  struct __text text = {to, size, 0};
  _Bool right = __is_known_time(t) && __is_usual(t);
  for (const char *f = format; right && *f; f++)
    if (*f != '%')
      __add(&text, *f);
    else
      right = __convert(&text, *++f, t);
  if (right && text.n < size) {
    to[text.n] = 0;
    return text.n;
  }
  size_t n = right ? size : __any_size();
  if (n >= size) {
    __any_bytes(to, size);
    return 0;
  }
  __any_bytes(to, n);
  to[n] = 0;
  return n;
}
/* Years have one digit to ten, with a sign; nothing is written behind so many bytes. */
static char *__date(const struct tm *t, char *to, unsigned most) {
  if (t && __is_known_time(t) && __is_usual(t)) {
    struct __text text = {to, most + 2, 0};
    const char *parts = "a b ";
    for (; *parts; parts++)
      if (*parts == ' ')
        __add(&text, ' ');
      else
        __convert(&text, *parts, t);
    __add_number(&text, t->tm_mday, 2, ' ');
    __add(&text, ' ');
    __convert(&text, 'T', t);
    __add(&text, ' ');
    __convert(&text, 'Y', t);
    __add(&text, '\n');
    __add(&text, 0);
    return to;
  }
  if (__succeeds())
    return 0;
  unsigned n = most - __any_unsigned() % (most - 20);
  __any_bytes(to, n);
  to[n] = '\n';
  to[n + 1] = 0;
  return to;
}
static char __text[40];
char *__model_asctime_r(const struct tm *t, char *to) { return __date(t, to, 24); }
char *__model_asctime(const struct tm *t) { return __date(t, __text, 36); }
char *__model_ctime(const long *t) { return __date(0, __text, 36); }
char *__model_ctime_r(const long *t, char *to) { return __date(0, to, 24); }
void __model_tzset(void) {}
