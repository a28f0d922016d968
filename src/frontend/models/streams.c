/* The three streams that are open from the start, and the table of descriptors. Others are objects of their own. What a stream is nobody sees. A program that is a library itself may define them. */
struct __stream { _Bool eof, error, closed, buffered, no_reads, no_writes; int pushed, file, number; long at; };
/* `file` is 0 where it is not known which byte is the next, else one more than the number of the file whose byte at `at` is, or than that of directories; where the standard input is closed it is one more. `number` is that of the
   descriptor; `buffered` says that the stream has read from it, which takes as much as there is. */
struct __stream __model_streams[3] = {{.no_writes = 1, .file = 4}, {.no_reads = 1, .number = 1}, {.no_reads = 1, .number = 2}};
/* `used`: the program itself has opened or closed it. `same` is equal for those that share one position. The stream is null, or the one on top of it. */
struct __descriptor { _Bool open, used; int file, flags, same; long at; struct __stream *stream; };
struct __descriptor __model_descriptors[12] = {
    {.open = 1, .used = 1, .file = 4, .stream = &__model_streams[0]}, {.open = 1, .used = 1, .same = 1, .flags = 1, .stream = &__model_streams[1]},
    {.open = 1, .used = 1, .same = 2, .flags = 2, .stream = &__model_streams[2]}};
/* Is the standard output a device that is full? */
_Bool __model_output_full;
/* After calls of functions that nobody knows: is it unknown which byte of files is the next? */
_Bool __model_positions_lost;
/* The same for the lowest descriptor that is free. */
_Bool __model_numbers_lost;
struct _IO_FILE;
__attribute__((weak)) struct _IO_FILE *stdin = (struct _IO_FILE *)&__model_streams[0];
__attribute__((weak)) struct _IO_FILE *stdout = (struct _IO_FILE *)&__model_streams[1];
__attribute__((weak)) struct _IO_FILE *stderr = (struct _IO_FILE *)&__model_streams[2];
/* For proofs what is opened is one of these that is not open, of more than the system has. It has no other state than this: what is read and how it ends is any. */
_Bool __model_opened[1 << 20];
