typedef __SIZE_TYPE__ size_t;
int __model_isdigit(int c) { return c >= '0' && c <= '9'; }
int __model_isupper(int c) { return c >= 'A' && c <= 'Z'; }
int __model_islower(int c) { return c >= 'a' && c <= 'z'; }
int __model_isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
int __model_isalnum(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
int __model_isxdigit(int c) { return (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9'); }
int __model_isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
int __model_isblank(int c) { return c == ' ' || c == 9; }
int __model_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int __model_isprint(int c) { return c >= 32 && c < 127; }
int __model_isgraph(int c) { return c > 32 && c < 127; }
int __model_ispunct(int c) { return c > 32 && c < 127 && !__model_isalnum(c); }
/* The tables go on below zero for those who pass a char. */
int __model_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c >= -128 && c < -1 ? c + 256 : c; }
int __model_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c >= -128 && c < -1 ? c + 256 : c; }

/* The table behind the macros of glibc, from -128 to 255, in the C locale. */
const unsigned short **__model___ctype_b_loc(void) {
  static unsigned short table[384];
  static const unsigned short *middle;
  if (!middle) {
    for (int c = 0; c < 128; c++) {
      unsigned short bits = 0;
      if (__model_isupper(c)) bits |= 1 << 8;
      if (__model_islower(c)) bits |= 1 << 9;
      if (__model_isalpha(c)) bits |= 1 << 10;
      if (__model_isdigit(c)) bits |= 1 << 11;
      if (__model_isxdigit(c)) bits |= 1 << 12;
      if (__model_isspace(c)) bits |= 1 << 13;
      if (__model_isprint(c)) bits |= 1 << 14;
      if (__model_isgraph(c)) bits |= 1 << 15;
      if (__model_isblank(c)) bits |= 1 << 0;
      if (__model_iscntrl(c)) bits |= 1 << 1;
      if (__model_ispunct(c)) bits |= 1 << 2;
      if (__model_isalnum(c)) bits |= 1 << 3;
      table[c + 128] = bits;
    }
    middle = table + 128;
  }
  return &middle;
}

int __model_isascii(int c) { return (c & ~127) == 0; }
int __model_toascii(int c) { return c & 127; }

/* The tables behind tolower and toupper, from -128 to 255. */
const int **__model___ctype_tolower_loc(void) {
  static int table[384];
  static const int *middle;
  if (!middle) {
    for (int c = -128; c < 256; c++)
      table[c + 128] = __model_tolower(c);
    middle = table + 128;
  }
  return &middle;
}
const int **__model___ctype_toupper_loc(void) {
  static int table[384];
  static const int *middle;
  if (!middle) {
    for (int c = -128; c < 256; c++)
      table[c + 128] = __model_toupper(c);
    middle = table + 128;
  }
  return &middle;
}
size_t __model___ctype_get_mb_cur_max(void) { return 1; }
