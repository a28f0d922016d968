/* For each state the pairs of abstract states and accepting states on ways that lead to it; two sets of them, in turn. */
static P_set P_pairs[2][P_STATES];
static int P_turn;

static int P_check(unsigned letter, size_t u) {
  P_set *before = P_pairs[P_turn], *after = P_pairs[!P_turn];
  unsigned char next[P_STATES];
  int i, some = 0;
  memset(next, 0, sizeof next);
  for (i = 0; i < P_STATES; i++) {
    if (!P_current[i])
      continue;
    if (P_accepting[i]) {
      if (P_has(&before[i], u * P_STATES + (size_t)i))
        return P_VIOLATED;
      P_add(&before[i], u * P_STATES + (size_t)i);
    }
  }
  for (i = 0; i < P_STATES; i++)
    if (after[i].room)
      memset(after[i].bytes, 0, after[i].room);
  for (i = 0; i < P_TRANSITIONS; i++) {
    int from = P_transitions[i].from, to = P_transitions[i].to;
    if (P_current[from] && (letter & P_transitions[i].holds) == P_transitions[i].holds && !(letter & P_transitions[i].fails)) {
      P_join(&after[to], &before[from]);
      next[to] = some = 1;
      if (P_violates[to])
        return P_VIOLATED;
    }
  }
  memcpy(P_current, next, sizeof next);
  P_turn = !P_turn;
  return some ? P_RUNNING : P_SATISFIED;
}
