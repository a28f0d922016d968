// asks: unreach-call
#include "../families.h"
#define ROWS 200
#define COLUMNS 300
int grid[ROWS][COLUMNS];
int main(void) {
  int r, c;
  for (r = 0; r < ROWS; r++)
    for (c = 0; c < COLUMNS; c++)
      grid[r][c] = r + HOLDS(c, c % 299);
  for (r = 0; r < ROWS; r++)
    for (c = 0; c < COLUMNS; c++)
      __VERIFIER_assert(grid[r][c] == r + c);
  return 0;
}
