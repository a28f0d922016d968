//! What a property does at one statement, when all that the statement itself decides is decided.

use super::property::{ErrorId, Filter};
use crate::observer::{Expr, VariableId};
use goto::outline::{Sign, SymbolNumber, Tags};

/// Effects, and tests that decide what comes next.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Tree {
    End,
    Do(Effect, Box<Tree>),
    Test(Test, Box<Tree>, Box<Tree>),
}

/// Some symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Who {
    These(Vec<SymbolNumber>),
    /// All that may have marks.
    Marked,
}

impl Who {
    pub(super) fn contains(&self, symbol: SymbolNumber) -> bool {
        match self {
            Who::These(of) => of.contains(&symbol),
            Who::Marked => true,
        }
    }

    /// Its symbols, where these may have marks.
    pub(super) fn of(&self, marked: &[SymbolNumber]) -> Vec<SymbolNumber> {
        marked.iter().copied().filter(|s| self.contains(*s)).collect()
    }
}

/// What a mark must be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MarkFilter {
    pub(super) mark: i64,
    /// Of the tags with which the symbol got it.
    pub(super) filter: Filter,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Test {
    /// Is the number not zero?
    Truth(Expr),
    /// Has one of them such a mark?
    Marked(Who, MarkFilter),
    /// Is this known of all that are picked?
    PickedKnown(Vec<Who>, Sign),
    /// Is this known of all these?
    Known(Vec<SymbolNumber>, Sign),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Effect {
    Set(VariableId, Expr),
    /// Picks those with such a mark, besides those that were picked of `earlier` ones.
    Pick {
        who: Who,
        wanted: MarkFilter,
        earlier: Vec<Who>,
    },
    Mark {
        uses: Vec<(SymbolNumber, Tags)>,
        mark: i64,
    },
    /// Those that are picked keep the tags that they have.
    MarkPicked {
        picked: Vec<Who>,
        mark: i64,
    },
    Unmark(Vec<SymbolNumber>),
    UnmarkPicked(Vec<Who>),
    /// An error about these symbols, as far as the statement tells.
    Error(ErrorId, Vec<SymbolNumber>),
}

impl Tree {
    /// Calls `visit` for each part, this one first.
    pub(super) fn walk(&self, visit: &mut impl FnMut(&Tree)) {
        visit(self);
        match self {
            Tree::End => {}
            Tree::Do(_, next) => next.walk(visit),
            Tree::Test(_, yes, no) => {
                yes.walk(visit);
                no.walk(visit);
            }
        }
    }

    /// Does it nothing?
    pub(super) fn is_idle(&self) -> bool {
        let mut idle = true;
        self.walk(&mut |t| idle &= !matches!(t, Tree::Do(..)));
        idle
    }
}
