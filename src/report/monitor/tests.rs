//! Monitors against what they are to say, by its definition: for random automata and runs, all in one program.

use super::{Monitor, emit};
use automata::ltl::{Atom, AtomKind, Buchi, Cube, future};
use automata::{Automaton, StateId};
use goto::{Id, IdVec, Random};
use std::fmt::Write as _;
use std::process::Command;

const ATOMS: usize = 2;

fn automaton(random: &mut Random) -> Buchi {
    let atom = |name: &str| Atom { text: name.to_owned(), kind: AtomKind::Expression, span: 0..0 };
    let mut atoms = IdVec::new();
    ["p", "q"].iter().for_each(|name| _ = atoms.push(atom(name)));
    let n = 1 + random.below(4);
    let mut states = Vec::new();
    for _ in 0..n {
        let cube = |random: &mut Random| {
            let (asked, holds) = (random.below(1 << ATOMS) as u32, random.below(1 << ATOMS) as u32);
            Cube { holds: asked & holds, fails: asked & !holds }
        };
        let transitions = (0..random.below(4)).map(|_| (cube(random), StateId::new(random.below(n)))).collect();
        states.push((random.below(3) == 0, transitions));
    }
    Buchi { atoms, automaton: Automaton::of(vec![StateId::new(random.below(n))], states) }
}

/// An abstract state: the letter, and a further value.
type Abstract = (u32, i64);

/// After how many abstract states what is said, by the definition: a violation as soon as there is a way of the automaton that is in one accepting state
/// before equal abstract states, or comes to a state from which everything is accepted; satisfaction as soon as there is no way.
fn expected(buchi: &Buchi, run: &[Abstract]) -> (u32, usize) {
    let automaton = &buchi.automaton;
    let universal = future::universal(automaton);
    let next = |states: &[bool], letter: u32| {
        let mut after = vec![false; states.len()];
        for (_, t) in automaton.transitions().filter(|(_, t)| states[t.from.index()] && t.label.allows(letter)) {
            after[t.to.index()] = true;
        }
        after
    };
    let only = |s: StateId| automaton.states().map(|other| other == s).collect::<Vec<bool>>();
    let mut at: Vec<Vec<bool>> = vec![automaton.states().map(|s| automaton.initial().contains(&s)).collect()];
    for (j, now) in run.iter().enumerate() {
        if !at[j].contains(&true) {
            return (2, j + 1);
        }
        for i in (0..j).filter(|&i| run[i] == *now) {
            for s in automaton.states().filter(|&s| automaton.is_accepting(s) && at[i][s.index()]) {
                let mut around = only(s);
                run[i..j].iter().for_each(|u| around = next(&around, u.0));
                if around[s.index()] {
                    return (1, j + 1);
                }
            }
        }
        let after = next(&at[j], now.0);
        if automaton.states().any(|s| after[s.index()] && universal[s]) {
            return (1, j + 1);
        }
        if !after.contains(&true) {
            return (2, j + 1);
        }
        at.push(after);
    }
    (0, run.len())
}

#[test]
fn random_automata_and_runs() {
    const RUNS: usize = 500;
    let mut random = Random::new(7);
    let (mut program, mut calls, mut wanted) = (String::new(), String::new(), Vec::new());
    for n in 0..RUNS {
        let automaton = automaton(&mut random);
        let run: Vec<Abstract> = (0..1 + random.below(14)).map(|_| (random.below(1 << ATOMS) as u32, random.below(3) as i64 - 1)).collect();
        let prefix = format!("m{n}");
        program += &emit(&Monitor { prefix: &prefix, title: "a random automaton", automaton: &automaton, n_further: 1 });
        for (letter, value) in &run {
            let _ = writeln!(calls, "  {{ long long u[] = {{{}, {}, {value}}}; m{n}_step(u); }}", letter & 1, letter >> 1 & 1);
        }
        let _ = writeln!(calls, "  printf(\"%d %lu\\n\", m{n}_verdict, m{n}_count());");
        wanted.push(expected(&automaton, &run));
    }
    for verdict in 0..3 {
        assert!(wanted.iter().filter(|w| w.0 == verdict).count() > RUNS / 20, "{verdict}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("m.c"), format!("{program}int main(void) {{\n{calls}  return 0;\n}}\n")).expect("a file");
    let compiled =
        Command::new("cc").args(["-std=c99", "-Wall", "-Wno-unused", "-Werror", "-o", "m", "m.c"]).current_dir(folder.path()).output().expect("a compiler");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(folder.path().join("m")).output().expect("runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(said.lines().count(), RUNS);
    for (n, (line, (verdict, steps))) in said.lines().zip(wanted).enumerate() {
        assert_eq!(line, format!("{verdict} {steps}"), "automaton {n}");
    }
}
