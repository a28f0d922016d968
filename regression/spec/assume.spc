CONTROL AUTOMATON Range
LOCAL int most = 10;
INITIAL STATE Start;
STATE USEFIRST Start :
  MATCH {$1 = read_value($?)} -> ASSUME {$1 >= 0; $1 < $$most} DO most = most + 5 GOTO Next;
STATE USEFIRST Next :
  MATCH {$1 = read_value($?)} -> ASSUME {$1 >= 10; $1 < $$most} GOTO Next;
  MATCH {low($?)} -> ERROR;
  MATCH {high($?)} -> ERROR;
  MATCH {both($?)} -> ERROR;
END AUTOMATON
