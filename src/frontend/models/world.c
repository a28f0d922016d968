/* The command line: arguments and their bytes are inputs. What stands behind the end of an argument nobody knows. */
void __any_bytes(void *p, __SIZE_TYPE__ n);
_Bool __argument_follows(void);
unsigned char __argument_byte(void);
void __more_arguments(void);
void __longer_argument(void);

enum { ARGUMENTS = 8, LENGTH = 64 };
static char __name[LENGTH], __texts[ARGUMENTS][LENGTH], *__arguments[ARGUMENTS + 2];

char **__model_world_arguments(int *count) {
  int n = 0;
  __any_bytes(__name, sizeof __name);
  __name[LENGTH - 1] = 0;
  __any_bytes(__texts, sizeof __texts);
  __arguments[0] = __name;
  for (; __argument_follows(); n++) {
    if (n == ARGUMENTS)
      __more_arguments();
    char *text = __texts[n];
    for (int i = 0; (text[i] = (char)__argument_byte()); i++)
      if (i == LENGTH - 1)
        __longer_argument();
    __arguments[n + 1] = text;
  }
  *count = n + 1;
  return __arguments;
}
