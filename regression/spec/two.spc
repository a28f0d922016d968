// B stops where A has seen enough, so that C never sees the third round.
OBSERVER AUTOMATON A
INITIAL STATE Zero;
STATE USEFIRST Zero : MATCH "[i < 5]" -> GOTO One;
STATE USEFIRST One : MATCH "[i < 5]" -> GOTO Two;
STATE Two : TRUE -> GOTO Two;
END AUTOMATON
CONTROL AUTOMATON B
INITIAL STATE Look;
STATE USEFIRST Look : CHECK(A, "state == Two") -> STOP;
END AUTOMATON
OBSERVER AUTOMATON C
INITIAL STATE Look;
STATE USEFIRST Look :
  MATCH {seen(2)} -> ERROR("a third round");
  MATCH {seen(1)} && CHECK(AutomatonAnalysis_A, "state == One") -> GOTO Look;
  MATCH LABEL "DONE" -> ERROR("the end");
END AUTOMATON
