// gotcha: cover --criterion branch
// verdict: complete
extern int __VERIFIER_nondet_int(void);

struct item { int key; int links[2]; };
int main(void) {
  struct item it = {__VERIFIER_nondet_int(), {3, 4}};
  int *l = &it.links[0];
  struct item *back = (struct item *)((char *)l - __builtin_offsetof(struct item, links));
  if (back != &it) //~ true:unreachable false:covered
    return 1;
  if (back->key == 12) //~ true:covered false:covered
    return 2;
  return 0;
}
