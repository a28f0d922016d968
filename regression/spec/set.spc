CONTROL AUTOMATON Mutexes
LOCAL set<string> held = [];
LOCAL int depth = 0;
INITIAL STATE Work;
STATE USEFIRST Work :
  MATCH {mutex_lock($1);} && held[$1] -> ERROR("locked already");
  MATCH {mutex_lock($1);} -> DO held[$1] = TRUE DO depth = depth + 1 GOTO Work;
  MATCH {mutex_unlock($1);} && !held[$1] -> ERROR("not locked");
  MATCH {mutex_unlock($1);} -> DO held[$1] = FALSE DO depth = depth - 1 GOTO Work;
  MATCH EXIT -> ASSERT held.empty ASSERT depth == 0 GOTO Work;
END AUTOMATON
