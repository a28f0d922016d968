/* The last error of a library function. */
int *__model___errno_location(void) {
  static int number;
  return &number;
}
