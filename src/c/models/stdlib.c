int __model_abs(int x) { return x < 0 ? -x : x; }
long __model_labs(long x) { return x < 0 ? -x : x; }
long long __model_llabs(long long x) { return x < 0 ? -x : x; }

static long __model_number(const char *s) {
  long value = 0;
  int negative = 0;
  while (*s == ' ' || (*s >= 9 && *s <= 13))
    s++;
  if (*s == '-' || *s == '+')
    negative = *s++ == '-';
  for (; *s >= '0' && *s <= '9'; s++)
    value = value * 10 + (*s - '0');
  return negative ? -value : value;
}

int __model_atoi(const char *s) { return (int)__model_number(s); }
long __model_atol(const char *s) { return __model_number(s); }
