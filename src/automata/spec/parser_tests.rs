use super::*;
use crate::spec::ast::{Action, Element};

fn one(text: &str) -> Result<Specification> {
    parse(&[("a.spc".to_owned(), text.to_owned())])
}

/// The message for a wrong automaton with its place.
fn wrong(text: &str) -> String {
    one(text).expect_err("is wrong").to_string()
}

const LOCK: &str = r#"
    // A comment.
    OBSERVER AUTOMATON Lock
    LOCAL int depth = 2;
    LOCAL set<string> held = ["a", "b"];
    LOCAL set seen <int>;
    INITIAL STATE Unlocked;
    STATE USEFIRST Unlocked :
        MATCH {lock($1);} && !held[$1] -> ASSUME {$1 > 0; $$depth == 1} DO held[$1] = TRUE DO depth = depth + 1 - 2 GOTO Locked;
        MATCH "unlock();" || (depth == 1 && held.empty) -> ERROR("unlock \"while\" unlocked");
    STATE Locked :
        MATCH [un.*lock[a-z]\(.*\);] -> PRINT "x" depth GOTO Unlocked; /* another one */
        MATCH EXIT -> ASSERT depth != 0 ERROR;
        MATCH LABEL "L" == MATCH LABEL [E.*] -> DO seen[3] = TRUE BREAK;
        COVERS_LINES(3 4 5) -> GOTO Bad;
        CHECK(Lock, "state == Locked") && CHECK(location, "functionName==f") && EVAL(location, "lineno") == 7 -> GOTO ERROR;
        MATCH OTHERWISE -> GOTO Locked;
    TARGET STATE Bad : TRUE -> GOTO Bad;
    END AUTOMATON
    ASSERT MATCH FUNCTIONCALL "f" != MATCH ASSERT;"#;

#[test]
fn what_is_printed_reads_back() {
    let once = one(LOCK).expect("is right");
    assert_eq!(once.automata.len(), 2);
    let text = once.to_string();
    let again = one(&text).expect("is right").to_string();
    assert_eq!(text, again);
    let first = &once.automata[0];
    assert_eq!((first.states.len(), first.variables.len(), first.kind), (3, 3, Kind::Observer));
    let transition = &first.states[first.initial].transitions[0];
    assert_eq!(transition.assumptions.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["$1 > 0", "$$depth == 1"]);
    assert!(matches!(&transition.actions[0], Action::Put { element: Element::Bound(1), is_in: true, .. }));
    assert!(first.states[StateId::new(2)].is_target);
}

fn automaton(body: &str) -> String {
    format!("AUTOMATON A\nLOCAL int x;\nINITIAL STATE Q;\nSTATE Q :\n{body}\nEND AUTOMATON")
}

#[test]
fn messages_have_places() {
    assert_eq!(wrong(&automaton("TRUE -> GOTO R;")), "a.spc:5:14: the automaton A has no state R");
    assert_eq!(wrong(&automaton("y == 1 -> STOP;")), "a.spc:5:1: the automaton has no variable y");
    assert_eq!(wrong(&automaton("TRUE -> STOP; STATE Q : TRUE -> STOP;")), "a.spc:5:21: there are two states Q");
    assert_eq!(wrong(&automaton("TRUE -> MODIFY(x, \"y\") STOP;")), "a.spc:5:9: MODIFY is not supported: there is no other analysis to change");
    assert_eq!(
        wrong("OBSERVER AUTOMATON A INITIAL STATE Q; STATE Q : TRUE -> STOP; END AUTOMATON").split(':').next_back().map(str::trim),
        Some("make it a CONTROL AUTOMATON to use STOP")
    );
    assert!(wrong("OBSERVER AUTOMATON A INITIAL STATE Q; STATE Q : TRUE -> MODIFY(a, \"b\") GOTO Q; END AUTOMATON").contains("must not change"));
    assert_eq!(wrong("AUTOMATON A INITIAL STATE R; STATE Q : TRUE -> STOP; END AUTOMATON"), "a.spc:1:27: the automaton A has no state R");
    assert!(wrong(&automaton("CHECK(B, \"state == S\") -> STOP;")).contains("there is no automaton B"));
    assert!(wrong(&automaton("CHECK(A, \"state == S\") -> STOP;")).contains("the automaton A has no state S"));
    assert!(wrong(&automaton("CHECK(A, \"colour\") -> STOP;")).contains("this query is not known"));
    assert!(wrong(&automaton("x -> STOP;")).contains("a condition must stand here"));
    assert!(wrong(&automaton("MATCH {if (x) y;} -> STOP;")).contains("no statement of C"));
    assert!(wrong(&automaton("MATCH [(] -> STOP;")).contains("regular expression"));
    assert!(wrong("AUTOMATON A LOCAL set<int> s; INITIAL STATE Q; STATE Q : s[\"x\"] -> STOP; END AUTOMATON").contains("an expression must stand here"));
    assert!(wrong("AUTOMATON A LOCAL int s; LOCAL int s; INITIAL STATE Q; STATE Q : TRUE -> STOP; END AUTOMATON").contains("two variables s"));
    assert!(wrong("AUTOMATON A INITIAL STATE Q; STATE Q : TRUE -> STOP;").contains("END AUTOMATON"));
    assert!(wrong("#include missing.spc\n").contains("cannot read missing.spc"));
}
