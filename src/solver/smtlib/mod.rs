//! Solvers in processes of their own that speak SMT-LIB (QF_BV). A session keeps its script: whatever happens to the process, the next check starts
//! another one from the script. `checks` runs scripts that others wrote. Knows terms (`printer`), answers (`reply`), the process (`process`, the only file that knows rsmt2).

mod checks;
pub mod guard;
mod printer;
mod process;
mod reply;

pub use checks::{CheckAnswer, Checks};
pub use printer::Printer;
pub use process::ProcessLimits;

use super::{Answer, Model, Query, Solver, Times, Unknown};
use base::index::Id;
use base::limits::Stop;
use process::Process;
use reply::Sexp;
use rustc_hash::FxHashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};
use term::{TermId, TermPool};

/// What a new process is asked to say once it has read everything so far. One that does not say it is believed to be ready at its first answer.
const READY: &str = "ready";
/// How long the first process may take to be ready, which counts for no question. A process that was not is followed by one with twice the time, up to the most.
const START: Duration = Duration::from_secs(1);
const LONGEST_START: Duration = Duration::from_secs(5);
/// After so many failures in a row a solver is not started again.
const FAILURES: u32 = 3;

/// A command and what it can do.
#[derive(Clone, Debug)]
pub struct Command {
    /// As `--solver` names it.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Arguments with which it goes another way, which may answer what it does not answer soon without them.
    pub other: Vec<String>,
    /// It answers `(get-unsat-assumptions)`.
    pub cores: bool,
    pub limits: ProcessLimits,
}

impl Command {
    /// The same solver on its other way, if it has one.
    fn other(&self) -> Option<Self> {
        let words = self.words.iter().chain(&self.other).cloned().collect();
        (!self.other.is_empty()).then(|| Self { words, other: Vec::new(), ..self.clone() })
    }
}

/// A session.
pub struct External {
    command: Command,
    printer: Printer,
    /// Everything a new process has to be told.
    script: String,
    /// How much of the script the living process has been told.
    told: usize,
    process: Option<Process>,
    /// How long the next process may take to be ready.
    start: Duration,
    /// Terms that have a literal to be assumed by.
    assumable: FxHashSet<TermId>,
    /// The latest disjunction and how many there were.
    disjunction: Option<Vec<TermId>>,
    disjunctions: u32,
    failures: u32,
    last_failure: String,
    times: Times,
}

impl External {
    /// The process is started at the first check.
    pub fn new(command: Command) -> Self {
        let mut script = String::from("(set-option :print-success false)\n(set-option :produce-models true)\n");
        if command.cores {
            script.push_str("(set-option :produce-unsat-assumptions true)\n");
        }
        script.push_str("(set-logic QF_BV)\n");
        Self {
            command,
            printer: Printer::default(),
            script,
            told: 0,
            process: None,
            start: START,
            assumable: FxHashSet::default(),
            disjunction: None,
            disjunctions: 0,
            failures: 0,
            last_failure: String::new(),
            times: Times::default(),
        }
    }

    /// The literal that is equal to a truth.
    fn literal(&mut self, pool: &TermPool, term: TermId) -> String {
        let literal = format!("a{}", term.index());
        if self.assumable.insert(term) {
            let name = self.printer.print(pool, term, &mut self.script);
            // Writing to a string cannot fail.
            let _ = writeln!(self.script, "(declare-fun {literal} () Bool)\n(assert (= {literal} {name}))");
        }
        literal
    }

    /// The literal that implies the disjunction; the same as before for the same terms.
    fn disjunction(&mut self, pool: &TermPool, any_of: &[TermId]) -> String {
        if self.disjunction.as_deref() != Some(any_of) {
            let names: Vec<String> = any_of.iter().map(|&term| self.printer.print(pool, term, &mut self.script)).collect();
            self.disjunctions += 1;
            let n = self.disjunctions;
            // One operand would be too few for `or`.
            let _ = writeln!(self.script, "(declare-fun o{n} () Bool)\n(assert (=> o{n} (or false {})))", names.join(" "));
            self.disjunction = Some(any_of.to_vec());
        }
        format!("o{}", self.disjunctions)
    }

    fn ask(&mut self, text: &str, answers: usize, stop: &Stop) -> Result<Vec<Sexp>, (String, bool)> {
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                self.told = 0;
                self.process.insert(Process::start(&self.command.words, &self.command.limits).map_err(|e| (e, false))?)
            }
        };
        let untold = &self.script[self.told..];
        let start = Instant::now();
        let answers = if untold.is_empty() { process.ask(text, answers, stop) } else { process.ask(&format!("{untold}{text}"), answers, stop) };
        self.times.solving += start.elapsed();
        self.told = self.script.len();
        answers
    }

    /// The first answer to a question, and the end of the time for what is left to be asked. The budget begins when the process is ready: starting it and
    /// reading the script again may take longer than the question, most of all on a busy machine.
    fn first_answer(&mut self, text: &str, query: &Query) -> Result<(Sexp, Stop), (String, bool)> {
        let within = |more: Duration| query.budget.map_or_else(|| query.stop.clone(), |budget| query.stop.earlier(Instant::now() + budget + more));
        let mut stop = within(Duration::ZERO);
        if self.process.is_some() {
            return Ok((self.ask(text, 1, &stop)?.remove(0), stop));
        }
        stop = within(self.start);
        let longer = (2 * self.start).min(LONGEST_START);
        let usual = std::mem::replace(&mut self.start, longer);
        let mut answer = self.ask(&format!("(echo \"{READY}\")\n{text}"), 1, &stop)?.remove(0);
        self.start = usual;
        if answer.atom().is_some_and(|word| word.trim_matches('"') == READY) {
            stop = within(Duration::ZERO);
            answer = self.ask("", 1, &stop)?.remove(0);
        }
        Ok((answer, stop))
    }

    fn decide(&mut self, pool: &TermPool, query: &Query) -> Result<Answer, (String, bool)> {
        let mut literals: Vec<String> = query.assumptions.iter().map(|&term| self.literal(pool, term)).collect();
        if !query.any_of.is_empty() {
            literals.push(self.disjunction(pool, query.any_of));
        }
        let text = if literals.is_empty() { "(check-sat)\n".to_string() } else { format!("(check-sat-assuming ({}))\n", literals.join(" ")) };
        let (answer, stop) = self.first_answer(&text, query)?;
        match answer.atom() {
            Some("sat") => Ok(Answer::Sat(self.model(pool, query.wanted, &stop)?)),
            Some("unsat") => Ok(Answer::Unsat { core: self.core(query.assumptions, !literals.is_empty(), &stop)? }),
            Some("unknown") => Ok(Answer::Unknown(Unknown::Failed(format!("{} does not know", self.command.name)))),
            _ => Err((format!("nonsense instead of an answer: {}", shown(&answer)), false)),
        }
    }

    fn model(&mut self, pool: &TermPool, wanted: &[TermId], stop: &Stop) -> Result<Model, (String, bool)> {
        let mut model = Model::default();
        let variables: Vec<TermId> = wanted.iter().copied().filter(|&v| self.printer.has(v)).collect();
        if variables.is_empty() {
            return Ok(model);
        }
        let symbols: Vec<String> = variables.iter().map(|&v| printer::symbol(v)).collect();
        let answer = self.ask(&format!("(get-value ({}))\n", symbols.join(" ")), 1, stop)?.remove(0);
        let nonsense = |sexp: &Sexp| (format!("nonsense instead of values: {}", shown(sexp)), false);
        let Sexp::List(pairs) = &answer else { return Err(nonsense(&answer)) };
        if pairs.len() != variables.len() {
            return Err(nonsense(&answer));
        }
        for ((variable, symbol), pair) in variables.into_iter().zip(symbols).zip(pairs) {
            let value = match pair {
                Sexp::List(pair) if pair.len() == 2 && pair[0].atom() == Some(&symbol) => reply::value(&pair[1], pool.width(variable)),
                _ => None,
            };
            model.values.insert(variable, value.ok_or_else(|| nonsense(pair))?);
        }
        Ok(model)
    }

    fn core(&mut self, assumptions: &[TermId], assumed: bool, stop: &Stop) -> Result<Vec<TermId>, (String, bool)> {
        if !self.command.cores || !assumed {
            return Ok(assumptions.to_vec());
        }
        let answer = self.ask("(get-unsat-assumptions)\n", 1, stop)?.remove(0);
        let Sexp::List(list) = &answer else { return Err((format!("nonsense instead of assumptions: {}", shown(&answer)), false)) };
        let failed: FxHashSet<&str> = list.iter().filter_map(Sexp::atom).collect();
        Ok(assumptions.iter().copied().filter(|term| failed.contains(format!("a{}", term.index()).as_str())).collect())
    }
}

/// The beginning of an answer, for messages.
fn shown(sexp: &Sexp) -> String {
    format!("{sexp:?}").chars().take(80).collect()
}

impl Solver for External {
    fn name(&self) -> &str {
        &self.command.name
    }

    fn assert(&mut self, pool: &TermPool, term: TermId) {
        let name = self.printer.print(pool, term, &mut self.script);
        // Writing to a string cannot fail.
        let _ = writeln!(self.script, "(assert {name})");
    }

    fn check(&mut self, pool: &TermPool, query: &Query) -> Answer {
        if let Some(reason) = query.stop.reason() {
            return Answer::Unknown(Unknown::Stopped(reason));
        }
        if self.failures >= FAILURES {
            return Answer::Unknown(Unknown::Failed(self.last_failure.clone()));
        }
        let (start, solving) = (Instant::now(), self.times.solving);
        let answer = self.decide(pool, query);
        self.times.encoding += start.elapsed().saturating_sub(self.times.solving - solving);
        match answer {
            Ok(answer) => {
                self.failures = 0;
                answer
            }
            Err((text, stopped)) => {
                self.process = None;
                if stopped {
                    return Answer::Unknown(query.stop.reason().map_or(Unknown::Budget, Unknown::Stopped));
                }
                self.failures += 1;
                self.last_failure = format!("{}: {text}", self.command.name);
                Answer::Unknown(Unknown::Failed(self.last_failure.clone()))
            }
        }
    }

    fn times(&self) -> Times {
        self.times
    }
}
