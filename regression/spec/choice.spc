// Somewhere a begins, and three steps later b must not be: each a may be the one.
CONTROL AUTOMATON Any
INITIAL STATE Wait;
STATE USEALL Wait :
  MATCH {a()} -> GOTO One;
  MATCH {a()} -> GOTO Wait;
STATE USEFIRST One : MATCH FUNCTIONCALL "a" -> GOTO Two; MATCH {b()} -> GOTO Two;
STATE USEFIRST Two : MATCH {b()} -> ERROR("b after a and one more"); MATCH {a()} -> STOP;
END AUTOMATON
