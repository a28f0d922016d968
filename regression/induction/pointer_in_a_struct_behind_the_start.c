// gotcha: verify --property unreach-call --timeout 20s
// verdict: false
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct vector {
  int *data;
  int size;
};
int main(void) {
  struct vector v;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000)
    return 0;
  v.size = n;
  v.data = malloc(n * sizeof(int));
  if (!v.data)
    return 0;
  for (int i = 0; i < v.size; i++)
    v.data[i] = 2 * i;
  for (int i = 0; i < v.size; i++)
    if (v.data[i] == 2 * (n - 1) && i > 0)
      reach_error(); //~ VIOLATED
  return 0;
}
