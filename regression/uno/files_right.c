// gotcha: check --property files.prop
// verdict: true
// A file for each round of a loop, closed in a function with a body.
extern int __VERIFIER_nondet_int(void);
extern int open_file(int);
extern void close_file(int);

int main(void) {
  for (int i = 0; i < 3; i++) {
    int fd = open_file(i);
    if (__VERIFIER_nondet_int())
      close_file(fd);
    else
      close_file(fd);
  }
  return 0;
}
