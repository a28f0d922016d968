//! An assumption automaton as it is written becomes one over the edges of a program. Whoever knows what stands on edges answers the questions of its triggers.
//!
//! `__TRUE` is what was proved, `__FALSE` what is unexplored. Nothing that could not be taken at its word is: assumptions other than `{false}` on the way to
//! `__FALSE`, states that several transitions leave at once, errors and cut paths are refused. Where a state waits for texts of which none stands anywhere that it is
//! reached, the automaton was written of another program or in another way; what comes to such a state counts as unexplored.

use crate::assumption::{Assumption, Change, Comparison, CounterId, CounterTest, ModeId, Move, Region, SignId};
use crate::region::Explored;
use crate::spec::ast::{Action, Automaton, Bool, Choice, Int, Match, Start, State, Target, Transition, VariableId};
use crate::spec::{Specification, StateId};
use goto::edges::{EdgeId, Edges};
use goto::index::{Id, IdVec};
use rustc_hash::{FxHashMap, FxHashSet};

/// What stands on the edges of a program.
pub trait Facts {
    /// On how many steps of the automaton the edge counts as, one after the other.
    fn steps(&self, edge: EdgeId) -> usize;

    /// Does the step of the edge answer to it?
    fn answers(&self, edge: EdgeId, step: usize, question: &Match) -> bool;
}

/// An automaton over a program, with warnings.
pub struct Reading {
    pub assumption: Assumption,
    pub warnings: Vec<String>,
}

/// Why an automaton cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit(pub String);

/// The name of an automaton that is an assumption automaton; else the first is taken.
pub const NAME: &str = "AssumptionAutomaton";

type Result<T> = std::result::Result<T, Unfit>;

/// Of which program an automaton was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenOf {
    /// Of the one over which it is read.
    This,
    Unknown,
}

/// Reads the automaton over a program.
///
/// # Errors
/// What it contains that has no meaning for an assumption automaton, or that this program does not take.
pub fn over(automaton: &Automaton, written_of: WrittenOf, edges: &Edges, facts: &dyn Facts) -> Result<Reading> {
    let mut reader = Reader::new(automaton)?;
    reader.read(edges, facts);
    let assumption = reader.assumption(&FxHashSet::default())?;
    // Its states may wait for what cannot come any more, but not for texts of another program.
    if written_of == WrittenOf::This {
        return Ok(Reading { assumption, warnings: Vec::new() });
    }
    let waiting = reader.waiting_in_vain(edges, &assumption);
    if waiting.is_empty() {
        return Ok(Reading { assumption, warnings: Vec::new() });
    }
    let name = |mode: &ModeId| automaton.states[StateId::new(mode.index())].name.clone();
    let mut names: Vec<String> = waiting.iter().map(name).collect();
    names.sort_unstable();
    let warning =
        format!("nothing that the states {} of the automaton wait for stands where they are: what comes to them counts as unexplored", names.join(", "));
    Ok(Reading { assumption: reader.assumption(&waiting)?, warnings: vec![warning] })
}

struct Reader<'a> {
    automaton: &'a Automaton,
    /// All questions of triggers.
    questions: Vec<&'a Match>,
    /// Answers to all questions, by the letter that has them.
    signs: FxHashMap<Vec<bool>, SignId>,
    answers: IdVec<SignId, Vec<bool>>,
    read: Vec<(EdgeId, SignId)>,
    counters: IdVec<VariableId, CounterId>,
}

/// Alternatives of tests that must all hold.
type Cases = Vec<Vec<CounterTest>>;

impl<'a> Reader<'a> {
    fn new(automaton: &'a Automaton) -> Result<Self> {
        let mut reader =
            Self { automaton, questions: Vec::new(), signs: FxHashMap::default(), answers: IdVec::new(), read: Vec::new(), counters: IdVec::new() };
        for (number, variable) in automaton.variables.values().enumerate() {
            if !matches!(variable.start, Start::Int(_)) {
                return Err(Unfit(format!("the variable {} of an assumption automaton is a set", variable.name)));
            }
            reader.counters.push(CounterId::new(number));
        }
        for transition in automaton.states.values().flat_map(|s| &s.transitions) {
            let mut unfit = None;
            transition.trigger.walk(&mut |part| match part {
                Bool::Match(Match::Otherwise, _) => {}
                Bool::Match(question, _) if !reader.questions.contains(&question) => reader.questions.push(question),
                Bool::Check(..) => unfit = Some("asks the analysis"),
                Bool::Contains { .. } | Bool::IsEmpty(_) => unfit = Some("asks for a set"),
                _ => {}
            });
            if let Some(what) = unfit {
                return Err(reader.refuse(transition, what));
            }
        }
        Ok(reader)
    }

    fn refuse(&self, transition: &Transition, what: &str) -> Unfit {
        Unfit(format!("`{}` {what}, which has no meaning in an assumption automaton", self.automaton.transition_text(transition)))
    }

    /// Looks what stands on the edges.
    fn read(&mut self, edges: &Edges, facts: &dyn Facts) {
        for (edge, _) in edges.iter() {
            for step in 0..facts.steps(edge) {
                let answers: Vec<bool> = self.questions.iter().map(|q| facts.answers(edge, step, q)).collect();
                let sign = match self.signs.get(&answers) {
                    Some(&sign) => sign,
                    None => {
                        let sign = self.answers.push(answers.clone());
                        self.signs.insert(answers, sign);
                        sign
                    }
                };
                self.read.push((edge, sign));
            }
        }
    }

    /// The automaton over the letters that were read. Some modes count as unexplored.
    fn assumption(&self, in_vain: &FxHashSet<ModeId>) -> Result<Assumption> {
        let of = self.automaton;
        let mut assumption: Option<Assumption> = None;
        // Modes have the numbers of states.
        for state in of.states.values() {
            let mode = assumption.as_ref().map_or(0, |a: &Assumption| a.modes().len());
            let region = if in_vain.contains(&ModeId::new(mode)) { Region::Unexplored } else { region(state) };
            match &mut assumption {
                None => assumption = Some(Assumption::new(&state.name, region)),
                Some(a) => _ = a.add_mode(&state.name, region),
            }
        }
        let Some(mut assumption) = assumption else { return Err(Unfit("the automaton has no states".to_owned())) };
        assumption.start_in(ModeId::new(of.initial.index()));
        for variable in of.variables.values() {
            if let Start::Int(start) = variable.start {
                assumption.add_counter(&variable.name, start);
            }
        }
        for &(edge, sign) in &self.read {
            assumption.read(edge, sign);
        }
        for (id, state) in of.states.iter() {
            let mode = ModeId::new(id.index());
            if assumption.region(mode) != Region::Inside {
                continue;
            }
            for sign in self.answers.ids() {
                for step in self.moves(state, sign)? {
                    assumption.add_move(mode, sign, step);
                }
            }
        }
        Ok(assumption)
    }

    /// The moves of a state on a letter.
    fn moves(&self, state: &State, sign: SignId) -> Result<Vec<Move>> {
        let mut moves: Vec<Move> = Vec::new();
        let mut before: Vec<&Bool> = Vec::new();
        let mut taken = 0;
        for transition in &state.transitions {
            let cases = self.cases(transition, &transition.trigger, sign, &before, true)?;
            before.push(&transition.trigger);
            if cases.is_empty() {
                continue;
            }
            taken += 1;
            if state.choice == Choice::All && taken > 1 {
                return Err(self.refuse(transition, "is taken together with another transition (USEFIRST takes the first)"));
            }
            let (to, changes) = self.outcome(transition)?;
            let is_certain = cases.iter().any(Vec::is_empty);
            moves.extend(cases.into_iter().map(|tests| Move { tests, changes: changes.clone(), to }));
            if is_certain && state.choice == Choice::First {
                break;
            }
        }
        Ok(moves)
    }

    fn outcome(&self, transition: &Transition) -> Result<(ModeId, Vec<Change>)> {
        let Target::State(to) = transition.target else { return Err(self.refuse(transition, "ends in no state")) };
        if !transition.assertions.is_empty() {
            return Err(self.refuse(transition, "asserts"));
        }
        let to_unexplored = region(&self.automaton.states[to]) == Region::Unexplored;
        for assumption in &transition.assumptions {
            match assumption.text.trim() {
                "true" | "1" => {}
                // Written of paths that nothing is known of.
                "false" | "0" if to_unexplored => {}
                _ => return Err(Unfit(format!("`{}` has an assumption, and those are not taken", self.automaton.transition_text(transition)))),
            }
        }
        let mut changes: Vec<Change> = Vec::new();
        for action in &transition.actions {
            let change = match action {
                Action::Print { .. } => continue,
                Action::Put { .. } => return Err(self.refuse(transition, "changes a set")),
                Action::Set { variable, value } => match linear(value) {
                    Some((None, n)) => Change::Set(self.counters[*variable], n),
                    Some((Some(from), n)) if from == *variable => Change::Add(self.counters[*variable], n),
                    _ => return Err(self.refuse(transition, "computes more than a sum of a counter and a number")),
                },
            };
            if changes.iter().any(|c| c.counter() == change.counter()) {
                return Err(self.refuse(transition, "changes a counter twice"));
            }
            changes.push(change);
        }
        Ok((ModeId::new(to.index()), changes))
    }

    /// When the trigger holds (or does not) on a letter.
    fn cases(&self, of: &Transition, trigger: &Bool, sign: SignId, before: &[&Bool], holds: bool) -> Result<Cases> {
        let known = |truth: bool| if truth == holds { vec![Vec::new()] } else { Vec::new() };
        let part = |b: &Bool, holds: bool| self.cases(of, b, sign, before, holds);
        Ok(match trigger {
            Bool::Constant(truth) => known(*truth),
            Bool::Not(a) => part(a, !holds)?,
            Bool::And(a, b) if holds => both(&part(a, true)?, &part(b, true)?),
            Bool::And(a, b) => either(part(a, false)?, part(b, false)?),
            Bool::Or(a, b) if holds => either(part(a, true)?, part(b, true)?),
            Bool::Or(a, b) => both(&part(a, false)?, &part(b, false)?),
            Bool::Same(a, b) | Bool::Differ(a, b) => {
                let same = matches!(trigger, Bool::Same(..)) == holds;
                either(both(&part(a, true)?, &part(b, same)?), both(&part(a, false)?, &part(b, !same)?))
            }
            Bool::Equal(a, b) | Bool::Unequal(a, b) => {
                let equal = matches!(trigger, Bool::Equal(..)) == holds;
                let (Some((a, m)), Some((b, n))) = (linear(a), linear(b)) else {
                    return Err(self.refuse(of, "compares more than a counter and a number"));
                };
                let comparison = if equal { Comparison::Equal } else { Comparison::NotEqual };
                match (a, b) {
                    (None, None) => {
                        if (m == n) == equal {
                            vec![Vec::new()]
                        } else {
                            Vec::new()
                        }
                    }
                    (Some(variable), None) => vec![vec![CounterTest { counter: self.counters[variable], comparison, with: n - m }]],
                    (None, Some(variable)) => vec![vec![CounterTest { counter: self.counters[variable], comparison, with: m - n }]],
                    (Some(_), Some(_)) => return Err(self.refuse(of, "compares two counters")),
                }
            }
            Bool::Match(Match::Otherwise, _) => {
                let mut cases = vec![Vec::new()];
                for (n, earlier) in before.iter().enumerate() {
                    cases = both(&cases, &self.cases(of, earlier, sign, &before[..n], false)?);
                }
                if holds { cases } else { return Err(self.refuse(of, "asks whether another transition was taken")) }
            }
            Bool::Match(question, _) => {
                let number = self.questions.iter().position(|q| *q == question);
                known(number.is_some_and(|n| self.answers[sign][n]))
            }
            Bool::Contains { .. } | Bool::IsEmpty(_) | Bool::Check(..) => return Err(self.refuse(of, "asks for what is not known")),
        })
    }

    /// The modes that wait for texts of which none stands on an edge that leaves a place where they are.
    fn waiting_in_vain(&self, edges: &Edges, assumption: &Assumption) -> FxHashSet<ModeId> {
        let explored = Explored::new(edges, assumption);
        let mut waiting: FxHashSet<ModeId> = FxHashSet::default();
        for (id, state) in self.automaton.states.iter() {
            let mode = ModeId::new(id.index());
            let has_questions = state.transitions.iter().any(|t| asks(&t.trigger));
            if has_questions && assumption.region(mode) == Region::Inside && explored.read_in(mode).next().is_some() {
                waiting.insert(mode);
            }
        }
        waiting.retain(|&mode| {
            let state = &self.automaton.states[StateId::new(mode.index())];
            let fires = |sign: SignId| {
                let fires = |t: &&Transition| asks(&t.trigger) && self.cases(t, &t.trigger, sign, &[], true).is_ok_and(|c| !c.is_empty());
                state.transitions.iter().any(|t| fires(&t))
            };
            !explored.read_in(mode).any(fires)
        });
        waiting
    }
}

/// Does the trigger ask what stands on the edge?
fn asks(trigger: &Bool) -> bool {
    let mut asks = false;
    trigger.walk(&mut |part| asks |= matches!(part, Bool::Match(question, _) if *question != Match::Otherwise));
    asks
}

fn region(state: &State) -> Region {
    match state.name.as_str() {
        "__TRUE" => Region::Proved,
        "__FALSE" => Region::Unexplored,
        _ => Region::Inside,
    }
}

fn both(a: &Cases, b: &Cases) -> Cases {
    a.iter().flat_map(|x| b.iter().map(move |y| x.iter().chain(y).copied().collect())).collect()
}

fn either(mut a: Cases, b: Cases) -> Cases {
    a.extend(b);
    a
}

/// A counter, if there is one, and a number that is added.
fn linear(value: &Int) -> Option<(Option<VariableId>, i64)> {
    match value {
        Int::Number(n) => Some((None, *n)),
        Int::Variable(variable) => Some((Some(*variable), 0)),
        Int::Add(a, b) => match (linear(a)?, linear(b)?) {
            ((Some(v), m), (None, n)) | ((None, m), (Some(v), n)) => Some((Some(v), m + n)),
            ((None, m), (None, n)) => Some((None, m + n)),
            _ => None,
        },
        Int::Sub(a, b) => match (linear(a)?, linear(b)?) {
            ((v, m), (None, n)) => Some((v, m - n)),
            _ => None,
        },
        Int::Bound(_) | Int::Line => None,
    }
}

/// The assumption automaton of a specification.
///
/// # Errors
/// If there is none.
pub fn chosen(specification: &Specification) -> Result<&Automaton> {
    let named = specification.automaton(NAME);
    named.or_else(|| specification.automata.first()).ok_or_else(|| Unfit("the file has no automaton".to_owned()))
}
