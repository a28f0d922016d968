// gotcha: verify --entry check --lazy-inputs --timeout 10s
// verdict: unknown(depends on an indeterminate value)
// A large table may have other values than those with which the program begins: a proof does not assume these.
void reach_error(void);
int table[5000];

void check(void) {
  if (table[4999] != 0)
    reach_error();
}
