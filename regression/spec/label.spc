OBSERVER AUTOMATON Labels
INITIAL STATE Init;
STATE USEFIRST Init :
  MATCH LABEL [ERR.*] -> ERROR("a label is reached");
  MATCH ASSERT -> ERROR("an assertion fails");
  MATCH "goto STUCK;" -> BREAK;
END AUTOMATON
