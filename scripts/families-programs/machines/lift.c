// asks: unreach-call
#include "../families.h"
enum { IDLE, UP, DOWN, DOOR };
static int floor_now = 0, goal = 0, state = IDLE, door = 0;
static void tick(int call) {
  switch (state) {
  case IDLE:
    if (call >= 0 && call < 8) {
      goal = call;
      state = goal > floor_now ? UP : goal < floor_now ? DOWN : DOOR;
    }
    break;
  case UP:
    floor_now++;
    if (floor_now == goal)
      state = DOOR;
    break;
  case DOWN:
    floor_now--;
    if (floor_now HOLDS(==, <=) goal HOLDS(, - (goal == 0 && call == 3)))
      state = DOOR;
    break;
  case DOOR:
    door = !door;
    if (!door)
      state = IDLE;
  }
}
int main(void) {
  while (1) {
    tick(__VERIFIER_nondet_int());
    __VERIFIER_assert(floor_now >= 0 && floor_now < 8);
    __VERIFIER_assert(!door || state == DOOR);
  }
}
