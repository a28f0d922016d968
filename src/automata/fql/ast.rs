//! Queries as they are written. Says nothing of their meaning.

use std::ops::Range;

/// A range of bytes of the query's text.
pub type Span = Range<usize>;

/// Whose language a query is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Patterns that do not begin with `^` or end with `$` may begin after and end before anything.
    Fshell,
    /// Patterns begin where the program does; what comes after them does not matter.
    Tiger,
}

/// `IN scope COVER cover PASSING passing`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Syntax {
    pub dialect: Dialect,
    pub scope: Option<Filter>,
    pub cover: Anchored,
    pub passing: Option<Anchored>,
}

/// A pattern with what stands at its ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchored {
    pub pattern: Pattern,
    /// `^`: it begins where the program does.
    pub at_start: bool,
    /// `$`: it ends where the program does.
    pub at_end: bool,
}

/// A pattern, of coverage or of paths: the former has no repetition outside of quotes, the latter no quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    Union(Vec<Pattern>),
    Sequence(Vec<Pattern>),
    /// Any number of any edges: what `->` puts between two patterns.
    Anything,
    /// Of coverage patterns: one goal, whatever the pattern of paths in it.
    Quoted(Box<Pattern>),
    Repeat {
        of: Box<Pattern>,
        least: u32,
        most: Option<u32>,
    },
    /// `{p}`.
    Predicate(CExpression),
    Nodes(Filter),
    Edges(Filter),
    Paths {
        filter: Filter,
        bound: u32,
        span: Span,
    },
}

/// The text of an expression of C, without its braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CExpression {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filter {
    pub kind: FilterKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilterKind {
    Id,
    File(String),
    Line(u32),
    Column(u32),
    Func(String),
    Label(String),
    Call(String),
    Calls,
    Entry(String),
    Exit(String),
    BasicBlockEntry,
    ConditionEdge,
    ConditionGraph,
    DecisionEdge,
    Def(String),
    Use(String),
    StmtType(Vec<StatementType>),
    /// `@EXPR` and `@REGEXP`, which nobody has given a meaning.
    Undefined(&'static str),
    Not(Box<Filter>),
    Union(Box<Filter>, Box<Filter>),
    Intersection(Box<Filter>, Box<Filter>),
    SetMinus(Box<Filter>, Box<Filter>),
    Compose(Box<Filter>, Box<Filter>),
    EnclosingScopes(Box<Filter>),
    Pred(Box<Filter>, CExpression),
}

/// What `@STMTTYPE` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementType {
    If,
    For,
    While,
    Switch,
    /// `?:`
    Conditional,
    Assert,
}
