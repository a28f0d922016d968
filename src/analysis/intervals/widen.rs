//! How values grow where states meet: exactly at first, then from one constant of the program to the next, then to the ends of the type.

use super::arithmetic::Kind;
use super::number::Number;
use goto::{BinOp, ExprId, ExprKind, Id, InstrKind, Program};

/// Joins at one place that are exact.
pub(super) const EXACT: u32 = 3;
/// Joins that stop at constants of the program.
const TO_CONSTANTS: u32 = 9;
/// Joins that leave sets alone that consist of constants of the program.
const SETS: u32 = 24;

/// Bits of a type whose bounds say something where values of it are converted.
const NARROW: u16 = 16;

/// Where the growth of values may stop.
#[derive(Debug)]
pub(super) struct Constants {
    /// What values are compared with, and the neighbours of these; the bounds of remainders, of masked values and of what comes from a narrow type. Ascending.
    bounds: Vec<i128>,
    /// What is assigned, passed and returned. Ascending.
    values: Vec<i128>,
}

impl Constants {
    pub(super) fn of(program: &Program) -> Self {
        let constant = |e: ExprId| {
            let kind = Kind::of(&program.types, program.exprs.ty(e))?;
            program.exprs.as_const(e).map(|bits| kind.value(bits))
        };
        let mut bounds = vec![0, 1];
        for expr in (0..program.exprs.len()).map(ExprId::new) {
            match program.exprs.kind(expr) {
                ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) => {
                    for value in [a, b].into_iter().filter_map(constant) {
                        bounds.extend([value - 1, value, value + 1]);
                    }
                }
                ExprKind::Binary(BinOp::Rem, _, by) => bounds.extend(constant(by).into_iter().flat_map(|by| [1 - by.abs(), by.abs() - 1])),
                ExprKind::Binary(BinOp::BitAnd, a, b) => bounds.extend([a, b].into_iter().filter_map(constant)),
                ExprKind::Cast(from) => {
                    let narrow = Kind::of(&program.types, program.exprs.ty(from)).filter(|kind| kind.bits() <= NARROW);
                    bounds.extend(narrow.into_iter().flat_map(|kind| [kind.low(), kind.high()]));
                }
                _ => {}
            }
        }
        let mut values = vec![0];
        for instr in program.functions.values().flat_map(|f| f.body.iter()).flat_map(|b| b.values()) {
            match &instr.kind {
                InstrKind::Assign { rhs, .. } => values.extend(constant(*rhs)),
                InstrKind::Call { args, .. } => values.extend(args.iter().copied().filter_map(constant)),
                InstrKind::Return(Some(value)) => values.extend(constant(*value)),
                _ => {}
            }
        }
        for list in [&mut bounds, &mut values] {
            list.sort_unstable();
            list.dedup();
        }
        Self { bounds, values }
    }

    fn are_values(&self, number: &Number) -> bool {
        number.few().is_some_and(|few| few.iter().all(|v| self.values.binary_search(v).is_ok()))
    }

    fn below(&self, value: i128) -> Option<i128> {
        self.bounds[..self.bounds.partition_point(|t| *t <= value)].last().copied()
    }

    fn above(&self, value: i128) -> Option<i128> {
        self.bounds.get(self.bounds.partition_point(|t| *t < value)).copied()
    }
}

/// The set for a place where values have grown `n` times already and may do so without end.
pub(super) fn widen(constants: &Constants, n: u32, kind: Kind, old: &Number, new: &Number) -> Number {
    let joined = old.join(new);
    if n < EXACT || n < SETS && constants.are_values(&joined) {
        return joined;
    }
    let (mut low, mut high) = (kind.low(), kind.high());
    if n < TO_CONSTANTS {
        low = constants.below(joined.low()).map_or(low, |v| v.max(low));
        high = constants.above(joined.high()).map_or(high, |v| v.min(high));
    }
    let step = joined.step().max(1);
    let low = if joined.low() < old.low() { low + (joined.low() - low).rem_euclid(step) } else { joined.low() };
    let high = if joined.high() > old.high() { high } else { joined.high() };
    Number::range(low, high, step).unwrap_or_else(|| kind.all())
}
