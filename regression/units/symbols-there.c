int tentative;
int initialised_there = 5;
static int own = 2;
static int get(void) { return own; }
int there(void) { return get(); }
int *address_there(void) { return &tentative; }
int weak_function(void) { return 2; }
int weak_variable = 2;
int inline_twice(void) { return 20; }
int emitted_here(void);
int emitted_here_called_there(void) { return emitted_here(); }
static inline int each_its_own(void) { return 40; }
int other_own(void) { return each_its_own(); }
int gnu(void) { return 50; }
__attribute__((weak)) int strong_here(void) { return 1; }
int strong_here_called_there(void) { return strong_here(); }
int declared_weak = 2;
