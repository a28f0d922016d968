/* The command line: arguments and their bytes are inputs. What stands behind the end of an argument nobody knows. */
unsigned char __any_uchar(void);
_Bool __argument_follows(void);
unsigned char __argument_byte(void);
int __most_arguments(void);
int __longest_argument(void);
void __other_arguments(void);
void __more_arguments(void);
void __longer_argument(void);

enum { ARGUMENTS = 8, LENGTH = 32 };
/* An object for each, so that what is read of one is looked for in that one only. */
static char __name[LENGTH], __text1[LENGTH], __text2[LENGTH], __text3[LENGTH], __text4[LENGTH], __text5[LENGTH], __text6[LENGTH], __text7[LENGTH], __text8[LENGTH];
static char *__arguments[ARGUMENTS + 2] = {__name, __text1, __text2, __text3, __text4, __text5, __text6, __text7, __text8};

static void __anything(char *text) {
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)__any_uchar();
}

char **__model_world_arguments(int *count) {
  int n = 1;
  __other_arguments();
  __anything(__name);
  __name[LENGTH - 1] = 0;
  for (; __argument_follows(); n++) {
    if (n > __most_arguments())
      __more_arguments();
    char *text = __arguments[n];
    __anything(text);
    for (int i = 0; (text[i] = (char)__argument_byte()); i++)
      if (i == __longest_argument())
        __longer_argument();
  }
  __arguments[n] = 0;
  *count = n;
  return __arguments;
}
