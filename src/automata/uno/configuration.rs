//! What a path leaves behind: the variables of the property, the marks of symbols, and what is known of them. This is the meaning of trees that everything else
//! must agree with.

use super::code::Code;
use super::property::{ErrorId, Property, VariableId};
use super::tree::{Effect, MarkFilter, Test, Tree, Value, Who};
use goto::Id;
use goto::outline::{Sign, SymbolNumber, Tags};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Configuration {
    variables: Vec<i64>,
    marks: BTreeMap<SymbolNumber, (i64, Tags)>,
    known: BTreeMap<SymbolNumber, Sign>,
}

/// An error, and the symbols that it is about.
pub type Error = (ErrorId, Vec<SymbolNumber>);

impl Configuration {
    pub fn start(property: &Property) -> Self {
        let variables = property.variables.values().map(|v| v.start).collect();
        Self { variables, marks: BTreeMap::new(), known: BTreeMap::new() }
    }

    /// Executes a statement; `asked` are the symbols of which it counts what is known. The answer is the errors.
    pub fn step(&mut self, code: &Code, asked: &[SymbolNumber]) -> Vec<Error> {
        for symbol in &code.begins {
            self.marks.remove(symbol);
            self.known.remove(symbol);
        }
        let errors = self.execute(&code.tree);
        for symbol in &code.changes {
            self.known.remove(symbol);
        }
        for (symbol, sign) in code.gives.iter().filter(|g| asked.contains(&g.0)) {
            self.known.insert(*symbol, *sign);
        }
        errors
    }

    fn execute(&mut self, tree: &Tree) -> Vec<Error> {
        let (mut errors, mut picked, mut at) = (Vec::new(), BTreeSet::new(), tree);
        loop {
            match at {
                Tree::End => return errors,
                Tree::Do(effect, next) => {
                    match effect {
                        Effect::Error(id, symbols) => errors.push((*id, symbols.clone())),
                        effect => self.act(effect, &mut picked),
                    }
                    at = next;
                }
                Tree::Test(test, yes, no) => at = if self.holds(test, &picked) { yes } else { no },
            }
        }
    }

    fn is_marked(&self, symbol: SymbolNumber, wanted: MarkFilter) -> bool {
        self.marks.get(&symbol).is_some_and(|(mark, tags)| *mark == wanted.mark && wanted.filter.allows(*tags))
    }

    fn among(&self, who: &Who) -> Vec<SymbolNumber> {
        self.marks.keys().copied().filter(|s| who.contains(*s)).collect()
    }

    fn value(&self, of: &Value) -> i64 {
        of.evaluate(&|v: VariableId| self.variables[v.index()])
    }

    fn holds(&self, test: &Test, picked: &BTreeSet<SymbolNumber>) -> bool {
        match test {
            Test::Truth(value) => self.value(value) != 0,
            Test::Marked(who, wanted) => self.among(who).iter().any(|s| self.is_marked(*s, *wanted)),
            Test::PickedKnown(_, sign) => picked.iter().all(|s| self.known.get(s) == Some(sign)),
            Test::Known(of, sign) => of.iter().all(|s| self.known.get(s) == Some(sign)),
        }
    }

    fn act(&mut self, effect: &Effect, picked: &mut BTreeSet<SymbolNumber>) {
        match effect {
            Effect::Set(variable, value) => self.variables[variable.index()] = self.value(value),
            Effect::Pick { who, wanted, earlier } => {
                picked.retain(|s| earlier.iter().any(|e| e.contains(*s)));
                picked.extend(self.among(who).into_iter().filter(|s| self.is_marked(*s, *wanted)));
            }
            Effect::Mark { uses, mark } => uses.iter().for_each(|(s, tags)| _ = self.marks.insert(*s, (*mark, *tags))),
            Effect::MarkPicked { mark, .. } => {
                for symbol in picked.iter() {
                    if let Some(of) = self.marks.get_mut(symbol) {
                        of.0 = *mark;
                    }
                }
            }
            Effect::Unmark(of) => of.iter().for_each(|s| _ = self.marks.remove(s)),
            Effect::UnmarkPicked(_) => picked.iter().for_each(|s| _ = self.marks.remove(s)),
            Effect::Error(..) => {}
        }
    }
}
