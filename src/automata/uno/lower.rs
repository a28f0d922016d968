//! What a property does at a statement, as commands of an observer: for each symbol that may have one a mark, with the tags with which it got it (none: there is
//! no mark) and whether it is picked, and for each symbol that is asked for what is known of it.

use super::code::{Code, Error};
use super::property::Property;
use super::tree::{Effect, MarkFilter, Test, Tree, Who};
use crate::observer::{Command, Expr, Sort, Variable, VariableId};
use goto::IdVec;
use goto::outline::{Sign, Symbol, SymbolNumber};
use goto::routine::Binary;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The variables of a property's observer.
pub(super) struct Lowering<'a> {
    pub variables: IdVec<VariableId, Variable>,
    marked: &'a [SymbolNumber],
    marks: FxHashMap<SymbolNumber, Mark>,
    known: FxHashMap<SymbolNumber, VariableId>,
}

#[derive(Clone, Copy)]
struct Mark {
    mark: VariableId,
    tags: VariableId,
    picked: VariableId,
}

fn number(sign: Sign) -> i64 {
    match sign {
        Sign::Zero => 1,
        Sign::Nonzero => 2,
    }
}

impl<'a> Lowering<'a> {
    /// `marked` are the symbols that may have marks, `asked` those of which it is asked what is known.
    pub(super) fn new(property: &Property, symbols: &[Symbol], marked: &'a [SymbolNumber], asked: &[SymbolNumber]) -> Self {
        let mut variables: IdVec<VariableId, Variable> = IdVec::new();
        for of in property.variables.values() {
            variables.push(Variable { name: format!("uno {}", of.name), sort: Sort::Number, start: of.start });
        }
        let mut named = |what: &str, symbol: SymbolNumber, sort| {
            variables.push(Variable { name: format!("uno {what} {} {}", symbols[symbol.0].name, symbol.0), sort, start: 0 })
        };
        let mark = |symbol| {
            let (mark, tags) = (named("mark", symbol, Sort::Number), named("tags", symbol, Sort::Number));
            (symbol, Mark { mark, tags, picked: named("picked", symbol, Sort::Truth) })
        };
        let marks = marked.iter().copied().map(mark).collect();
        let known = asked.iter().map(|&symbol| (symbol, named("known", symbol, Sort::Number))).collect();
        Self { variables, marked, marks, known }
    }

    pub(super) fn code(&self, code: &Code) -> Vec<Command<Error>> {
        let mut commands = Vec::new();
        for symbol in &code.begins {
            self.marks.get(symbol).into_iter().for_each(|of| unmark(*of, None, &mut commands));
            commands.extend(self.known.get(symbol).map(|known| Command::Set(*known, Expr::Number(0))));
        }
        if !code.tree.is_idle() {
            let mut picked = BTreeSet::new();
            commands.extend(self.tree(&code.tree, &mut picked));
            // Nothing is picked between statements.
            commands.extend(picked.into_iter().map(|of| Command::Set(of, Expr::FALSE)));
        }
        let is_given = |symbol: &SymbolNumber| code.gives.iter().any(|g| g.0 == *symbol);
        let changed = code.changes.iter().filter(|s| !is_given(s)).filter_map(|s| self.known.get(s));
        commands.extend(changed.map(|known| Command::Set(*known, Expr::Number(0))));
        let given = code.gives.iter().filter_map(|(symbol, sign)| Some((self.known.get(symbol)?, number(*sign))));
        commands.extend(given.map(|(known, sign)| Command::Set(*known, Expr::Number(sign))));
        commands
    }

    fn tree(&self, tree: &Tree, picked: &mut BTreeSet<VariableId>) -> Vec<Command<Error>> {
        let (mut commands, mut at) = (Vec::new(), tree);
        loop {
            match at {
                Tree::End => return commands,
                Tree::Do(effect, next) => {
                    self.effect(effect, picked, &mut commands);
                    at = next;
                }
                Tree::Test(test, yes, no) => {
                    let (yes, no) = (self.tree(yes, picked), self.tree(no, picked));
                    commands.push(Command::If(self.test(test), yes, no));
                    return commands;
                }
            }
        }
    }

    /// The marks of some symbols.
    fn of(&self, who: &Who) -> Vec<Mark> {
        who.of(self.marked).iter().map(|s| self.marks[s]).collect()
    }

    /// All that are picked from one of several.
    fn picked(&self, picked: &[Who]) -> impl Iterator<Item = (SymbolNumber, Mark)> {
        self.marked.iter().filter(|s| picked.iter().any(|who| who.contains(**s))).map(|s| (*s, self.marks[s]))
    }

    fn is_known(&self, symbol: SymbolNumber, sign: Sign) -> Expr {
        // All that are asked for have a variable.
        Expr::is(self.known[&symbol], number(sign))
    }

    fn test(&self, test: &Test) -> Expr {
        match test {
            Test::Truth(value) => value.clone(),
            Test::Marked(who, wanted) => Expr::Any(self.of(who).into_iter().map(|of| is_marked(of, *wanted)).collect()),
            Test::PickedKnown(picked, sign) => {
                let fine = |(symbol, of): (SymbolNumber, Mark)| Expr::Any(vec![Expr::negated(Expr::Variable(of.picked)), self.is_known(symbol, *sign)]);
                Expr::All(self.picked(picked).map(fine).collect())
            }
            Test::Known(symbols, sign) => Expr::All(symbols.iter().map(|s| self.is_known(*s, *sign)).collect()),
        }
    }

    fn effect(&self, effect: &Effect, all_picked: &mut BTreeSet<VariableId>, commands: &mut Vec<Command<Error>>) {
        match effect {
            Effect::Set(variable, value) => commands.push(Command::Set(*variable, value.clone())),
            Effect::Pick { who, wanted, earlier } => {
                for symbol in who.of(self.marked) {
                    let of = self.marks[&symbol];
                    let before = earlier.iter().any(|e| e.contains(symbol)).then_some(Expr::Variable(of.picked));
                    let is_picked = Expr::Any(before.into_iter().chain([is_marked(of, *wanted)]).collect());
                    commands.push(Command::Set(of.picked, is_picked));
                    all_picked.insert(of.picked);
                }
            }
            Effect::Mark { uses, mark } => {
                for (symbol, tags) in uses {
                    // All that are marked somewhere have a mark.
                    let of = self.marks[symbol];
                    commands.push(Command::Set(of.mark, Expr::Number(*mark)));
                    commands.push(Command::Set(of.tags, Expr::Number(i64::from(tags.bits()))));
                }
            }
            Effect::MarkPicked { picked, mark } => {
                // What has no mark gets none.
                let new = |of: Mark| Expr::choice(Expr::Variable(of.picked), Expr::Number(*mark), Expr::Variable(of.mark));
                commands.extend(self.picked(picked).map(|(_, of)| Command::Set(of.mark, new(of))));
            }
            Effect::Unmark(symbols) => symbols.iter().filter_map(|s| self.marks.get(s)).for_each(|of| unmark(*of, None, commands)),
            Effect::UnmarkPicked(picked) => self.picked(picked).for_each(|(_, of)| unmark(of, Some(of.picked), commands)),
            Effect::Error(id, symbols) => commands.push(Command::Tell((*id, symbols.clone()))),
        }
    }
}

fn is_marked(of: Mark, wanted: MarkFilter) -> Expr {
    let among = |tags: u32| Expr::binary(Binary::And, Expr::Variable(of.tags), Expr::Number(i64::from(tags)));
    let (with, without) = (among(wanted.filter.with.bits()), among(wanted.filter.without.bits()));
    Expr::All(vec![Expr::is(of.mark, wanted.mark), with, Expr::negated(without)])
}

/// Takes the mark away, if the variable is so.
fn unmark(of: Mark, only_if: Option<VariableId>, commands: &mut Vec<Command<Error>>) {
    for variable in [of.mark, of.tags] {
        let value = match only_if {
            Some(condition) => Expr::choice(Expr::Variable(condition), Expr::Number(0), Expr::Variable(variable)),
            None => Expr::Number(0),
        };
        commands.push(Command::Set(variable, value));
    }
}
