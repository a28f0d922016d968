/* Messages of programs about errors. They go to the standard error stream, where nobody looks; what they read and whether the program ends is here. */
typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
struct __stream;
_Bool __model_standard_output_flush_refused(void);
int __model_vfprintf(struct __stream *stream, const char *format, va_list arguments);
void __model_exit(int status);
size_t __model_strlen(const char *s);
int __model_strcmp(const char *a, const char *b);

static void __say(const char *format, va_list arguments) {
  if (format)
    __model_vfprintf(0, format, arguments);
}

void __model_vwarn(const char *format, va_list arguments) { __say(format, arguments); }
void __model_vwarnx(const char *format, va_list arguments) { __say(format, arguments); }
void __model_verr(int status, const char *format, va_list arguments) {
  __say(format, arguments);
  __model_exit(status);
}
void __model_verrx(int status, const char *format, va_list arguments) {
  __say(format, arguments);
  __model_exit(status);
}
void __model_warn(const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  __say(format, arguments);
  __builtin_va_end(arguments);
}
void __model_warnx(const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  __say(format, arguments);
  __builtin_va_end(arguments);
}
void __model_err(int status, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  __say(format, arguments);
  __model_exit(status);
}
void __model_errx(int status, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  __say(format, arguments);
  __model_exit(status);
}

__attribute__((weak)) unsigned error_message_count;
__attribute__((weak)) int error_one_per_line;
__attribute__((weak)) void (*error_print_progname)(void);

/* What was written before is to come first. */
static void __report(int status, const char *format, va_list arguments) {
  __model_standard_output_flush_refused();
  if (error_print_progname)
    error_print_progname();
  __model_vfprintf(0, format, arguments);
  error_message_count++;
  if (status)
    __model_exit(status);
}

void __model_error(int status, int number, const char *format, ...) {
  va_list arguments;
  __builtin_va_start(arguments, format);
  __report(status, format, arguments);
  __builtin_va_end(arguments);
}

void __model_error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  if (error_one_per_line) {
    if (last_line == line && (file == last_file || (last_file && file && __model_strcmp(last_file, file) == 0)))
      return;
    last_file = file;
    last_line = line;
  }
  if (file)
    __model_strlen(file);
  va_list arguments;
  __builtin_va_start(arguments, format);
  __report(status, format, arguments);
  __builtin_va_end(arguments);
}
