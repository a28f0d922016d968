// gotcha: cover --criterion branch
// with: symbols-there.c
// verdict: complete
// Which of several definitions a name means.
extern unsigned char __VERIFIER_nondet_uchar(void);
int tentative;
int tentative;
int initialised_there;
static int own = 1;
static int get(void) { return own; }
int there(void);
int *address_there(void);

__attribute__((weak)) int weak_function(void) { return 1; }
__attribute__((weak)) int weak_alone(void) { return 1; }
__attribute__((weak)) int weak_variable = 1;
extern int weak_nowhere(void) __attribute__((weak));
int get_weak_variable(void) { return weak_variable; }

inline int inline_twice(void) { return 2; }
extern inline int emitted_here(void) { return 3; }
int emitted_here_called_there(void);
static inline int each_its_own(void) { return 4; }
int other_own(void);
extern inline __attribute__((gnu_inline)) int gnu(void) { return 5; }

int strong_here(void) { return 2; }
int strong_here_called_there(void);
extern int declared_weak __attribute__((weak));
int declared_weak = 1;

int main(void) {
  int which = __VERIFIER_nondet_uchar(), y = 0;
  tentative = 7;
  switch (which) {
  case 0: y = address_there() == &tentative && *address_there() == 7; break;
  case 1: y = initialised_there == 5; break;
  case 2: y = get() == 1 && there() == 2 && own == 1; break;
  case 3: y = weak_function() == 2 && weak_alone() == 1; break;
  case 4: y = weak_variable == 2 && get_weak_variable() == 2; break;
  case 5: y = weak_nowhere == 0; break;
  case 6: y = inline_twice() == 20; break;
  case 7: y = emitted_here() == 3 && emitted_here_called_there() == 3; break;
  case 8: y = each_its_own() == 4 && other_own() == 40; break;
  case 9: y = gnu() == 50; break;
  case 10: y = strong_here() == 2 && strong_here_called_there() == 2; break;
  case 11: y = declared_weak == 2; break;
  default: y = 1;
  }
  if (!y) //~ true:unreachable false:covered
    return 1;
  return 0;
}
