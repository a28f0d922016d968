OBSERVER AUTOMATON AssumptionAutomaton
LOCAL int returns = 0;
INITIAL STATE Start;
STATE __TRUE : TRUE -> GOTO __TRUE;
STATE __FALSE : TRUE -> GOTO __FALSE;
STATE USEFIRST Start : MATCH "[!(v)]" -> GOTO __FALSE; MATCH "[v]" -> DO returns = returns + 1 GOTO Start;
  returns == 1 && MATCH "return 0;" -> GOTO __FALSE;
END AUTOMATON
