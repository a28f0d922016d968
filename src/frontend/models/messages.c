/* What errors and signals are called, in the C locale. */
typedef __SIZE_TYPE__ size_t;
int *__model___errno_location(void);
size_t __model_strlen(const char *s);
char *__model_strcpy(char *to, const char *from);
void *__model_memcpy(void *to, const void *from, size_t n);

_Bool __over_approximates(void);
unsigned __any_unsigned(void);
void __any_bytes(void *p, size_t n);

enum { INVALID = 22, RANGE = 34 };

/* For proofs: some text. Those of two numbers may be two or one. */
static const char *__some_text(void) {
  enum { MOST = 1 << 17 };
  static char texts[MOST];
  __any_bytes(texts, MOST - 1);
  texts[MOST - 1] = 0;
  return texts + __any_unsigned() % MOST;
}

static const char *const __errors[] = {
    "Success", "Operation not permitted", "No such file or directory", "No such process", "Interrupted system call", "Input/output error",
    "No such device or address", "Argument list too long", "Exec format error", "Bad file descriptor", "No child processes",
    "Resource temporarily unavailable", "Cannot allocate memory", "Permission denied", "Bad address", "Block device required",
    "Device or resource busy", "File exists", "Invalid cross-device link", "No such device", "Not a directory", "Is a directory", "Invalid argument",
    "Too many open files in system", "Too many open files", "Inappropriate ioctl for device", "Text file busy", "File too large",
    "No space left on device", "Illegal seek", "Read-only file system", "Too many links", "Broken pipe", "Numerical argument out of domain",
    "Numerical result out of range", "Resource deadlock avoided", "File name too long", "No locks available", "Function not implemented",
    "Directory not empty", "Too many levels of symbolic links", 0, "No message of desired type", "Identifier removed", "Channel number out of range",
    "Level 2 not synchronized", "Level 3 halted", "Level 3 reset", "Link number out of range", "Protocol driver not attached",
    "No CSI structure available", "Level 2 halted", "Invalid exchange", "Invalid request descriptor", "Exchange full", "No anode",
    "Invalid request code", "Invalid slot", 0, "Bad font file format", "Device not a stream", "No data available", "Timer expired",
    "Out of streams resources", "Machine is not on the network", "Package not installed", "Object is remote", "Link has been severed",
    "Advertise error", "Srmount error", "Communication error on send", "Protocol error", "Multihop attempted", "RFS specific error", "Bad message",
    "Value too large for defined data type", "Name not unique on network", "File descriptor in bad state", "Remote address changed",
    "Can not access a needed shared library", "Accessing a corrupted shared library", ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries", "Cannot exec a shared library directly", "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted", "Streams pipe error", "Too many users", "Socket operation on non-socket",
    "Destination address required", "Message too long", "Protocol wrong type for socket", "Protocol not available", "Protocol not supported",
    "Socket type not supported", "Operation not supported", "Protocol family not supported", "Address family not supported by protocol",
    "Address already in use", "Cannot assign requested address", "Network is down", "Network is unreachable", "Network dropped connection on reset",
    "Software caused connection abort", "Connection reset by peer", "No buffer space available", "Transport endpoint is already connected",
    "Transport endpoint is not connected", "Cannot send after transport endpoint shutdown", "Too many references: cannot splice",
    "Connection timed out", "Connection refused", "Host is down", "No route to host", "Operation already in progress", "Operation now in progress",
    "Stale file handle", "Structure needs cleaning", "Not a XENIX named type file", "No XENIX semaphores available", "Is a named type file",
    "Remote I/O error", "Disk quota exceeded", "No medium found", "Wrong medium type", "Operation canceled", "Required key not available",
    "Key has expired", "Key has been revoked", "Key was rejected by service", "Owner died", "State not recoverable",
    "Operation not possible due to RF-kill", "Memory page has hardware error"};

static const char *const __signals[] = {
    0, "Hangup", "Interrupt", "Quit", "Illegal instruction", "Trace/breakpoint trap", "Aborted", "Bus error", "Floating point exception", "Killed",
    "User defined signal 1", "Segmentation fault", "User defined signal 2", "Broken pipe", "Alarm clock", "Terminated", "Stack fault",
    "Child exited", "Continued", "Stopped (signal)", "Stopped", "Stopped (tty input)", "Stopped (tty output)", "Urgent I/O condition",
    "CPU time limit exceeded", "File size limit exceeded", "Virtual timer expired", "Profiling timer expired", "Window changed", "I/O possible",
    "Power failure", "Bad system call"};

static const char *__known_error(int number) { return number >= 0 && number < (int)(sizeof __errors / sizeof *__errors) ? __errors[number] : 0; }
static const char *__known_signal(int number) { return number > 0 && number < (int)(sizeof __signals / sizeof *__signals) ? __signals[number] : 0; }

/* Text, a space and a number. */
static char *__with_number(char *to, const char *text, int number) {
  char digits[12];
  int n = 0;
  unsigned rest = number < 0 ? -(unsigned)number : (unsigned)number;
  do
    digits[n++] = '0' + rest % 10;
  while (rest /= 10);
  char *end = __model_strcpy(to, text) + __model_strlen(text);
  if (number < 0)
    *end++ = '-';
  while (n > 0)
    *end++ = digits[--n];
  *end = 0;
  return to;
}

char *__model_strerror(int number) {
  static char text[32];
  if (__over_approximates())
    return (char *)__some_text();
  const char *known = __known_error(number);
  return known ? (char *)known : __with_number(text, "Unknown error ", number);
}

/* The one of GNU copies what it has to make up only. */
char *__model_strerror_r(int number, char *to, size_t size) {
  const char *known = __known_error(number);
  if (known)
    return (char *)known;
  char text[32];
  size_t n = __model_strlen(__with_number(text, "Unknown error ", number));
  if (size) {
    n = n < size ? n : size - 1;
    __model_memcpy(to, text, n);
    to[n] = 0;
  }
  return to;
}

int __model___xpg_strerror_r(int number, char *to, size_t size) {
  const char *known = __known_error(number);
  char text[32];
  const char *from = known ? known : __with_number(text, "Unknown error ", number);
  size_t n = __model_strlen(from), copied = n < size ? n : size - 1;
  if (size) {
    __model_memcpy(to, from, copied);
    to[copied] = 0;
  }
  return !known ? INVALID : n < size ? 0 : RANGE;
}

char *__model_strsignal(int number) {
  static char text[32];
  if (__over_approximates())
    return (char *)__some_text();
  const char *known = __known_signal(number);
  if (known)
    return (char *)known;
  return number >= 34 && number <= 64 ? __with_number(text, "Real-time signal ", number - 34) : __with_number(text, "Unknown signal ", number);
}

void __model_psignal(int number, const char *s) {
  if (s)
    __model_strlen(s);
}
