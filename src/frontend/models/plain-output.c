/* The standard output as its stream sees it, where nothing is known to be in the way of what is written to it. */
typedef __SIZE_TYPE__ size_t;
struct __stream;
size_t __any_size(void);

_Bool __model_output_refuses(struct __stream *f, size_t n) { return 0; }
_Bool __model_output_flush_refused(struct __stream *f) { return 0; }
_Bool __model_standard_output_refuses(size_t n) { return 0; }
_Bool __model_standard_output_flush_refused(void) { return 0; }
_Bool __model_output_number_refuses(int file) { return 0; }
_Bool __model_output_is_full(void) { return 0; }
void __model_output_buffered(struct __stream *f, int mode, size_t size) {}
/* Bytes that wait to be written. */
size_t __model___fpending(const struct __stream *f) { return __any_size(); }
