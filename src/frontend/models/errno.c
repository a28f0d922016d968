/* The last error of a library function, and what many of them come to. */
_Bool __any_bool(void);
unsigned __any_unsigned(void);
int *__model___errno_location(void) {
  static _Thread_local int number;
  return &number;
}

/* It works, or it does not. Nothing is decided here, so that only those are in doubt who ask. */
int __model___succeeds(void) {
  int *error = __model___errno_location(), result = -(int)__any_bool();
  *error = (*error & ~result) | ((1 + (int)(__any_unsigned() % 133)) & result);
  return result;
}
