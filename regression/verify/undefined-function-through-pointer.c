// gotcha: verify --property unreach-call
// verdict: unknown
extern void fill(int *p);
void (*hook)(int *) = fill;
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  int a[2] = {0, 0};
  hook(a);
  if (a[1] != 0)
    reach_error(); //~ UNKNOWN
  return 0;
}
