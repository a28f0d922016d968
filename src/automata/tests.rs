//! Random automata and expressions against what their definitions say of every short word.

use super::clean::{without_dead_ends, without_infeasible};
use super::determinise::determinise;
use super::minimise::minimise;
use super::product::product;
use super::regex::Regex;
use super::show;
use super::{Automaton, EdgeSet, Guard, Label, Literal, Simulation, StateId};
use goto::edges::EdgeId;
use goto::{ExprId, Id, Random};
use rustc_hash::FxHashSet;

const N_EDGES: usize = 3;
const N_PREDICATES: usize = 2;

fn edges(random: &mut Random) -> EdgeSet {
    let bits = 1 + random.below((1 << N_EDGES) - 1);
    (0..N_EDGES).filter(|e| bits >> e & 1 == 1).map(EdgeId::new).collect()
}

fn guard(random: &mut Random) -> Guard {
    let predicates = (0..N_PREDICATES).filter(|_| random.below(4) == 0).collect::<Vec<_>>();
    predicates.into_iter().map(|p| Literal { predicate: ExprId::new(p), holds: random.below(3) > 0 }).collect()
}

fn any_automaton(random: &mut Random) -> Automaton {
    let mut automaton = Automaton::default();
    let n = 1 + random.below(4);
    for _ in 0..n {
        let accepting = random.below(3) == 0;
        automaton.add_state(accepting);
    }
    automaton.start_in(StateId::new(0));
    if random.below(4) == 0 {
        automaton.start_in(StateId::new(n - 1));
    }
    for _ in 0..random.below(7) {
        let label = Label { edges: edges(random), guard: guard(random) };
        automaton.add(StateId::new(random.below(n)), label, StateId::new(random.below(n)));
    }
    automaton
}

fn regex(random: &mut Random, depth: u32) -> Regex {
    let simple = random.below(10);
    if depth == 0 || simple < 4 {
        return match simple {
            0 => Regex::At(edges(random)),
            1 => Regex::Holds(ExprId::new(random.below(N_PREDICATES))),
            2 if depth == 0 => Regex::Empty,
            _ => Regex::Edges(edges(random)),
        };
    }
    match simple {
        4 | 5 => Regex::Concat((0..2 + random.below(2)).map(|_| regex(random, depth - 1)).collect()),
        6 | 7 => Regex::Union((0..2).map(|_| regex(random, depth - 1)).collect()),
        8 => regex(random, depth - 1).star(),
        _ => {
            let least = random.below(2) as u32;
            let most = (random.below(2) == 0).then(|| least + random.below(2) as u32);
            Regex::Repeat(Box::new(regex(random, depth - 1)), least, most)
        }
    }
}

type Letter = (EdgeId, FxHashSet<ExprId>);

fn letters() -> Vec<Letter> {
    let valuation = |v: usize| (0..N_PREDICATES).filter(|p| v >> p & 1 == 1).map(ExprId::new).collect::<FxHashSet<_>>();
    (0..N_EDGES).flat_map(|e| (0..1 << N_PREDICATES).map(move |v| (EdgeId::new(e), valuation(v)))).collect()
}

/// All words of at most `n` letters.
fn words(n: usize) -> Vec<Vec<Letter>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..n {
        last = last.iter().flat_map(|word: &Vec<Letter>| letters().into_iter().map(move |letter| [&word[..], &[letter]].concat())).collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn accepts(automaton: &Automaton, word: &[Letter]) -> bool {
    automaton.accepts(word.iter().map(|(edge, holds)| (*edge, holds)))
}

/// Is there a path for the word, transition by transition?
fn accepts_from(automaton: &Automaton, state: StateId, word: &[Letter]) -> bool {
    match word.split_first() {
        None => automaton.is_accepting(state),
        Some(((edge, holds), rest)) => {
            automaton.transitions().any(|(_, t)| t.from == state && t.label.accepts(*edge, |p| holds.contains(&p)) && accepts_from(automaton, t.to, rest))
        }
    }
}

#[test]
fn random_automata_accept_what_they_should() {
    let words = words(3);
    let mut random = Random::new(7);
    for round in 0..150 {
        let (a, b) = (any_automaton(&mut random), any_automaton(&mut random));
        let both = product(&a, &b);
        let single = determinise(&a, 1000).unwrap_or_else(|e| panic!("{e}"));
        let small = minimise(&single);
        let live = without_dead_ends(&a);
        assert!(small.n_states() <= single.n_states().max(1), "round {round}");
        for word in &words {
            let expected = a.initial().iter().any(|&s| accepts_from(&a, s, word));
            assert_eq!(accepts(&a, word), expected, "round {round} {word:?}");
            assert_eq!(accepts(&both, word), expected && accepts(&b, word), "round {round} {word:?}");
            for other in [&single, &small, &live, &minimise(&a)] {
                assert_eq!(accepts(other, word), expected, "round {round} {word:?}\n{}", show::text(other, &show::Ids));
            }
            let runs = |automaton: &Automaton| {
                word.iter().fold(automaton.initial().to_vec(), |now, (edge, holds)| automaton.after(&now, *edge, |p| holds.contains(&p))).len()
            };
            assert!(runs(&single) <= 1 && runs(&small) <= 1, "round {round} {word:?}");
        }
    }
}

#[test]
fn clean_automata_accept_the_same_paths() {
    // Which edge may follow which: 0 1, 1 2, 2 0, 2 2.
    let follow = |edge: usize| match edge {
        0 => vec![1],
        1 => vec![2],
        _ => vec![0, 2],
    };
    let is_path = |word: &[Letter]| word.windows(2).all(|pair| follow(pair[0].0.index()).contains(&pair[1].0.index()));
    let paths: Vec<Vec<Letter>> = words(4).into_iter().filter(|word| is_path(word)).collect();
    let mut random = Random::new(11);
    for round in 0..100 {
        let a = any_automaton(&mut random);
        let clean = without_dead_ends(&without_infeasible(&a, &mut |edges| edges.iter().flat_map(|e| follow(e.index())).map(EdgeId::new).collect()));
        assert!(clean.n_states() <= a.n_states() && clean.transitions().count() <= a.transitions().count());
        for word in &paths {
            assert_eq!(accepts(&clean, word), accepts(&a, word), "round {round} {word:?}");
        }
    }
}

/// Does the expression match the word between two positions? Guards look at the letter before their position.
fn matches(regex: &Regex, word: &[Letter], from: usize, to: usize) -> bool {
    match regex {
        Regex::Empty => from == to,
        Regex::Edges(edges) => to == from + 1 && edges.contains(word[from].0),
        Regex::At(edges) => from == to && edges.contains(word[from - 1].0),
        Regex::Holds(predicate) => from == to && word[from - 1].1.contains(predicate),
        Regex::Concat(parts) => match parts.split_first() {
            None => from == to,
            Some((first, rest)) => {
                let rest = Regex::Concat(rest.to_vec());
                (from..=to).any(|middle| matches(first, word, from, middle) && matches(&rest, word, middle, to))
            }
        },
        Regex::Union(parts) => parts.iter().any(|part| matches(part, word, from, to)),
        Regex::Star(inner) => from == to || (from + 1..=to).any(|middle| matches(inner, word, from, middle) && matches(regex, word, middle, to)),
        Regex::Repeat(inner, least, most) => {
            // What matches nothing may stand for any of the repetitions that are missing.
            let more = most.is_none_or(|most| most > 0);
            let rest = Regex::Repeat(inner.clone(), least.saturating_sub(1), most.map(|m| m.saturating_sub(1)));
            *least == 0 && from == to
                || more && (from + 1..=to).any(|middle| matches(inner, word, from, middle) && matches(&rest, word, middle, to))
                || *least > 0 && matches(inner, word, from, from) && matches(&rest, word, from, to)
        }
    }
}

#[test]
fn expressions_become_automata_of_their_words() {
    let words = words(3);
    let entry = EdgeId::new(0);
    let mut random = Random::new(3);
    for round in 0..200 {
        let regex = regex(&mut random, 3);
        let automaton = regex.automaton(entry);
        for word in words.iter().filter(|word| !word.is_empty()) {
            let expected = word[0].0 == entry && matches(&regex, word, 1, word.len());
            assert_eq!(accepts(&automaton, word), expected, "round {round} {regex:?} {word:?}\n{}", show::text(&automaton, &show::Ids));
        }
    }
}

/// An automaton without predicates from its transitions; state 0 is the initial one.
fn automaton(n: usize, accepting: &[usize], transitions: &[(usize, &[usize], usize)]) -> Automaton {
    let mut automaton = Automaton::default();
    for state in 0..n {
        automaton.add_state(accepting.contains(&state));
    }
    automaton.start_in(StateId::new(0));
    for &(from, edges, to) in transitions {
        automaton.add(StateId::new(from), Label::edges(edges.iter().map(|&e| EdgeId::new(e)).collect()), StateId::new(to));
    }
    automaton
}

#[test]
fn the_relation_of_two_goals_that_share_their_first_part() {
    // Edges: 0 a, 1 b, 2 c. Both wait for a, then for b or c respectively.
    let first = automaton(3, &[2], &[(0, &[1, 2], 0), (0, &[0], 1), (1, &[0], 1), (1, &[1], 2), (2, &[0, 1, 2], 2)]);
    let second = automaton(3, &[2], &[(0, &[1, 2], 0), (0, &[0], 1), (1, &[0], 1), (1, &[2], 2), (2, &[0, 1, 2], 2)]);
    let relation = Simulation::new(&first, &second);
    let (p, q) = (StateId::new, StateId::new);
    assert!(relation.relates(p(0), q(0)) && relation.relates(p(1), q(1)));
    assert_eq!(relation.n_excluded(), 1);
    let (left_out, _) = second.transitions().find(|(_, t)| t.from == p(1) && t.to == p(2)).expect("is there");
    assert!(relation.excludes(left_out, EdgeId::new(2)));
    // What the excluded transition leads to is related to nothing: no other transition arrives there.
    assert!(!relation.relates(p(2), q(2)) && relation.simulated_by(q(2)).is_empty());
    assert_eq!(relation.n_pairs(), 2);
}

#[test]
fn an_automaton_simulates_one_that_forgets_less() {
    // Edges: 0 is line 4, 1 is line 6, 2 is line 7, 3 any other. The one that may take line 7 again simulates the one that waits for it once.
    let again = automaton(3, &[2], &[(0, &[1, 2, 3], 0), (0, &[0], 1), (1, &[0, 2, 3], 1), (1, &[1], 2), (2, &[2, 3], 2)]);
    let once = automaton(4, &[3], &[(0, &[1, 2, 3], 0), (0, &[0], 1), (1, &[0, 2, 3], 1), (1, &[1], 2), (2, &[3], 2), (2, &[2], 3), (3, &[3], 3)]);
    let relation = Simulation::new(&again, &once);
    assert_eq!(relation.n_excluded(), 0);
    assert_eq!(relation.simulated_by(StateId::new(2)), [StateId::new(2), StateId::new(3)]);
    let other = Simulation::new(&once, &again);
    assert!(!other.relates(StateId::new(2), StateId::new(3)) || other.n_excluded() > 0);
}

#[test]
fn simulations_keep_words_that_avoid_what_is_left_out() {
    let words = words(3);
    let mut random = Random::new(5);
    for round in 0..100 {
        let (by, automaton) = (any_automaton(&mut random), any_automaton(&mut random));
        let relation = Simulation::new(&by, &automaton);
        let kept = automaton.filtered(
            |_| true,
            |t, transition| {
                let edges = transition.label.edges.difference(relation.excluded(t));
                Some(Label { edges, guard: transition.label.guard.clone() })
            },
        );
        for word in &words {
            let runs = |a: &Automaton| word.iter().fold(a.initial().to_vec(), |now, (edge, holds)| a.after(&now, *edge, |p| holds.contains(&p)));
            // Each state in which the word may end is related to one in which the simulating automaton may end.
            let ends = runs(&by);
            for state in runs(&kept) {
                assert!(ends.iter().any(|&q| relation.relates(state, q)), "round {round} {word:?}");
            }
        }
    }
}

#[test]
fn text_and_picture() {
    let regex = Regex::Concat(vec![Regex::edge(EdgeId::new(1)), Regex::Holds(ExprId::new(4))]);
    let automaton = regex.automaton(EdgeId::new(0));
    assert_eq!(show::text(&automaton, &show::Ids), "q0 initial\n  -> q1 : e0\nq1\n  -> q2 : e1 [e4]\nq2 accepting\n");
    let picture = show::graphviz(&automaton, &show::Ids);
    assert!(picture.contains("q1 -> q2 [label=\"e1 [e4]\"];") && picture.contains("q2 [shape=doublecircle];"));
}
