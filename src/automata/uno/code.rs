//! What a property does at each statement of a program.
//!
//! A statement is looked at once each time that it is executed, before that, with all that it names. So is each condition, and the beginning of each function
//! with its parameters. Paths end where the entry function returns or the program exits, which is looked at by itself. That a variable is zero, or is not, is known from the tests on the path and from constants that it is given,
//! until something is assigned to it or its address is taken; of variables outside of functions, until a function is called that has no body.

use super::interpret::{self, Occasion};
use super::lower::Lowering;
use super::property::{ErrorId, Property};
use super::tree::{Effect, Test, Tree, Who};
use crate::observer::{Command, Variable, VariableId};
use crate::spec::{Node, Nodes, Part};
use goto::Diagnostic;
use goto::IdVec;
use goto::Program;
use goto::edges::{EdgeId, Edges};
use goto::outline::{Given, Outline, Sign, SymbolKind, SymbolNumber, Tags, Use};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Something that an edge tells, by its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct At {
    pub edge: EdgeId,
    pub index: usize,
}

/// An error, and the symbols that it is about.
pub type Error = (ErrorId, Vec<SymbolNumber>);

/// What happens at one statement.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Code {
    /// Variables that begin anew: what was marked or known is of others.
    pub begins: Vec<SymbolNumber>,
    pub tree: Tree,
    /// Of these nothing is known behind the statement, except what it gives.
    pub changes: Vec<SymbolNumber>,
    pub gives: Vec<(SymbolNumber, Sign)>,
}

/// The observer of a property: what it keeps, and what it does at each statement.
#[derive(Clone, Debug)]
pub struct Codes {
    pub variables: IdVec<VariableId, Variable>,
    pub of: BTreeMap<At, Arc<Vec<Command<Error>>>>,
}

impl Codes {
    /// # Errors
    /// If the property does too much at a statement.
    pub fn new(property: &Property, outline: &Outline, program: &Program, edges: &Edges, nodes: &Nodes) -> Result<Self, Box<Diagnostic>> {
        let maker = Maker { property, outline, unknown: unknown_functions(program) };
        let mut made: FxHashMap<Option<&Node>, Code> = FxHashMap::default();
        let places = || edges.iter().flat_map(|(edge, _)| nodes.of(edge).iter().enumerate().map(move |(index, told)| (At { edge, index }, told.node.as_ref())));
        for (_, node) in places() {
            if let Entry::Vacant(entry) = made.entry(node) {
                entry.insert(maker.code(node)?);
            }
        }
        let marked: Vec<SymbolNumber> = symbols(made.values(), marks).into_iter().collect();
        let asked: Vec<SymbolNumber> = symbols(made.values(), |t, found| asks(t, &marked, found)).into_iter().collect();
        let lowering = Lowering::new(property, &outline.symbols, &marked, &asked);
        let lowered: FxHashMap<Option<&Node>, Arc<Vec<Command<Error>>>> = made.iter().map(|(node, code)| (*node, Arc::new(lowering.code(code)))).collect();
        let of = places().map(|(at, node)| (at, Arc::clone(&lowered[&node]))).collect();
        Ok(Self { variables: lowering.variables, of })
    }
}

/// Functions of which nobody knows what they do.
fn unknown_functions(program: &Program) -> FxHashSet<String> {
    program.functions.values().filter(|f| f.body.is_none() && !f.model).map(|f| f.name.clone()).collect()
}

fn symbols<'a>(codes: impl Iterator<Item = &'a Code>, look: impl Fn(&Tree, &mut BTreeSet<SymbolNumber>)) -> BTreeSet<SymbolNumber> {
    let mut found = BTreeSet::new();
    for code in codes {
        code.tree.walk(&mut |tree| look(tree, &mut found));
    }
    found
}

fn marks(tree: &Tree, found: &mut BTreeSet<SymbolNumber>) {
    if let Tree::Do(Effect::Mark { uses, .. }, _) = tree {
        found.extend(uses.iter().map(|u| u.0));
    }
}

fn asks(tree: &Tree, marked: &[SymbolNumber], found: &mut BTreeSet<SymbolNumber>) {
    match tree {
        Tree::Test(Test::Known(of, _), ..) => found.extend(of),
        Tree::Test(Test::PickedKnown(picked, _), ..) => found.extend(picked.iter().flat_map(|who: &Who| who.of(marked))),
        _ => {}
    }
}

struct Maker<'a> {
    property: &'a Property,
    outline: &'a Outline,
    unknown: FxHashSet<String>,
}

impl Maker<'_> {
    fn code(&self, node: Option<&Node>) -> Result<Code, Box<Diagnostic>> {
        let named = node.map(|n| &self.outline.texts[n.text].named);
        let uses: Vec<Use> = match node.map(|n| &n.part) {
            None | Some(Part::Outcome(_)) => Vec::new(),
            Some(Part::Whole) => named.iter().flat_map(|n| &n.uses).cloned().collect(),
            Some(Part::Variable(name)) => named.iter().flat_map(|n| &n.uses).filter(|u| u.of.as_ref() == Some(name)).cloned().collect(),
        };
        let is_given = |g: &&Given| match node.map(|n| &n.part) {
            None => false,
            Some(Part::Outcome(holds)) => g.when == Some(*holds),
            Some(Part::Whole) => g.when.is_none(),
            Some(Part::Variable(name)) => g.of.as_ref() == Some(name),
        };
        let gives = named.iter().flat_map(|n| &n.gives).filter(is_given).map(|g| (g.symbol, g.sign)).collect();
        let begins = uses.iter().filter(|u| u.tags.meets(Tags::DECL)).map(|u| u.symbol).collect();
        let tree = match node.map(|n| &n.part) {
            // What was told with the condition.
            Some(Part::Outcome(_)) => Tree::End,
            _ => interpret::at(self.property, Occasion { symbols: &self.outline.symbols, uses: &uses, ends: node.is_none() })?,
        };
        Ok(Code { begins, tree, changes: self.changes(&uses), gives })
    }

    fn changes(&self, uses: &[Use]) -> Vec<SymbolNumber> {
        let symbol = |of: &Use| &self.outline.symbols[of.symbol.0];
        let is_changed = |of: &&Use| of.tags.meets(Tags::DEF | Tags::ALIAS) || of.tags.meets(Tags::FCALL);
        let mut changed: Vec<SymbolNumber> = uses.iter().filter(is_changed).map(|u| u.symbol).collect();
        let is_unknown = |of: &Use| of.tags.meets(Tags::FCALL) && (symbol(of).kind != SymbolKind::Function || self.unknown.contains(&symbol(of).name));
        if uses.iter().any(is_unknown) {
            let globals = self.outline.symbols.iter().enumerate().filter(|(_, s)| s.kind == SymbolKind::Global);
            changed.extend(globals.map(|(number, _)| SymbolNumber(number)));
        }
        changed
    }
}
