/* The three streams that are always open. What a stream is nobody sees. A program that is a library itself may define them. */
struct __stream { _Bool eof, error, closed; int pushed, file; long at; };
/* `file` is 0, or one more than the number of the file whose byte at `at` is the next. */
struct __stream __model_streams[67];
/* Has something been done to the standard input after which it is not known which byte is the next? */
_Bool __model_stdin_moved;
/* The same for all files, after calls of functions that nobody knows. */
_Bool __model_positions_lost;
struct _IO_FILE;
__attribute__((weak)) struct _IO_FILE *stdin = (struct _IO_FILE *)&__model_streams[0];
__attribute__((weak)) struct _IO_FILE *stdout = (struct _IO_FILE *)&__model_streams[1];
__attribute__((weak)) struct _IO_FILE *stderr = (struct _IO_FILE *)&__model_streams[2];
