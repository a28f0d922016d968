/* What the user says of the world: nothing. Where there is something to say this text is made (`frontend::assumptions`). Texts have numbers; -1 is none. */
int __model_strcmp(const char *a, const char *b);
int __model_fixed_arguments(void) { return -1; }
int __model_fixed_input(void) { return -1; }
int __model_fixed_file(const char *name) {
  return -1;
}
int __model_fixed_variable(const char *name) {
  return -1;
}
_Bool __model_variable_may_be_set(const char *name) { return 1; }
long __model_fixed_size(int text) {
  switch (text) {
  default: return 0;
  }
}
unsigned char __model_fixed_byte(int text, long at) {
  switch (text) {
  default: return 0;
  }
}
void __model_begin_failures(void) {}
