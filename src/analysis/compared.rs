//! Inputs of which a program asks nothing but how they compare with constants. Values between which no comparison tells make no difference to what a run does, so a few
//! values stand for all. Flow-insensitive: a variable that holds such an input may be copied, passed, returned and compared with constants, and nothing else.

use goto::{BinOp, Bits, Callee, ExprId, ExprKind, FuncId, InputId, InstrKind, Program, SymbolId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// More values than this are not enumerated.
const MOST: usize = 64;

/// For each input that is only compared, values that stand for all it can have, in ascending order as unsigned numbers.
pub fn representatives(program: &Program) -> FxHashMap<InputId, Vec<Bits>> {
    let mut uses = Uses::default();
    for (id, function) in program.functions.iter() {
        for instruction in function.body.iter().flat_map(|body| body.values()) {
            uses.note(program, id, &instruction.kind);
        }
    }
    uses.join(program);
    let inputs = uses.inputs.iter().filter_map(|(&input, holders)| Some((input, uses.values(program, input, holders)?)));
    inputs.collect()
}

/// What the program does with variables.
#[derive(Default)]
struct Uses {
    /// Those that get an input; `None` if something else than a variable does.
    inputs: FxHashMap<InputId, Option<BTreeSet<SymbolId>>>,
    /// Where values of a variable are copied to.
    flows: Vec<(SymbolId, SymbolId)>,
    /// Variables that a function returns, and those that get what it returns.
    returned: FxHashMap<FuncId, Vec<SymbolId>>,
    /// `None`: something else than a variable does.
    results: Vec<(FuncId, Option<SymbolId>)>,
    /// Functions that are not only called by their names.
    addressed: FxHashSet<FuncId>,
    /// Expressions of which all is noted.
    seen: FxHashSet<ExprId>,
    /// Constants that a variable is compared with, as far as its type has them.
    constants: FxHashMap<SymbolId, BTreeSet<u128>>,
    /// Variables of which more is asked.
    others: FxHashSet<SymbolId>,
}

impl Uses {
    fn note(&mut self, program: &Program, function: FuncId, kind: &InstrKind) {
        match kind {
            InstrKind::Input { lhs, input } => {
                let holders = self.inputs.entry(*input).or_insert_with(|| Some(BTreeSet::new()));
                match (variable(program, *lhs), holders) {
                    (Some(variable), Some(holders)) => {
                        holders.insert(variable);
                    }
                    (_, holders) => *holders = None,
                }
                self.place(program, *lhs);
            }
            InstrKind::Assign { lhs, rhs } => match (variable(program, *lhs), variable(program, *rhs)) {
                (Some(to), Some(from)) => self.flows.push((from, to)),
                _ => {
                    self.place(program, *lhs);
                    self.value(program, *rhs);
                }
            },
            InstrKind::Call { result, callee: Callee::Direct(callee), args } if program.functions[*callee].body.is_some() => {
                if let Some(place) = *result {
                    self.place(program, place);
                    self.results.push((*callee, variable(program, place)));
                }
                let params = &program.functions[*callee].params;
                for (at, &arg) in args.iter().enumerate() {
                    match (variable(program, arg), params.get(at)) {
                        (Some(from), Some(parameter)) => self.flows.push((from, parameter.symbol)),
                        _ => self.value(program, arg),
                    }
                }
            }
            InstrKind::Return(Some(value)) => match variable(program, *value) {
                Some(from) => self.returned.entry(function).or_default().push(from),
                None => self.value(program, *value),
            },
            other => other.expressions(|e, role| match role {
                goto::visit::Role::Write => self.place(program, e),
                goto::visit::Role::Read => self.value(program, e),
            }),
        }
    }

    /// What the address of a place that is written is made of. The variable itself takes any value.
    fn place(&mut self, program: &Program, place: ExprId) {
        if variable(program, place).is_none() {
            self.value(program, place);
        }
    }

    /// Notes what an expression asks of variables.
    fn value(&mut self, program: &Program, e: ExprId) {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            if !self.seen.insert(e) {
                continue;
            }
            match program.exprs.kind(e) {
                ExprKind::Var(variable) => {
                    self.others.insert(variable);
                }
                ExprKind::FunctionAddress(function) => {
                    self.addressed.insert(function);
                }
                // Whether it has been written does not depend on what.
                ExprKind::Written(place) if variable(program, place).is_some() => {}
                _ => match comparison(program, e) {
                    Some((variable, constant)) => self.compared(program, variable, constant),
                    None => program.exprs.operands(e, |operand| work.push(operand)),
                },
            }
        }
    }

    fn compared(&mut self, program: &Program, variable: SymbolId, constant: u128) {
        let Some(width) = width(program, variable) else { return };
        let constants = self.constants.entry(variable).or_default();
        constants.extend([constant, constant.wrapping_add(1)].map(|c| Bits::new(width, c).unsigned()));
    }

    /// What is asked of a copy is asked of the variable.
    fn join(&mut self, program: &Program) {
        for (function, to) in std::mem::take(&mut self.results) {
            for &from in self.returned.get(&function).into_iter().flatten() {
                match to {
                    Some(to) => self.flows.push((from, to)),
                    None => {
                        self.others.insert(from);
                    }
                }
            }
        }
        // Who else calls them is not known.
        let addressed = self.returned.iter().filter(|(function, _)| self.addressed.contains(function));
        self.others.extend(addressed.flat_map(|(_, from)| from));
        loop {
            let mut changed = false;
            for &(from, to) in &self.flows {
                let same_width = width(program, from) == width(program, to);
                changed |= (!same_width || self.others.contains(&to)) && self.others.insert(from);
                let more: BTreeSet<u128> = self.constants.get(&to).cloned().unwrap_or_default();
                let own = self.constants.entry(from).or_default();
                let before = own.len();
                own.extend(more);
                changed |= own.len() > before;
            }
            if !changed {
                return;
            }
        }
    }

    fn values(&self, program: &Program, input: InputId, holders: &Option<BTreeSet<SymbolId>>) -> Option<Vec<Bits>> {
        let Type::Int { bits: width, .. } = *program.types.get(program.inputs[input].ty) else { return None };
        let holders = holders.as_ref().filter(|_| width <= 64)?;
        let mut values = BTreeSet::from([0, 1 << (width - 1)]);
        for holder in holders {
            let symbol = &program.symbols[*holder];
            if self.others.contains(holder) || program.types.scalar_bits(symbol.ty) != Some(width) {
                return None;
            }
            values.extend(self.constants.get(holder).into_iter().flatten());
        }
        (values.len() <= MOST).then(|| values.into_iter().map(|value| Bits::new(width, value)).collect())
    }
}

/// The variable that an expression is.
fn variable(program: &Program, e: ExprId) -> Option<SymbolId> {
    match program.exprs.kind(e) {
        ExprKind::Var(variable) => Some(variable),
        _ => None,
    }
}

fn width(program: &Program, variable: SymbolId) -> Option<u16> {
    integer_width(program, program.symbols[variable].ty)
}

fn integer_width(program: &Program, ty: TypeId) -> Option<u16> {
    match *program.types.get(ty) {
        Type::Int { bits, .. } => Some(bits),
        _ => None,
    }
}

/// A variable and the constant that it is compared with. Values of the variable that follow each other are told apart only where the constant is, the one behind it, or where
/// signs change: conversions that lose nothing keep their order on both sides of that.
fn comparison(program: &Program, e: ExprId) -> Option<(SymbolId, u128)> {
    match program.exprs.kind(e) {
        ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) => {
            let one_way = |a, b| Some((widened(program, a)?, constant(program, b)?));
            one_way(a, b).or_else(|| one_way(b, a))
        }
        ExprKind::Cast(a) if matches!(program.types.get(program.exprs.ty(e)), Type::Bool) => Some((widened(program, a)?, 0)),
        _ => None,
    }
}

/// The integer variable that an expression is but for conversions to types that are not narrower.
fn widened(program: &Program, mut e: ExprId) -> Option<SymbolId> {
    let mut most = integer_width(program, program.exprs.ty(e))?;
    while let ExprKind::Cast(inner) = program.exprs.kind(e) {
        let width = integer_width(program, program.exprs.ty(inner)).filter(|&width| width <= most)?;
        (e, most) = (inner, width);
    }
    variable(program, e)
}

fn constant(program: &Program, e: ExprId) -> Option<u128> {
    match program.exprs.kind(e) {
        ExprKind::Const(bits) => Some(bits.unsigned()),
        ExprKind::Zero => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = r#"
goto lp64 start main
file file0 "a.c"
input in0 "__VERIFIER_nondet_int" "int" i32
static x#0: i32 @0:1:5
static y#1: i32 @0:1:5
static z#2: i32 @0:1:5
function main: fn() -> void @0:2:1 {
  0: x#0 := INPUT in0  @2:5
"#;

    fn values(body: &str) -> Option<Vec<u128>> {
        let program = goto::parse(&format!("{TABLES}{body}\n}}\n")).unwrap_or_else(|e| panic!("{e}"));
        let input = program.inputs.ids().next().unwrap();
        representatives(&program).get(&input).map(|values| values.iter().map(|value| value.unsigned()).collect())
    }

    #[test]
    fn comparisons_with_constants_need_few_values() {
        let least = 1 << 31;
        assert_eq!(values("1: HALT exit"), Some(vec![0, least]));
        assert_eq!(values("1: IF x#0 != 2 GOTO 2\n2: HALT exit"), Some(vec![0, 2, 3, least]));
        // Through copies, and a variable that also holds something else.
        assert_eq!(values("1: y#1 := x#0\n2: ASSUME y#1 < -1\n3: y#1 := z#2 + 1\n4: HALT exit"), Some(vec![0, least, u128::from(u32::MAX)]));
    }

    #[test]
    fn whatever_else_is_asked_needs_all_values() {
        for body in [
            "1: z#2 := x#0 + 1\n2: HALT exit",
            "1: ASSUME x#0 < z#2\n2: HALT exit",
            "1: y#1 := x#0\n2: z#2 := y#1 * 3\n3: HALT exit",
            "1: ASSUME x#0 as i8 == 1i8\n2: HALT exit",
            "1: ASSUME *&x#0 == 1\n2: HALT exit",
        ] {
            assert_eq!(values(body), None, "{body}");
        }
    }
}
