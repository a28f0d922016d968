//! The meaning of formulas, held against automata, and the texts that are read.

use super::buchi::Buchi;
use super::formula::{Formula, Lasso, Letter, Specification};
use super::{future, hoa, parse, source, translate};
use crate::StateId;
use crate::ltl::formula::{AtomId, AtomKind};
use goto::{Id, IdVec, Random};

fn atoms(n: usize) -> IdVec<AtomId, super::Atom> {
    let mut all = IdVec::new();
    for i in 0..n {
        all.push(super::Atom { text: format!("p{i}"), kind: AtomKind::Expression, span: 0..0 });
    }
    all
}

fn formula(random: &mut Random, size: usize, n: usize) -> Formula {
    if size <= 1 {
        return match random.below(12) {
            0 => Formula::Truth(random.below(2) == 0),
            _ => Formula::Atom(AtomId::new(random.below(n))),
        };
    }
    let kind = random.below(11);
    if kind < 5 {
        let a = formula(random, size - 1, n);
        return match kind {
            0 => a.negated(),
            1 => a.next(),
            2 | 3 => a.finally(),
            _ => a.globally(),
        };
    }
    let left = 1 + random.below(size - 1);
    let (a, b) = (formula(random, left, n), formula(random, size - left, n));
    match kind {
        5 => a.and(b),
        6 => a.or(b),
        7 | 8 => a.until(b),
        9 => a.weak_until(b),
        _ => a.release(b),
    }
}

fn word(random: &mut Random, n: usize) -> Lasso {
    let len = 1 + random.below(6);
    let letters = (0..len).map(|_| random.below(1 << n) as Letter).collect();
    Lasso { letters, repeats: random.below(len) }
}

#[test]
fn automata_accept_what_satisfies_the_formula() {
    let random = &mut Random::new(7);
    let (mut pairs, mut accepted, mut states) = (0, 0, 0);
    for i in 0..4000 {
        let n = 1 + i % 3;
        let size = 1 + i % 9;
        let specification = Specification { formula: formula(random, size, n), atoms: atoms(n) };
        let automaton = translate(&specification).unwrap();
        states += automaton.automaton.n_states();
        for _ in 0..12 {
            let word = word(random, n);
            let holds = specification.formula.holds(&word);
            assert_eq!(automaton.accepts(&word), holds, "{} on {word:?}\n{automaton:?}", specification.text());
            pairs += 1;
            accepted += usize::from(holds);
        }
    }
    assert!(accepted > pairs / 5 && accepted < pairs * 4 / 5, "{accepted} of {pairs}");
    assert!(states < 4 * 4000, "{states}");
}

#[test]
fn what_is_said_of_states_is_so() {
    let random = &mut Random::new(8);
    let mut n_universal = 0;
    for i in 0..1500 {
        let n = 1 + i % 2;
        let specification = Specification { formula: formula(random, 1 + i % 7, n), atoms: atoms(n) };
        let automaton = translate(&specification).unwrap();
        let (stutters, universal) = (future::stutters(&automaton.automaton, automaton.atoms.len()).unwrap(), future::universal(&automaton.automaton));
        for s in automaton.automaton.states() {
            let from = Buchi { automaton: automaton.automaton.starting_in(&[s]), ..automaton.clone() };
            for letter in 0..1u32 << n {
                let says = stutters[s].iter().any(|c| c.allows(letter));
                assert_eq!(says, from.accepts(&Lasso { letters: vec![letter], repeats: 0 }), "{} {s}", specification.text());
            }
            n_universal += usize::from(universal[s]);
            for _ in 0..5 {
                assert!(!universal[s] || from.accepts(&word(random, n)));
            }
        }
    }
    assert!(n_universal > 100);
}

#[test]
fn automata_survive_their_text() {
    let random = &mut Random::new(9);
    for i in 0..600 {
        let n = 1 + i % 3;
        let specification = Specification { formula: formula(random, 1 + i % 7, n), atoms: atoms(n) };
        let automaton = translate(&specification).unwrap();
        let again = hoa::read(&hoa::write(&automaton, &specification.text())).unwrap();
        assert_eq!(again.atoms.len(), n);
        let parsed = parse(&specification.text()).unwrap();
        for _ in 0..8 {
            let word = word(random, n);
            assert_eq!(again.accepts(&word), specification.formula.holds(&word), "{}", specification.text());
            let renamed = renumbered(&parsed, &word);
            assert_eq!(parsed.formula.holds(&renamed), specification.formula.holds(&word), "{}", specification.text());
        }
    }
}

/// The word in the order in which the formula names `p0`, `p1`, ...
fn renumbered(specification: &Specification, word: &Lasso) -> Lasso {
    let bit = |letter: Letter, name: &str| letter >> name[1..].parse::<u32>().unwrap() & 1;
    let letter = |&l: &Letter| specification.atoms.iter().map(|(id, a)| bit(l, &a.text) << id.index()).sum();
    Lasso { letters: word.letters.iter().map(letter).collect(), repeats: word.repeats }
}

#[test]
fn usual_formulas_have_small_automata() {
    for (text, states) in [
        ("G p", 1),
        ("F p", 2),
        ("p U q", 2),
        ("G F p", 2),
        ("F G p", 2),
        ("!(G (p -> F q))", 2),
        ("G (p -> F q)", 3),
        ("!(p U (q U r))", 3),
        ("X X p", 4),
        ("(G F p) -> (G F q)", 5),
        ("G F p && G F q", 3),
    ] {
        let automaton = translate(&parse(text).unwrap()).unwrap();
        assert!(automaton.automaton.n_states() <= states, "{text}: {automaton:?}");
    }
    assert!(translate(&parse("F p && G !p").unwrap()).unwrap().automaton.n_states() == 0);
    assert!(translate(&parse("G p").unwrap()).unwrap().automaton.is_deterministic());
    assert!(translate(&parse("F G p").unwrap()).unwrap().automaton.is_weak());
    assert!(!translate(&parse("G F p").unwrap()).unwrap().automaton.is_weak());
}

#[test]
fn syntaxes_mean_the_same() {
    for (a, b) in [
        ("[](p -> <> q)", "G(p => F q)"),
        ("[] ( AP(x > 0) ==> <>AP(y==0))", "G (!\"x > 0\" || F \"y==0\")"),
        ("!{charge > min} U {p}", "(NOT \"charge > min\") U p"),
        ("FG\"x==1\"", "<>[]\"x==1\""),
        ("GF p", "G (F p)"),
        ("p U q U r", "p U (q U r)"),
        ("p WU q", "(p U q) || G p"),
        ("p W q && r", "(p WU q) AND r"),
        ("p V q", "p R q"),
        ("(p || true) && (p S q)", "(p || true) && (q U (p && q))"),
        ("p <-> q", "(p <==> q)"),
        ("p XOR q", "!(p <-> q)"),
        ("p | q & r", "p || (q && r)"),
        ("p -> q -> r", "p -> (q -> r)"),
        ("true U p", "1 U p"),
        ("! \"output == 23\" WU \"input == 2\"", "(!\"output == 23\") WU \"input == 2\""),
        ("p IMP @LABEL(here)", "! p OR @LABEL( here )"),
        ("¬p ∧ q → r", "(!p /\\ q) -> r"),
    ] {
        let (a, b) = (parse(a).unwrap(), parse(b).unwrap());
        let both = Specification { formula: a.formula.clone().and(b.formula.clone().negated()), atoms: a.atoms.clone() };
        let neither = Specification { formula: a.formula.clone().negated().and(b.formula.clone()), atoms: a.atoms.clone() };
        assert_eq!(a.atoms.values().map(|a| &a.text).collect::<Vec<_>>(), b.atoms.values().map(|a| &a.text).collect::<Vec<_>>());
        assert!(translate(&both).unwrap().automaton.n_states() == 0 && translate(&neither).unwrap().automaton.n_states() == 0, "{} and {}", a.text(), b.text());
    }
}

#[test]
fn errors_name_their_place() {
    for (text, at, said) in [
        ("", 0, "end"),
        ("G (p", 2, "not closed"),
        ("p)", 1, "closes nothing"),
        ("p q", 2, "operator"),
        ("p U", 3, "end"),
        ("\"x > 0", 0, "does not end"),
        ("p $ q", 2, "means nothing"),
        ("x || 17", 5, "number"),
        ("{ } U p", 0, "needs an expression"),
        ("{a[1 U p", 0, "not closed"),
        ("@LABEL(1)", 0, "label"),
        ("&& p", 0, "expected a formula"),
    ] {
        let error = parse(text).map(|s| s.text()).unwrap_err();
        assert!(error.span.start == at && error.message.contains(said), "{text}: {error:?}");
    }
    assert!(parse(&"!(".repeat(10_000)).is_err());
    assert!(parse(&"F p && ".repeat(2_000)).is_err());
}

#[test]
fn formulas_in_files() {
    let of = |text: &str| source::in_property(text).map(|f| (f.entry, text[f.formula].trim().to_owned()));
    assert_eq!(of("CHECK( init(main()), LTL( G \"x > (y)\" ) )").unwrap(), ("main".into(), "G \"x > (y)\"".into()));
    assert_eq!(of("CHECK(init(start()),LTL(F p)))\n").unwrap(), ("start".into(), "F p".into()));
    assert!(of("CHECK( init(main()), LTL( F p )").is_err());
    assert!(of("CHECK( init(main()), FQL( F p ) )").is_err());
    assert!(of("CHECK( init(), LTL( F p ) )").is_err());
    let text = "//@ ltl invariant positive: [](AP(x > 0));\nint x; /*@ ltl invariant b: <> AP(x); */ // ltl invariant c: p\n";
    let found: Vec<(String, &str)> = source::in_comments(text).into_iter().map(|c| (c.name, text[c.formula].trim())).collect();
    assert_eq!(found, [("positive".into(), "[](AP(x > 0))"), ("b".into(), "<> AP(x)")]);
}

#[test]
fn other_automata_are_read() {
    let text = "HOA: v1 /* of another tool */\ntool: \"x\" \"1\"\nStates: 2\nStart: 0\nAP: 2 \"x > 0\" \"@LABEL(a)\"\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n\
                Alias: @a 0 & !1\nproperties: trans-acc\n--BODY--\nState: 0\n[@a | !0&1] 1 {0}\n[!(0 | 1)] 0\nState: [t] 1 \"end\"\n1 {0}\n--END--\n";
    let automaton = hoa::read(text).unwrap();
    assert_eq!(automaton.atoms[AtomId::new(1)].kind, AtomKind::Label);
    assert!(automaton.accepts(&Lasso { letters: vec![0, 1, 3], repeats: 2 }));
    assert!(!automaton.accepts(&Lasso { letters: vec![0], repeats: 0 }));
    let implicit = "HOA: v1\nStates: 2\nStart: 0\nAP: 1 \"p\"\nAcceptance: 0 t\n--BODY--\nState: 0\n1 0\nState: 1\n1 1\n--END--\n";
    let automaton = hoa::read(implicit).unwrap();
    assert!(automaton.accepts(&Lasso { letters: vec![1], repeats: 0 }) && automaton.accepts(&Lasso { letters: vec![0], repeats: 0 }));
    for (wrong, line) in [("HOA: v2", 1), (&text.replace("Inf(0)", "Fin(0)"), 7), (&text.replace("0 & !1", "0 & !7"), 8), (&text.replace("] 1 {0}", "] 9"), 12)]
    {
        assert_eq!(hoa::read(wrong).unwrap_err().within("f.hoa", wrong).line, line, "{wrong}");
    }
    assert!(hoa::dot(&automaton).contains("doublecircle"));
    assert_eq!(StateId::new(0).to_string(), "q0");
}
