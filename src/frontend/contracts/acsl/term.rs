//! What an annotation says, as it is written.

use std::ops::Range;

/// A term or predicate, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Term {
    pub kind: TermKind,
    pub range: Range<usize>,
    /// Brackets stand around it.
    pub is_bracketed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

/// How two predicates are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Connective {
    And,
    Or,
    Xor,
    Implies,
    Iff,
}

/// A type as it is written: the words, and how many stars stand behind them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TypeName {
    pub words: String,
    pub stars: usize,
}

impl TypeName {
    /// The numbers without bounds.
    pub(super) fn is_integer(&self) -> bool {
        self.stars == 0 && self.words == "integer"
    }

    /// As C has it.
    pub(super) fn in_c(&self) -> String {
        format!("{} {}", self.words, "*".repeat(self.stars))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Binder {
    pub ty: TypeName,
    pub name: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TermKind {
    /// An integer or a character, as C writes it.
    Number(String),
    True,
    False,
    Null,
    Result,
    Name(String),
    Negative(Box<Term>),
    Complement(Box<Term>),
    Not(Box<Term>),
    Deref(Box<Term>),
    AddressOf(Box<Term>),
    Arithmetic(Operator, Box<Term>, Box<Term>),
    /// `a <= b < c`: one relation fewer than terms.
    Compare(Vec<Term>, Vec<Relation>),
    Connected(Connective, Box<Term>, Box<Term>),
    Conditional(Box<Term>, Box<Term>, Box<Term>),
    Index(Box<Term>, Box<Term>),
    Field(Box<Term>, String),
    Arrow(Box<Term>, String),
    Call {
        name: String,
        labels: Vec<String>,
        arguments: Vec<Term>,
    },
    Cast(TypeName, Box<Term>),
    SizeOf(TypeName),
    /// `\at(e, L)`; `\old(e)` has the label `Old`.
    At(Box<Term>, String),
    Quantified {
        is_forall: bool,
        binders: Vec<Binder>,
        body: Box<Term>,
    },
    Let {
        name: String,
        value: Box<Term>,
        body: Box<Term>,
    },
    /// `first..last`, in an index or behind a pointer.
    Range(Box<Term>, Box<Term>),
    /// `\valid` and `\valid_read`.
    Valid {
        writes: bool,
        place: Box<Term>,
    },
    Separated(Vec<Term>),
    Nothing,
}
