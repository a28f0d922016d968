extern int __VERIFIER_nondet_int(void);
static int state, count, locked;
static void step(int input) {
  switch (state) {
  case 0: if (input == 3) state = 1; else if (input > 10) state = 2; break;
  case 1: if (input == 7 && !locked) { state = 3; locked = 1; } else state = 0; break;
  case 2: if (input < 0) { state = 4; count++; } break;
  case 3: if (input == 11) state = 5; else if (input == 2) { state = 1; locked = 0; } break;
  case 4: state = count > 5 ? 6 : 0; break;
  case 5: if (input == 13 && count > 2) state = 7; break;
  default: state = 0;
  }
}
int main(void) {
  state = count = locked = 0;
  for (int i = 0; i < 50; i++) { int input = __VERIFIER_nondet_int(); if (input == 99) break; step(input); }
  return state == 7;
}
