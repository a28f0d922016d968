/* What a program asks to be done at its end: the last thing asked for first. */
void __model_too_many_exit_handlers(void);
_Bool __any_bool(void);
_Bool __rarely(void);
void __demand_first_exit(_Bool right);

static struct {
  void (*plain)(void);
  void (*with)(int, void *);
  void *argument;
} __handlers[64];
static int __handler_count;
static void (*__quick_handlers[64])(void);
static int __quick_handler_count;

/* There is memory for the first ones, of which the library has some itself. */
static _Bool __has_no_memory(int n) { return n >= 16 && __rarely(); }

int __model_atexit(void (*f)(void)) {
  if (__handler_count == 64)
    __model_too_many_exit_handlers();
  if (__has_no_memory(__handler_count))
    return -1;
  __handlers[__handler_count].plain = f;
  __handlers[__handler_count].with = 0;
  __handler_count++;
  return 0;
}

int __model_on_exit(void (*f)(int, void *), void *argument) {
  if (__handler_count == 64)
    __model_too_many_exit_handlers();
  if (__has_no_memory(__handler_count))
    return -1;
  __handlers[__handler_count].with = f;
  __handlers[__handler_count].argument = argument;
  __handler_count++;
  return 0;
}

int __model_at_quick_exit(void (*f)(void)) {
  if (__quick_handler_count == 64)
    __model_too_many_exit_handlers();
  if (__has_no_memory(__quick_handler_count))
    return -1;
  __quick_handlers[__quick_handler_count++] = f;
  return 0;
}

/* A handler may ask for more, and may exit itself: what is done is not done again. */
void __model_run_exit_handlers(int status) {
  static _Bool running;
  __demand_first_exit(!running);
  running = 1;
  while (__handler_count > 0) {
    int i = --__handler_count;
    if (__handlers[i].with)
      __handlers[i].with(status, __handlers[i].argument);
    else
      __handlers[i].plain();
  }
  running = 0;
}

void __model_run_quick_exit_handlers(void) {
  while (__quick_handler_count > 0)
    __quick_handlers[--__quick_handler_count]();
}
