// asks: unreach-call
#include "../families.h"
int main(void) {
  int client = 0, server = 0, flag = 0, tries = 0, session = 0;
  while (1) {
    int message = __VERIFIER_nondet_int();
    if (client == 0) {
      client = 100;
      tries = 0;
    } else if (client == 100 && server == 0) {
      if (message == 1)
        server = 200;
      else if (++tries > 3)
        return 0;
    } else if (client == 100 && server == 200) {
      flag = message > 10 ? 2 : 1;
      client = flag == 2 ? 120 : 110;
    } else if (client == 110) {
      session = 0;
      client = 130;
    } else if (client == 120) {
      session = HOLDS(1, message == 9 ? 0 : 1);
      client = 130;
    } else if (client == 130) {
      server = 230;
      client = 140;
    } else if (client == 140 && server == 230) {
      __VERIFIER_assert(flag != 2 || session == 1);
      client = server = 0;
    } else
      __VERIFIER_assert(0);
  }
}
