// gotcha: cover
// verdict: complete
static int calls, place[4];

static int called(int value) {
  calls++;
  return value;
}

/* What builtins do not need of their arguments is evaluated all the same; what they ask of types alone is not. */
int main(void) {
  int *next = place;
  __builtin_prefetch(next++);
  __builtin_prefetch(place + called(1), 0, 3);
  __builtin___clear_cache((char *)place + called(0), (char *)place);
  if (__builtin_speculation_safe_value(called(1), called(2)) == 1) //~ true:covered false:unreachable
    next++;
  if (__builtin_expect(called(1), called(1))) //~ true:covered false:unreachable
    next++;
  (void)__builtin_constant_p(called(1));
  (void)__builtin_object_size(place + called(1), 0);
  if (calls == 6) //~ true:covered false:unreachable
    return next == place + 3;
  return 2;
}
