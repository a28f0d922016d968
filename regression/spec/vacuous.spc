OBSERVER AUTOMATON Vacuous
INITIAL STATE Start;
STATE USEFIRST Start : MATCH {begin()} -> GOTO Busy; MATCH {start()} -> GOTO Lost;
STATE USEFIRST Busy : MATCH {begin()} -> ERROR("begun twice"); MATCH {end()} -> GOTO Start;
STATE USEFIRST Lost : MATCH {end()} -> GOTO Start;
END AUTOMATON
