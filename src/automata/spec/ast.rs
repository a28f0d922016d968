//! Specifications as they are written, with names resolved and the place of everything.

use goto::{Diagnostic, IdVec, define_id};
use std::ops::Range;

define_id!(
    /// A file that the text comes from.
    SourceId, "file");
define_id!(
    /// A state of one automaton.
    StateId, "q");
define_id!(
    /// A variable of one automaton.
    VariableId, "v");

/// A place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    pub source: SourceId,
    pub range: Range<usize>,
}

/// A file with automata.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// As the user names it.
    pub name: String,
    pub text: String,
}

impl Span {
    /// A message about what stands here.
    pub fn wrong(&self, message: impl Into<String>, sources: &IdVec<SourceId, Source>) -> Diagnostic {
        let source = &sources[self.source];
        Diagnostic::new(message, &source.name, &source.text, self.range.clone())
    }
}

/// All automata of a file and of what it includes.
#[derive(Clone, Debug)]
pub struct Specification {
    pub sources: IdVec<SourceId, Source>,
    pub automata: Vec<Automaton>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// May not cut paths.
    Observer,
    Control,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton {
    pub kind: Kind,
    pub name: String,
    pub span: Span,
    pub variables: IdVec<VariableId, Variable>,
    pub states: IdVec<StateId, State>,
    pub initial: StateId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub start: Start,
    pub span: Span,
}

/// The type of a variable and what it begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    Int(i64),
    IntSet(Vec<i64>),
    TextSet(Vec<String>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub name: String,
    /// Being here is an error.
    pub is_target: bool,
    pub choice: Choice,
    pub transitions: Vec<Transition>,
    pub span: Span,
}

/// Which of several transitions that match are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    First,
    All,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub trigger: Bool,
    pub assertions: Vec<Bool>,
    /// What the path is restricted to afterwards.
    pub assumptions: Vec<Code>,
    pub actions: Vec<Action>,
    pub target: Target,
    pub span: Span,
}

/// An expression of C, which may contain `$$x` and `$1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    State(StateId),
    Error(Option<String>),
    /// The path ends.
    Stop,
    /// The analysis ends.
    Break,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    Set { variable: VariableId, value: Int },
    Put { set: VariableId, element: Element, is_in: bool },
    Print { once: bool, what: Vec<Printed> },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Printed {
    Text(String),
    Int(Int),
    Bool(Bool),
}

/// What may be in a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    Int(Int),
    Text(String),
    /// `$1`: the text that the pattern of the trigger bound.
    Bound(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Int {
    Number(i64),
    Variable(VariableId),
    /// `$1`, bound to a number.
    Bound(u32),
    /// `EVAL(location, "lineno")`.
    Line,
    Add(Box<Int>, Box<Int>),
    Sub(Box<Int>, Box<Int>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bool {
    Constant(bool),
    Not(Box<Bool>),
    And(Box<Bool>, Box<Bool>),
    Or(Box<Bool>, Box<Bool>),
    Same(Box<Bool>, Box<Bool>),
    Differ(Box<Bool>, Box<Bool>),
    Equal(Int, Int),
    Unequal(Int, Int),
    Contains { set: VariableId, element: Element },
    IsEmpty(VariableId),
    Match(Match, Span),
    Check(Check, Span),
}

/// What a trigger asks of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Match {
    Text(String),
    Pattern(String),
    /// The whole text of the edge must match.
    Regex(String),
    Label(String),
    LabelRegex(String),
    Assert,
    Entry,
    Exit,
    /// None of the transitions before.
    Otherwise,
    Call(String),
    Lines(Vec<u32>),
}

/// What a trigger asks of the analysis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    /// `CHECK(automaton, "state == S")`.
    State { automaton: String, state: String },
    /// `CHECK(location, "functionName==f")`.
    Function(String),
    /// `CHECK(IS_TARGET_STATE)`.
    IsTarget,
}

impl Specification {
    pub fn automaton(&self, name: &str) -> Option<&Automaton> {
        // CPAchecker puts this before the names of automata in queries.
        let plain = name.strip_prefix("AutomatonAnalysis_").unwrap_or(name);
        self.automata.iter().find(|a| a.name == name || a.name == plain)
    }
}

impl Automaton {
    pub fn state(&self, name: &str) -> Option<StateId> {
        self.states.iter().find(|(_, s)| s.name == name).map(|(id, _)| id)
    }
}

impl Bool {
    /// Calls `visit` for this expression and all inside it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Bool)) {
        visit(self);
        match self {
            Bool::Not(a) => a.walk(visit),
            Bool::And(a, b) | Bool::Or(a, b) | Bool::Same(a, b) | Bool::Differ(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Bool::Constant(_) | Bool::Equal(..) | Bool::Unequal(..) | Bool::Contains { .. } | Bool::IsEmpty(_) | Bool::Match(..) | Bool::Check(..) => {}
        }
    }
}
