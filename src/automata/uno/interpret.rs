//! Interprets a property at one statement. What the statement decides is decided here; where variables, marks or facts decide, both ways are followed, by
//! interpreting the function again from its start with the decisions that lead there.

use super::property::{Act, Ask, Expr, Filter, Late, Property, Statement};
use super::tree::{Effect, MarkFilter, Test, Tree, Who};
use crate::observer::{Expr as Value, VariableId, binary, unary};
use goto::Diagnostic;
use goto::outline::{Sign, Symbol, SymbolKind, SymbolNumber, Tags, Use};
use goto::routine::Binary;
use rustc_hash::FxHashMap;

/// Ways through the property at one statement; more are an error.
const MOST_WAYS: usize = 2000;
/// Steps of the interpreter on one way.
const MOST_STEPS: usize = 20_000;

/// A statement, as properties see it.
#[derive(Clone, Copy)]
pub(super) struct Occasion<'a> {
    pub symbols: &'a [Symbol],
    pub uses: &'a [Use],
    /// The path ends here.
    pub ends: bool,
}

/// What the property does at a statement.
///
/// # Errors
/// If that is too much to follow.
pub(super) fn at(property: &Property, occasion: Occasion<'_>) -> Result<Tree, Box<Diagnostic>> {
    let mut ways = Ways { property, occasion, decisions: Vec::new(), n: 0 };
    ways.tree()
}

struct Ways<'a> {
    property: &'a Property,
    occasion: Occasion<'a>,
    decisions: Vec<bool>,
    n: usize,
}

impl Ways<'_> {
    fn tree(&mut self) -> Result<Tree, Box<Diagnostic>> {
        self.n += 1;
        if self.n > MOST_WAYS {
            return Err(self.property.too_much(format!("there are more than {MOST_WAYS} ways through this property at one statement")));
        }
        let mut run = Run {
            occasion: self.occasion,
            decisions: &self.decisions,
            taken: 0,
            effects: Vec::new(),
            known: FxHashMap::default(),
            selected: Vec::new(),
            picked: Vec::new(),
            steps: 0,
        };
        let ended = run.block(&self.property.body);
        let effects = run.effects;
        let rest = match ended {
            Ok(_) => Tree::End,
            Err(Halt::Endless) => return Err(self.property.too_much("a loop of this property does not end".to_owned())),
            Err(Halt::Undecided(test)) => {
                let mut way = |decision: bool| {
                    self.decisions.push(decision);
                    let tree = self.tree();
                    self.decisions.pop();
                    tree
                };
                let (yes, no) = (way(true)?, way(false)?);
                Tree::Test(test, Box::new(yes), Box::new(no))
            }
        };
        Ok(effects.into_iter().rev().fold(rest, |tree, effect| Tree::Do(effect, Box::new(tree))))
    }
}

/// Why a run ends early.
enum Halt {
    Undecided(Test),
    Endless,
}

/// How a statement is left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Break,
    Continue,
    Return,
}

struct Run<'a> {
    occasion: Occasion<'a>,
    decisions: &'a [bool],
    taken: usize,
    /// Since the last decision.
    effects: Vec<Effect>,
    /// Variables whose values are known on this way.
    known: FxHashMap<VariableId, i64>,
    /// Uses of the statement, by number.
    selected: Vec<usize>,
    /// Where symbols were picked since the last selection.
    picked: Vec<Who>,
    steps: usize,
}

impl Run<'_> {
    fn tick(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(Halt::Endless) } else { Ok(()) }
    }

    fn decide(&mut self, test: Test) -> Result<bool, Halt> {
        let Some(&decision) = self.decisions.get(self.taken) else { return Err(Halt::Undecided(test)) };
        self.taken += 1;
        self.effects.clear();
        match (&test, decision) {
            (Test::Truth(Value::Variable(v)), false) => _ = self.known.insert(*v, 0),
            (Test::Truth(Value::Binary(op, a, b)), _) => {
                if let (Value::Variable(v), Value::Number(n)) | (Value::Number(n), Value::Variable(v)) = (&**a, &**b)
                    && matches!((op, decision), (Binary::Equal, true) | (Binary::Unequal, false))
                {
                    self.known.insert(*v, *n);
                }
            }
            _ => {}
        }
        Ok(decision)
    }

    fn block(&mut self, statements: &[Statement]) -> Result<Flow, Halt> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    fn statement(&mut self, statement: &Statement) -> Result<Flow, Halt> {
        self.tick()?;
        match statement {
            Statement::Do(e) => _ = self.value(e)?,
            Statement::Set(variable, value) => {
                let value = value.as_ref().map_or(Ok(Value::Number(0)), |v| self.value(v))?;
                self.set(*variable, value);
            }
            Statement::Block(of) => return self.block(of),
            Statement::If { condition, then, otherwise } => {
                let holds = self.truth(condition)?;
                return self.block(if holds { then } else { otherwise });
            }
            Statement::Loop { condition, body, then, tests_last } => return self.repeat(condition.as_ref(), body, then.as_ref(), *tests_last),
            Statement::Break => return Ok(Flow::Break),
            Statement::Continue => return Ok(Flow::Continue),
            Statement::Return => return Ok(Flow::Return),
        }
        Ok(Flow::On)
    }

    fn repeat(&mut self, condition: Option<&Expr>, body: &[Statement], then: Option<&Expr>, tests_last: bool) -> Result<Flow, Halt> {
        let mut is_first = true;
        loop {
            self.tick()?;
            let skips_test = is_first && tests_last;
            if let Some(condition) = condition.filter(|_| !skips_test)
                && !self.truth(condition)?
            {
                return Ok(Flow::On);
            }
            is_first = false;
            match self.block(body)? {
                Flow::Break => return Ok(Flow::On),
                Flow::Return => return Ok(Flow::Return),
                Flow::On | Flow::Continue => {}
            }
            if let Some(then) = then {
                self.value(then)?;
            }
        }
    }

    fn set(&mut self, variable: VariableId, value: Value) {
        match value {
            Value::Number(n) => _ = self.known.insert(variable, n),
            _ => _ = self.known.remove(&variable),
        }
        self.effects.push(Effect::Set(variable, value));
    }

    fn truth(&mut self, e: &Expr) -> Result<bool, Halt> {
        match self.value(e)? {
            Value::Number(n) => Ok(n != 0),
            value => self.decide(Test::Truth(value)),
        }
    }

    fn value(&mut self, e: &Expr) -> Result<Value, Halt> {
        self.tick()?;
        Ok(match e {
            Expr::Number(n) => Value::Number(*n),
            Expr::Variable(v) => self.known.get(v).map_or(Value::Variable(*v), |n| Value::Number(*n)),
            Expr::Ask(ask) => Value::Number(i64::from(self.ask(ask)?)),
            Expr::Act(act) => {
                self.act(act);
                Value::Number(0)
            }
            Expr::Unary(op, a) => match self.value(a)? {
                Value::Number(n) => Value::Number(unary(*op, n)),
                a => Value::Unary(*op, Box::new(a)),
            },
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                made(*op, a, b)
            }
            Expr::And(a, b) => Value::Number(i64::from(self.truth(a)? && self.truth(b)?)),
            Expr::Or(a, b) => Value::Number(i64::from(self.truth(a)? || self.truth(b)?)),
            Expr::Choice(condition, a, b) => {
                let holds = self.truth(condition)?;
                return self.value(if holds { a } else { b });
            }
            Expr::Assign { variable, value, late } => {
                let value = self.value(value)?;
                self.set(*variable, value.clone());
                let now = match value {
                    Value::Number(_) => value,
                    _ => Value::Variable(*variable),
                };
                match late {
                    None => now,
                    Some(Late::Added) => made(Binary::Sub, now, Value::Number(1)),
                    Some(Late::Subtracted) => made(Binary::Add, now, Value::Number(1)),
                }
            }
        })
    }

    /// Does the filter take the use? Members are symbols for those alone who ask for them.
    fn takes(&self, number: usize, name: Option<&String>, filter: Filter) -> bool {
        let of = &self.occasion.uses[number];
        let symbol = &self.occasion.symbols[of.symbol.0];
        let is_asked = symbol.kind != SymbolKind::Member || filter.with != Tags::ANY && filter.with.meets(Tags::REF2);
        is_asked && name.is_none_or(|n| *n == symbol.name) && filter.allows(of.tags)
    }

    fn ask(&mut self, ask: &Ask) -> Result<bool, Halt> {
        match ask {
            Ask::Select(name, filter) => {
                self.picked.clear();
                self.selected = (0..self.occasion.uses.len()).filter(|n| self.takes(*n, name.as_ref(), *filter)).collect();
                Ok(!self.selected.is_empty())
            }
            Ask::Unselect(name, filter) => {
                self.selected = self.selected.iter().copied().filter(|n| !self.takes(*n, name.as_ref(), *filter)).collect();
                Ok(!self.selected.is_empty())
            }
            Ask::Refine(filter) => {
                self.selected = self.selected.iter().copied().filter(|n| self.takes(*n, None, *filter)).collect();
                Ok(!self.selected.is_empty())
            }
            Ask::Match(mark, filter) => {
                let symbols = self.symbols();
                if symbols.is_empty() { Ok(false) } else { self.pick(Who::These(symbols), MarkFilter { mark: *mark, filter: *filter }) }
            }
            Ask::Marked(mark, filter) => self.pick(Who::Marked, MarkFilter { mark: *mark, filter: *filter }),
            Ask::Known(sign) => self.known(*sign),
            Ask::PathEnds => Ok(self.occasion.ends),
        }
    }

    fn symbols(&self) -> Vec<SymbolNumber> {
        self.selected.iter().map(|n| self.occasion.uses[*n].symbol).collect()
    }

    fn pick(&mut self, who: Who, wanted: MarkFilter) -> Result<bool, Halt> {
        let found = self.decide(Test::Marked(who.clone(), wanted))?;
        if found {
            self.effects.push(Effect::Pick { who: who.clone(), wanted, earlier: self.picked.clone() });
            self.picked.push(who);
        }
        Ok(found)
    }

    fn known(&mut self, sign: Sign) -> Result<bool, Halt> {
        if !self.picked.is_empty() {
            return self.decide(Test::PickedKnown(self.picked.clone(), sign));
        }
        if self.selected.is_empty() {
            return Ok(false);
        }
        let mut open = Vec::new();
        for number in &self.selected {
            let of = &self.occasion.uses[*number];
            match of.known {
                Some(known) if known == sign => {}
                Some(_) => return Ok(false),
                None => open.push(of.symbol),
            }
        }
        if open.is_empty() { Ok(true) } else { self.decide(Test::Known(open, sign)) }
    }

    fn act(&mut self, act: &Act) {
        let effect = match act {
            Act::Nothing => return,
            Act::Mark(mark) if self.picked.is_empty() => {
                let uses = self.selected.iter().map(|n| (self.occasion.uses[*n].symbol, self.occasion.uses[*n].tags)).collect();
                Effect::Mark { uses, mark: *mark }
            }
            Act::Mark(mark) => Effect::MarkPicked { picked: self.picked.clone(), mark: *mark },
            Act::Unmark if self.picked.is_empty() => Effect::Unmark(self.symbols()),
            Act::Unmark => Effect::UnmarkPicked(self.picked.clone()),
            Act::Error(id) => Effect::Error(*id, self.meant()),
        };
        self.effects.push(effect);
    }

    /// The symbols that an error is about, as far as the statement tells.
    fn meant(&self) -> Vec<SymbolNumber> {
        let mut all = Vec::new();
        for who in &self.picked {
            if let Who::These(of) = who {
                all.extend(of.iter().copied());
            }
        }
        if self.picked.is_empty() { self.symbols() } else { all }
    }
}

/// A value of two, computed if both are known.
fn made(op: Binary, a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Value::Number(binary(op, a, b)),
        (a, b) => Value::Binary(op, Box::new(a), Box::new(b)),
    }
}
