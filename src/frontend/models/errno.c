/* The last error of a library function. */
int *__model___errno_location(void) {
  static _Thread_local int number;
  return &number;
}
