//! A script of checks given to a solver's process as it is: assertions and definitions, and scopes with one check each. Knows the text, not the terms.

use super::Command;
use super::process::Process;
use super::reply::Sexp;
use base::limits::Stop;
use std::time::{Duration, Instant};

/// After so many failures in a row a solver is not started again.
const FAILURES: u32 = 3;
/// So long a solver is asked in the first of two ways.
const SOON: Duration = Duration::from_secs(5);
/// What may stand outside of scopes.
const OUTSIDE: [&str; 4] = ["(set-logic ", "(declare-fun ", "(define-fun ", "(assert "];

/// A script taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checks(Vec<Check>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Check {
    /// What stands between the scope before and this one.
    before: String,
    /// From `(push 1)` to `(pop 1)`.
    scope: String,
}

/// What a solver says of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckAnswer {
    Unsat,
    Sat,
    /// Why there is no answer.
    Undecided(String),
}

impl Checks {
    /// Takes a script apart. The error is a line with what is wrong there.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut checks = Self::default();
        let mut before = String::new();
        // The scope that is open, and whether it has been asked about.
        let mut scope: Option<(String, bool)> = None;
        let lines = text.lines().enumerate().map(|(n, line)| (n + 1, line)).filter(|(_, line)| !line.is_empty() && !line.starts_with(';'));
        for (number, line) in lines {
            let wrong = |what: &str| Err((number, what.to_string()));
            if !is_one_expression(line) {
                return wrong("expected one expression a line");
            }
            match (&mut scope, line) {
                (None, "(push 1)") => scope = Some(("(push 1)\n".into(), false)),
                (None, line) if OUTSIDE.iter().any(|start| line.starts_with(start)) => before.extend([line, "\n"]),
                (None, _) => return wrong("a command that no proof needs"),
                (Some((text, asked @ false)), "(check-sat)") => {
                    text.push_str("(check-sat)\n");
                    *asked = true;
                }
                (Some((text, false)), line) if line.starts_with("(assert ") => text.extend([line, "\n"]),
                (Some((text, true)), "(pop 1)") => {
                    checks.0.push(Check { before: std::mem::take(&mut before), scope: std::mem::take(text) + "(pop 1)\n" });
                    scope = None;
                }
                (Some(_), _) => return wrong("expected assertions, one check and the end of the scope"),
            }
        }
        match scope {
            Some(_) => Err((text.lines().count(), "a scope without an end".into())),
            None => Ok(checks),
        }
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is the check unsatisfiable as it stands? Then no solver adds anything.
    pub fn is_trivial(&self, check: usize) -> bool {
        self.0.get(check).is_some_and(|check| check.scope.contains("\n(assert false)\n"))
    }

    /// Asks a solver about all checks, each for at most so long. One that may be asked in another way has the first part of that time for the one way and the rest for the other.
    pub fn run(&self, command: &Command, stop: &Stop, patience: Option<Duration>) -> Vec<CheckAnswer> {
        let Some(other) = command.other() else { return self.ask(0..self.len(), command, stop, patience) };
        let soon = patience.map_or(SOON, |patience| patience.min(SOON));
        let mut answers = self.ask(0..self.len(), command, stop, Some(soon));
        let open: Vec<usize> = (0..self.len()).filter(|&at| matches!(answers[at], CheckAnswer::Undecided(_))).collect();
        let again = self.ask(open.iter().copied(), &other, stop, patience.map(|patience| patience - soon));
        open.into_iter().zip(again).for_each(|(at, answer)| answers[at] = answer);
        answers
    }

    /// The answers to some of the checks, in their order. One process answers until it fails or has to be stopped; the next one starts with what is asserted up to there.
    fn ask(&self, asked: impl Iterator<Item = usize>, command: &Command, stop: &Stop, patience: Option<Duration>) -> Vec<CheckAnswer> {
        let mut conversation = Conversation { checks: &self.0, command, process: None, told: 0, failures: 0 };
        let mut answers: Vec<CheckAnswer> = Vec::new();
        for at in asked {
            let answer = match (stop.reason(), answers.last()) {
                (Some(reason), _) => CheckAnswer::Undecided(reason.name().to_string()),
                (None, Some(CheckAnswer::Undecided(reason))) if conversation.failures >= FAILURES => CheckAnswer::Undecided(reason.clone()),
                (None, _) => conversation.ask(at, stop, patience),
            };
            answers.push(answer);
        }
        answers
    }
}

/// A solver that is asked about checks of a script.
struct Conversation<'a> {
    checks: &'a [Check],
    command: &'a Command,
    process: Option<Process>,
    /// What stands before so many checks the process knows.
    told: usize,
    failures: u32,
}

impl Conversation<'_> {
    fn ask(&mut self, at: usize, stop: &Stop, patience: Option<Duration>) -> CheckAnswer {
        let limited = patience.map_or(stop.clone(), |patience| stop.earlier(Instant::now() + patience));
        let (said, ended) = match self.answer(at, &limited) {
            Ok(answer) => match answer.atom() {
                Some("unsat") => (CheckAnswer::Unsat, false),
                Some("sat") => (CheckAnswer::Sat, false),
                Some("unknown") => (CheckAnswer::Undecided("it does not know".into()), false),
                _ => (CheckAnswer::Undecided("nonsense instead of an answer".into()), true),
            },
            Err((_, true)) => {
                self.process = None;
                let reason = stop.reason().map_or("time limit of a check", |reason| reason.name());
                return CheckAnswer::Undecided(reason.to_string());
            }
            Err((text, false)) => (CheckAnswer::Undecided(text), true),
        };
        self.failures = if ended { self.failures + 1 } else { 0 };
        if ended {
            self.process = None;
        }
        said
    }

    fn answer(&mut self, at: usize, stop: &Stop) -> Result<Sexp, (String, bool)> {
        let mut text = String::new();
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                text.push_str("(set-option :print-success false)\n");
                self.told = 0;
                self.process.insert(Process::start(&self.command.words, &self.command.limits).map_err(|e| (e, false))?)
            }
        };
        text.extend(self.checks[self.told..=at].iter().map(|check| check.before.as_str()));
        self.told = at + 1;
        text.push_str(&self.checks[at].scope);
        Ok(process.ask(&text, 1, stop)?.remove(0))
    }
}

/// Is the line a list, and nothing behind it? Symbols in quotes and strings are none of a proof's.
fn is_one_expression(line: &str) -> bool {
    let mut depth = 0_usize;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => match depth.checked_sub(1) {
                Some(0) => return at + 1 == line.len(),
                Some(less) => depth = less,
                None => return false,
            },
            b'"' | b'|' | b';' => return false,
            _ if depth == 0 => return false,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smtlib::ProcessLimits;

    const SCRIPT: &str = "; a proof\n(set-logic QF_BV)\n(declare-fun v0 () Bool)\n(assert v0)\n; check 1\n(push 1)\n(assert (not v0))\n(check-sat)\n(pop 1)\n\
                          (define-fun t1 () Bool (not v0))\n(push 1)\n(assert t1)\n(check-sat)\n(pop 1)\n";

    #[test]
    fn scripts_are_taken_apart_strictly() {
        assert_eq!(Checks::parse(SCRIPT).map(|c| c.len()), Ok(2));
        let trivial = |c: Checks| [0, 1, 2].map(|n| c.is_trivial(n));
        assert_eq!(Checks::parse(&SCRIPT.replace("(assert t1)", "(assert false)")).map(trivial), Ok([false, true, false]));
        for (from, to, line) in [
            ("(assert (not v0))\n", "(assert (not v0)) (check-sat)\n", 7),
            ("(assert v0)", "(reset)", 4),
            ("(assert v0)", "(assert v0", 4),
            ("(assert v0)", "(assert |a b|)", 4),
            ("(assert v0)", "(check-sat)", 4),
            ("(assert v0)", "x", 4),
            ("(pop 1)\n(define", "(define", 9),
            ("(assert t1)\n(check-sat)\n(pop 1)\n", "(assert t1)\n", 12),
        ] {
            assert_eq!(Checks::parse(&SCRIPT.replacen(from, to, 1)).map_err(|e| e.0), Err(line), "{to}");
        }
    }

    fn run(script: &str, shell: &str, patience: Option<Duration>) -> Vec<CheckAnswer> {
        let words = ["sh", "-c", shell].map(str::to_string).to_vec();
        let command = Command { name: "sh".into(), words, other: Vec::new(), cores: false, limits: ProcessLimits::default() };
        Checks::parse(script).unwrap().run(&command, &Stop::new(None), patience)
    }

    #[test]
    fn what_is_not_answered_is_asked_in_another_way() {
        // The first way answers the first check alone; the other one must be told what stands before it.
        let shell = "told=; while read -r line; do case $line in *define*) told=yes;; *check*) if [ \"$0\" = other ] || [ -z \"$told\" ]; then echo ${told:+un}sat; else echo unknown; fi;; esac; done";
        let words = ["sh", "-c", shell].map(str::to_string).to_vec();
        let command = Command { name: "sh".into(), words, other: vec!["other".into()], cores: false, limits: ProcessLimits::default() };
        let answers = Checks::parse(SCRIPT).unwrap().run(&command, &Stop::new(None), None);
        assert_eq!(answers, [CheckAnswer::Sat, CheckAnswer::Unsat]);
    }

    #[test]
    fn what_a_solver_may_say() {
        use CheckAnswer::{Sat, Undecided, Unsat};
        let says = |shell: &str| run(SCRIPT, &format!("while read -r line; do case $line in *check*) {shell};; esac; done"), None);
        assert_eq!(says("echo unsat"), [Unsat, Unsat]);
        assert_eq!(says("echo sat"), [Sat, Sat]);
        assert_eq!(says("echo unknown"), [Undecided("it does not know".into()), Undecided("it does not know".into())]);
        assert!(says("echo '(error \"line 7\")'").iter().all(|a| *a == Undecided("line 7".into())));
        assert!(says("exit 1").iter().all(|a| matches!(a, Undecided(_))));
    }

    #[test]
    fn a_check_that_takes_too_long_does_not_stop_the_others() {
        // Hangs at what the first check alone asserts; the process after that one is not told of it.
        let hangs = "while read -r line; do case $line in '(assert (not'*) sleep 60;; *check*) echo unsat;; esac; done";
        let answers = run(SCRIPT, hangs, Some(Duration::from_secs(2)));
        assert_eq!(answers, [CheckAnswer::Undecided("time limit of a check".into()), CheckAnswer::Unsat]);
    }
}
