//! Holds the unrolling against the interpreter: under any values of the inputs, what the terms say a program tells must be what a run tells.
//!
//! A program tells something by calling a function that it does not define. Each such function gets a body that reads what is expected, as an input,
//! and a property that the argument is that. Where the expected values are those of the run no property may be violated by the terms, and where one of
//! them is another, one must be.

use crate::budget;
use goto::interp::{Compiled, InputSource, Limits, Machine, Observer, Outcome};
use goto::limits::Stop;
use goto::{
    BinOp, Bits, Body, FuncId, Id, InputId, InputKind, InputOrigin, InstrKind, Instruction, Program, Property, PropertyClass, PropertyId, Random, Storage,
    Symbol, Type, TypeId,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symex::{Bound, InputEvent, Unrolling, unroll};
use term::eval::Evaluator;
use term::{TermId, TermPool};
use thiserror::Error;

const DEPTH: u32 = 10_000;

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Runs whose path was unrolled to its end.
    pub whole: u32,
    /// Runs whose path was cut, compared up to there.
    pub cut: u32,
    /// Values compared.
    pub values: u64,
    /// The terms are approximate, so that nothing could be compared.
    pub approximate: bool,
    /// Where paths were cut: reasons and lines.
    pub cuts: BTreeSet<String>,
}

/// The inputs and what is wrong with them.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("inputs {inputs:?}: {what}")]
pub struct Disagreement {
    pub inputs: Vec<Bits>,
    pub what: String,
}

/// Compares under `models` assignments. `missing` are the functions that the program does not define.
pub fn agree(program: &mut Program, missing: &[String], k: u32, models: u64, seed: u64, stop: &Stop) -> Result<Agreement, Disagreement> {
    let watch = Watch::new(program, missing);
    goto::assert_valid(program, "the watch on calls");
    let compiled = Compiled::new(program);
    let mut pool = TermPool::new();
    let unrolling = unroll(program, &mut pool, &Bound { k, max_steps: budget::unrolling::STEPS_OF_COMPARISON, per_loop: FxHashMap::default() }, stop);
    let mut agreement = Agreement { approximate: !unrolling.approximate.is_empty(), ..Agreement::default() };
    if agreement.approximate {
        return Ok(agreement);
    }
    for n in 0..models {
        if stop.reason().is_some() {
            break;
        }
        let mut random = Random::new(seed.wrapping_add(n));
        let model = assignment(&pool, &unrolling, &mut random);
        Comparison { watch: &watch, pool: &pool, unrolling: &unrolling, stop }.compare(&compiled, model, &mut random, &mut agreement)?;
    }
    Ok(agreement)
}

/// The functions that are watched: what their properties and inputs are.
struct Watch {
    /// The parameters' inputs by function.
    functions: FxHashMap<FuncId, Vec<(usize, InputId)>>,
    properties: Vec<PropertyId>,
}

impl Watch {
    fn new(program: &mut Program, missing: &[String]) -> Self {
        let mut watch = Self { functions: FxHashMap::default(), properties: Vec::new() };
        let found: Vec<FuncId> = program.functions.iter().filter(|(_, f)| missing.contains(&f.name) && !f.noreturn).map(|(id, _)| id).collect();
        for function in found {
            if matches!(program.types.get(program.functions[function].ty), Type::Function { ret, .. } if matches!(program.types.get(*ret), Type::Void)) {
                watch.function(program, function);
            }
        }
        watch
    }

    fn function(&mut self, program: &mut Program, function: FuncId) {
        let loc = program.functions[function].loc;
        let parameters: Vec<_> = program.functions[function].params.iter().map(|p| p.symbol).collect();
        let (mut body, mut inputs) = (Body::new(), Vec::new());
        for (position, parameter) in parameters.into_iter().enumerate() {
            let ty = program.symbols[parameter].ty;
            if !matches!(program.types.get(ty), Type::Int { .. } | Type::Bool) {
                continue;
            }
            let symbol = program.symbols.push(Symbol { name: "expected".to_owned(), ty, storage: Storage::Temporary(function), loc });
            let input = program.inputs.push(InputKind { function: "expected".to_owned(), type_name: "expected".to_owned(), ty, origin: InputOrigin::Call });
            let name = format!("{}.expected.{position}", program.functions[function].name);
            let text = "the value is the one that is expected".to_owned();
            let property = program.properties.push(Property { name, class: PropertyClass::Assertion, function, loc, text });
            let mut build = program.build();
            let (value, expected) = (build.var(parameter, ty), build.var(symbol, ty));
            let cond = build.binary(BinOp::Eq, value, expected);
            for kind in [InstrKind::Decl(symbol), InstrKind::Input { lhs: expected, input }, InstrKind::Assert { cond, property }] {
                body.push(Instruction { kind, loc });
            }
            inputs.push((position, input));
            self.properties.push(property);
        }
        body.push(Instruction { kind: InstrKind::Return(None), loc });
        program.functions[function].body = Some(body);
        self.functions.insert(function, inputs);
    }

    fn is_watched(&self, input: InputId) -> bool {
        self.functions.values().flatten().any(|(_, i)| *i == input)
    }
}

/// What a run reads and tells.
struct Conversation<'a> {
    watch: &'a Watch,
    inputs: std::vec::IntoIter<Bits>,
}

impl InputSource for Conversation<'_> {
    fn next(&mut self, input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        if self.watch.is_watched(input) {
            return Some(Bits::zero(width));
        }
        self.inputs.next().map(|value| value.resize(width, false))
    }
}

/// What was told, in order.
struct EventLog<'a> {
    watch: &'a Watch,
    values: Vec<(InputId, Bits)>,
}

impl Observer for EventLog<'_> {
    const TRACE: bool = false;
    const CALLS: bool = true;

    fn called(&mut self, function: FuncId, arguments: &[Option<Bits>]) {
        for &(position, input) in self.watch.functions.get(&function).into_iter().flatten() {
            if let Some(Some(value)) = arguments.get(position) {
                self.values.push((input, *value));
            }
        }
    }
}

struct Comparison<'a> {
    watch: &'a Watch,
    pool: &'a TermPool,
    unrolling: &'a Unrolling,
    stop: &'a Stop,
}

impl Comparison<'_> {
    fn compare(&self, compiled: &Compiled, mut model: FxHashMap<TermId, Bits>, random: &mut Random, sum: &mut Agreement) -> Result<(), Disagreement> {
        let mut evaluator = Evaluator::new(&model);
        let mut holds = |term: TermId| evaluator.value(self.pool, term).is_true();
        let events: Vec<&InputEvent> = self.unrolling.inputs.iter().filter(|e| holds(e.condition)).collect();
        let cuts: BTreeSet<String> =
            self.unrolling.cuts.iter().filter(|c| holds(c.condition)).map(|c| format!("{:?} in line {}", c.reason, c.loc.line)).collect();
        let cut = !cuts.is_empty();
        let fact = self.unrolling.facts.iter().find(|f| !holds(**f)).copied();
        let (told, inputs): (Vec<_>, Vec<_>) = events.into_iter().partition(|e| self.watch.is_watched(e.input));
        let inputs: Vec<Bits> = inputs.iter().map(|e| model[&e.value]).collect();
        let wrong = |what: String| Disagreement { inputs: inputs.clone(), what };
        if let Some(fact) = fact {
            return Err(wrong(format!("the fact {fact} does not hold")));
        }
        let mut source = Conversation { watch: self.watch, inputs: inputs.clone().into_iter() };
        let mut observer = EventLog { watch: self.watch, values: Vec::new() };
        let limits = Limits { steps: budget::runs::STEPS, work: u64::MAX, memory: budget::runs::MEMORY, depth: DEPTH, stop: &|| self.stop.reason().is_some() };
        let run = Machine::new(compiled).run_observed(&mut source, &limits, &mut observer);
        if matches!(run.outcome, Outcome::StepLimit | Outcome::MemoryLimit | Outcome::Stopped | Outcome::StackOverflow) {
            return Ok(());
        }
        if told.len() > observer.values.len() || (!cut && told.len() < observer.values.len()) {
            return Err(wrong(format!("{} values by the terms, {} by the run, which ended with {:?}", told.len(), observer.values.len(), run.outcome)));
        }
        for (event, (input, value)) in told.iter().zip(&observer.values) {
            if event.input != *input {
                return Err(wrong("the values are told in another order".to_owned()));
            }
            model.insert(event.value, value.resize(self.pool.width(event.value), false));
        }
        if let Some(property) = self.violated(&model) {
            let values: Vec<Bits> = observer.values.iter().map(|(_, value)| *value).collect();
            return Err(wrong(format!("property {} is violated by the terms; the run tells {values:?}", property.index())));
        }
        if !told.is_empty() {
            let event = told[random.below(told.len())];
            let right = model[&event.value];
            let flipped = 1u128 << random.below(right.width().into());
            model.insert(event.value, Bits::new(right.width(), right.unsigned() ^ flipped));
            if self.violated(&model).is_none() {
                return Err(wrong(format!("the terms allow {:?} with the bits {flipped:#x} changed", right)));
            }
        }
        sum.cuts.extend(cuts);
        sum.values += told.len() as u64;
        *(if cut { &mut sum.cut } else { &mut sum.whole }) += 1;
        Ok(())
    }

    fn violated(&self, model: &FxHashMap<TermId, Bits>) -> Option<PropertyId> {
        let mut evaluator = Evaluator::new(model);
        let watched = |p: &PropertyId| self.watch.properties.contains(p);
        self.unrolling.violations.iter().find(|(p, term)| watched(p) && evaluator.value(self.pool, *term).is_true()).map(|(p, _)| *p)
    }
}

/// Values of the inputs, small ones mostly, and addresses of objects far from each other. Everything indeterminate is zero, as in the interpreter.
pub fn assignment(pool: &TermPool, unrolling: &Unrolling, random: &mut Random) -> FxHashMap<TermId, Bits> {
    let mut model = FxHashMap::default();
    for input in &unrolling.inputs {
        let width = pool.width(input.value);
        let value = match random.below(8) {
            0 => u128::from(random.bits()) << 64 | u128::from(random.bits()),
            1 => 1 << random.below(width.into()),
            2 => (1 << random.below(width.into())) - 1,
            _ => (random.below(16) as u128).wrapping_sub(4),
        };
        model.insert(input.value, Bits::new(width, value));
    }
    for (number, &term) in (1u128..).zip(&unrolling.addresses) {
        model.insert(term, Bits::new(pool.width(term), number << 24));
    }
    model
}
