// A lock is taken and given back in turns, and nobody ends with it.
OBSERVER AUTOMATON Lock
INITIAL STATE Free;
STATE USEFIRST Free :
  MATCH {lock($?);} -> GOTO Held;
  MATCH {unlock($?);} -> ERROR("unlock without lock");
STATE USEFIRST Held :
  MATCH {unlock($?);} -> GOTO Free;
  MATCH {lock($?);} -> ERROR("lock twice");
  MATCH EXIT -> ERROR("lock held at the end");
END AUTOMATON
