// Commands are run with the rights of the user only.
OBSERVER AUTOMATON Rights
INITIAL STATE Unknown;
STATE USEFIRST Unknown :
  MATCH {seteuid($1)} && MATCH [.*seteuid *\(0\).*] -> GOTO Root;
  MATCH FUNCTIONCALL "seteuid" -> GOTO User;
STATE USEFIRST Root :
  MATCH FUNCTIONCALL "seteuid" && !MATCH "seteuid(0);" -> GOTO User;
  MATCH [system\(.*\);?] -> ERROR("a command with all rights");
STATE USEFIRST User : MATCH "seteuid(0);" -> GOTO Root;
END AUTOMATON
