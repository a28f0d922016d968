/* The abstract states that came in each accepting state. */
static P_set P_seen[P_STATES];

static int P_check(unsigned letter, size_t u) {
  int i, at = 0;
  while (at < P_STATES && !P_current[at])
    at++;
  if (at == P_STATES)
    return P_SATISFIED;
  if (P_accepting[at]) {
    if (P_has(&P_seen[at], u))
      return P_VIOLATED;
    P_add(&P_seen[at], u);
  }
  P_current[at] = 0;
  for (i = 0; i < P_TRANSITIONS; i++) {
    if (P_transitions[i].from == at && (letter & P_transitions[i].holds) == P_transitions[i].holds && !(letter & P_transitions[i].fails)) {
      P_current[P_transitions[i].to] = 1;
      return P_violates[P_transitions[i].to] ? P_VIOLATED : P_RUNNING;
    }
  }
  return P_SATISFIED;
}
