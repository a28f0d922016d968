//! Rounds of loops that are not executed one by one: where each round, or each few, adds the same to every variable, a state many rounds later is known. Such a round is
//! executed once more with values that are lines over the number of the round; what it computes, and which way it goes, holds for as many rounds as no operation on
//! a line wraps and no comparison of lines turns. So nothing else happens in these rounds than in the one that was looked at, and the state behind them is exact.
//!
//! Knows registers and static scalars only: loops that access memory, read inputs or show something new are executed as they are.

use super::Limits;
use super::code::{Argument, Norm, Op, ParameterHome, Pc, Reg};
use super::exec::Machine;
use super::operate::{divide, remainder};
use crate::program::FuncId;

/// Operations of one round at most, and rounds that may repeat together.
const OPERATIONS: usize = 400;
const PERIODS: usize = 6;
/// Fewer rounds are not worth it.
const LEAST: u64 = 4;
/// Rounds that are left out at a time, and steps of a run after which no more are, lest their number grow too large.
const MOST: u64 = 1 << 40;
const MOST_STEPS: u64 = 1 << 60;
/// Instructions before the first attempt.
const FIRST: u64 = 20_000;
/// Instructions until the next attempt: after one that was good for something, and at most.
const SHORT: u64 = 48;
const LONG: u64 = 1 << 22;

/// When rounds are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounds {
    at: u64,
    wait: u64,
    /// Instructions that were left out.
    pub left_out: u64,
}

impl Default for Rounds {
    fn default() -> Self {
        Self { at: FIRST, wait: FIRST, left_out: 0 }
    }
}

/// A value that is `at + step * n`, modulo 2^64, in the n-th round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Line {
    at: i128,
    step: i128,
}

impl Line {
    /// Both numbers as the signed ones that they are modulo 2^64.
    fn new(at: i128, step: i128) -> Self {
        Self { at: i128::from(at as i64), step: i128::from(step as i64) }
    }

    fn constant(value: u64) -> Self {
        Self::new(i128::from(value), 0)
    }

    /// The value, if it is the same in all rounds.
    fn fixed(self) -> Option<u64> {
        (self.step == 0).then_some(self.at as u64)
    }

    fn truth(holds: bool) -> Self {
        Self::constant(u64::from(holds))
    }
}

/// The state within a round.
struct Sketch {
    /// From the first one of the call in which the loop is.
    registers: Vec<Line>,
    globals: Vec<Line>,
    base: usize,
    /// The calls that the round has begun: where they return to, and the first registers of their callers.
    calls: Vec<(Pc, usize)>,
    returned: Option<Line>,
    instructions: u64,
    /// What was found holds for the first so many rounds.
    most: i128,
}

impl Machine<'_> {
    /// At the start of a block: leaves out rounds of the loop that it is in, if that can be done.
    pub(super) fn skip_rounds(&mut self, pc: usize, base: usize, limits: &Limits<'_>) {
        if self.steps < self.rounds.at || self.steps > MOST_STEPS || self.compiled.begins_threads {
            return;
        }
        self.rounds.wait = match self.try_rounds(pc, base, limits) {
            Some(()) => SHORT,
            None => (2 * self.rounds.wait).min(LONG),
        };
        self.rounds.at = self.steps.saturating_add(self.rounds.wait);
        self.poll_at = self.poll_at.min(self.rounds.at).min(limits.steps.saturating_add(1));
    }

    fn try_rounds(&mut self, pc: usize, base: usize, limits: &Limits<'_>) -> Option<()> {
        let lines = |values: &[u64]| values.iter().map(|&value| Line::constant(value)).collect();
        let mut sketch = Sketch {
            registers: lines(&self.registers[base..]),
            globals: lines(&self.globals),
            base: 0,
            calls: Vec::new(),
            returned: None,
            instructions: 0,
            most: MOST.into(),
        };
        // After the first round it does not matter any more what was in registers that the loop only writes.
        let mut states = Vec::with_capacity(2 * PERIODS + 1);
        let (mut period, mut lengths) = (None, Vec::new());
        while period.is_none() {
            self.round(&mut sketch, pc, limits)?;
            states.push(sketch.values());
            lengths.push(sketch.instructions);
            let last = states.len() - 1;
            let half = last / 2;
            let is_period = half > 0 && last % 2 == 0 && are_in_line(&states[0], &states[half], &states[last]);
            period = is_period.then_some(half);
            if period.is_none() && half >= PERIODS {
                return None;
            }
        }
        let period = period?;
        let (first, length) = (lengths[0], lengths[period] - lengths[0]);
        let left = limits.steps.checked_sub(self.steps.checked_add(first)?)?;
        let steps: Vec<u64> = states[0].iter().zip(&states[period]).map(|(a, b)| b.wrapping_sub(*a)).collect();
        sketch.start(&states[0], &steps, i128::from(left / length.max(1)).min(MOST.into()));
        for _ in 0..period {
            self.round(&mut sketch, pc, limits)?;
        }
        let rounds = u64::try_from(sketch.most).ok().filter(|&n| n >= LEAST)?;
        let after = states[0].iter().zip(&steps).map(|(&at, &step)| Line::new(i128::from(at.wrapping_add(step)), i128::from(step)));
        if !sketch.lines().eq(after) {
            return None;
        }
        let state: Vec<u64> = states[0].iter().zip(&steps).map(|(at, step)| at.wrapping_add(step.wrapping_mul(rounds))).collect();
        let (registers, globals) = state.split_at(self.registers.len() - base);
        self.registers[base..].copy_from_slice(registers);
        self.globals.copy_from_slice(globals);
        self.steps += first + rounds * length;
        self.rounds.left_out += rounds * length;
        Some(())
    }

    /// Executes operations until the start of the round comes again. `None` if something happens that is not followed.
    fn round(&self, sketch: &mut Sketch, start: usize, limits: &Limits<'_>) -> Option<()> {
        let mut pc = start;
        for _ in 0..OPERATIONS {
            pc = self.operation(sketch, pc, limits)?;
            if pc == start && sketch.calls.is_empty() {
                return Some(());
            }
        }
        None
    }

    /// Executes an operation. Gives where execution goes on.
    fn operation(&self, sketch: &mut Sketch, pc: usize, limits: &Limits<'_>) -> Option<usize> {
        let next = pc + 1;
        let goes = |holds: bool, target: Pc| Some(if holds { target as usize } else { next });
        match *self.compiled.code.get(pc)? {
            Op::Block { instructions } => sketch.instructions += u64::from(instructions),
            Op::Jump { target } => return Some(target as usize),
            Op::JumpIf { a, target } => return goes(sketch.is_set(a), target),
            Op::JumpUnless { a, target } => return goes(!sketch.is_set(a), target),
            Op::JumpEq { a, b, target } => return goes(sketch.equal(a, b), target),
            Op::JumpNe { a, b, target } => return goes(!sketch.equal(a, b), target),
            Op::JumpLtSigned { a, b, target } => return goes(sketch.less(a, b, Order::SIGNED), target),
            Op::JumpLtUnsigned { a, b, target } => return goes(sketch.less(a, b, Order::UNSIGNED), target),
            Op::JumpLeSigned { a, b, target } => return goes(sketch.less(a, b, Order::SIGNED.or_equal()), target),
            Op::JumpLeUnsigned { a, b, target } => return goes(sketch.less(a, b, Order::UNSIGNED.or_equal()), target),
            Op::GetGlobal { dst, global } => sketch.set(dst, sketch.globals[global as usize]),
            Op::SetGlobal { global, src } => sketch.globals[global as usize] = sketch.get(src),
            Op::Call { function, arguments } => return self.sketch_call(sketch, (function, arguments), next as Pc, limits),
            Op::Return => return sketch.leave(None),
            Op::ReturnValue { value } => {
                let value = sketch.get(value);
                return sketch.leave(Some(value));
            }
            Op::Result { dst, norm } => {
                let value = sketch.returned?;
                let value = sketch.normal(value, norm);
                sketch.set(dst, value);
            }
            // What was shown before.
            Op::Cover { goal } => {
                self.first_reached[goal as usize]?;
            }
            Op::Violate { property } if self.violated[property as usize] => {}
            op => {
                let (dst, value) = sketch.computed(op)?;
                sketch.set(dst, value);
            }
        }
        Some(next)
    }

    fn sketch_call(&self, sketch: &mut Sketch, (function, arguments): (FuncId, u32), return_to: Pc, limits: &Limits<'_>) -> Option<usize> {
        let callee = self.compiled.functions[function].as_ref()?;
        let depth = self.frames.len() + sketch.calls.len();
        let size = 8 * (self.registers.len() + sketch.registers.len() + callee.template.len()) as u64;
        if depth as u64 >= u64::from(limits.depth) || !self.memory.fits(size) {
            return None;
        }
        let base = sketch.registers.len();
        let mut own: Vec<Line> = callee.template.iter().map(|&value| Line::constant(value)).collect();
        let arguments = &self.compiled.arguments[arguments as usize];
        for (i, home) in callee.parameters.iter().enumerate() {
            let (Some(Argument::Value(from)), ParameterHome::Register(to, norm)) = (arguments.get(i), home) else { return None };
            let value = sketch.get(*from);
            own[*to as usize] = sketch.normal(value, *norm);
        }
        sketch.registers.extend(own);
        sketch.calls.push((return_to, sketch.base));
        sketch.base = base;
        Some(callee.entry as usize)
    }
}

/// Are the values of the second state as far from those of the first as those of the third from it?
fn are_in_line(first: &[u64], second: &[u64], third: &[u64]) -> bool {
    first.iter().zip(second).zip(third).all(|((a, b), c)| b.wrapping_sub(*a) == c.wrapping_sub(*b))
}

/// Which order a comparison asks for.
#[derive(Clone, Copy)]
struct Order {
    signed: bool,
    or_equal: bool,
}

impl Order {
    const SIGNED: Self = Self { signed: true, or_equal: false };
    const UNSIGNED: Self = Self { signed: false, or_equal: false };

    fn or_equal(self) -> Self {
        Self { or_equal: true, ..self }
    }
}

impl Sketch {
    /// The state at the start of the round 0 of at most so many.
    fn start(&mut self, at: &[u64], steps: &[u64], most: i128) {
        let lines: Vec<Line> = at.iter().zip(steps).map(|(&at, &step)| Line::new(at.into(), step.into())).collect();
        let (registers, globals) = lines.split_at(self.registers.len());
        self.registers.copy_from_slice(registers);
        self.globals.copy_from_slice(globals);
        (self.most, self.returned) = (most, None);
    }

    fn lines(&self) -> impl Iterator<Item = Line> {
        self.registers.iter().chain(&self.globals).copied()
    }

    /// The state, if nothing in it depends on the round.
    fn values(&self) -> Vec<u64> {
        self.lines().map(|line| line.at as u64).collect()
    }

    fn get(&self, reg: Reg) -> Line {
        self.registers[self.base + reg as usize]
    }

    fn set(&mut self, reg: Reg, value: Line) {
        self.registers[self.base + reg as usize] = value;
    }

    /// Ends a call that the round has begun.
    fn leave(&mut self, value: Option<Line>) -> Option<usize> {
        let (return_to, base) = self.calls.pop()?;
        self.registers.truncate(self.base);
        (self.base, self.returned) = (base, value);
        Some(return_to as usize)
    }

    /// From here on only as many rounds count as the line stays between these numbers, in which it is in the first.
    fn keep(&mut self, line: Line, low: i128, high: i128) {
        if line.step != 0 {
            let room = if line.step > 0 { high - line.at } else { line.at - low };
            self.most = self.most.min(room / line.step.abs() + 1);
        }
    }

    /// The value in canonical form.
    fn normal(&mut self, value: Line, norm: Norm) -> Line {
        let bits = 64 - u32::from(norm.shift);
        if bits == 64 {
            return Line::new(value.at, value.step);
        }
        let modulus = 1i128 << bits;
        let half = modulus / 2;
        let low = if norm.signed { -half } else { 0 };
        let line = Line { at: (value.at - low).rem_euclid(modulus) + low, step: (value.step + half).rem_euclid(modulus) - half };
        self.keep(line, low, low + modulus - 1);
        line
    }

    /// The line of the numbers that the register has, as signed or unsigned ones.
    fn numbers(&mut self, reg: Reg, signed: bool) -> Line {
        let value = self.get(reg);
        let (low, modulus) = (if signed { i128::from(i64::MIN) } else { 0 }, 1i128 << 64);
        let line = Line { at: (value.at - low).rem_euclid(modulus) + low, step: value.step };
        self.keep(line, low, low + modulus - 1);
        line
    }

    fn is_set(&mut self, a: Reg) -> bool {
        let value = self.numbers(a, true);
        !self.is_zero(value)
    }

    fn equal(&mut self, a: Reg, b: Reg) -> bool {
        let (a, b) = (self.numbers(a, true), self.numbers(b, true));
        self.is_zero(Line { at: a.at - b.at, step: a.step - b.step })
    }

    /// Is it zero in all rounds, rather than in none?
    fn is_zero(&mut self, line: Line) -> bool {
        if line.step != 0 && line.at % line.step == 0 {
            match -line.at / line.step {
                0 => self.most = self.most.min(1),
                round if round > 0 => self.most = self.most.min(round),
                _ => {}
            }
        }
        line.at == 0
    }

    fn less(&mut self, a: Reg, b: Reg, order: Order) -> bool {
        let (a, b) = (self.numbers(a, order.signed), self.numbers(b, order.signed));
        let difference = Line { at: a.at - b.at, step: a.step - b.step };
        let limit = if order.or_equal { 0 } else { -1 };
        let holds = difference.at <= limit;
        let far = 1i128 << 100;
        if holds {
            self.keep(difference, -far, limit)
        } else {
            self.keep(difference, limit + 1, far)
        }
        holds
    }

    /// What an operation computes, and for which register.
    fn computed(&mut self, op: Op) -> Option<(Reg, Line)> {
        Some(match op {
            Op::Move { dst, src } => (dst, self.get(src)),
            Op::Add { dst, a, b, norm } => {
                let (a, b) = (self.get(a), self.get(b));
                (dst, self.normal(Line { at: a.at + b.at, step: a.step + b.step }, norm))
            }
            Op::Sub { dst, a, b, norm } => {
                let (a, b) = (self.get(a), self.get(b));
                (dst, self.normal(Line { at: a.at - b.at, step: a.step - b.step }, norm))
            }
            Op::Mul { dst, a, b, norm } => {
                let (a, b) = (self.get(a), self.get(b));
                let (line, factor) = if a.step == 0 { (b, a) } else { (a, b) };
                if factor.step != 0 {
                    return None;
                }
                (dst, self.normal(Line { at: line.at * factor.at, step: line.step * factor.at }, norm))
            }
            Op::Shl { dst, a, b, norm } => {
                let distance = self.get(b).fixed()? & u64::from(63 - norm.shift);
                let value = self.get(a);
                (dst, self.normal(Line { at: value.at << distance, step: value.step << distance }, norm))
            }
            Op::Neg { dst, a, norm } => {
                let value = self.get(a);
                (dst, self.normal(Line { at: -value.at, step: -value.step }, norm))
            }
            Op::Complement { dst, a, norm } => {
                let value = self.get(a);
                (dst, self.normal(Line { at: -value.at - 1, step: -value.step }, norm))
            }
            Op::Normalise { dst, a, norm } => {
                let value = self.get(a);
                (dst, self.normal(value, norm))
            }
            Op::NonZero { dst, a } => (dst, Line::truth(self.is_set(a))),
            Op::Eq { dst, a, b } => (dst, Line::truth(self.equal(a, b))),
            Op::Ne { dst, a, b } => (dst, Line::truth(!self.equal(a, b))),
            Op::LtSigned { dst, a, b } => (dst, Line::truth(self.less(a, b, Order::SIGNED))),
            Op::LtUnsigned { dst, a, b } => (dst, Line::truth(self.less(a, b, Order::UNSIGNED))),
            Op::LeSigned { dst, a, b } => (dst, Line::truth(self.less(a, b, Order::SIGNED.or_equal()))),
            Op::LeUnsigned { dst, a, b } => (dst, Line::truth(self.less(a, b, Order::UNSIGNED.or_equal()))),
            Op::And { dst, a, b } => (dst, self.masked(a, b)?),
            Op::RemUnsigned { dst, a, b } => (dst, self.rest(a, b, false)?),
            Op::RemSigned { dst, a, b, norm } => match (self.get(a).fixed(), self.get(b).fixed()?) {
                (Some(a), b) => (dst, Line::constant(remainder(a as i64, b as i64, norm).ok()?)),
                (None, _) => (dst, self.rest(a, b, true)?),
            },
            _ => return self.of_fixed(op),
        })
    }

    /// The low bits of a line that steps over them.
    fn masked(&mut self, a: Reg, b: Reg) -> Option<Line> {
        let (a, b) = (self.get(a), self.get(b));
        if let (Some(a), Some(b)) = (a.fixed(), b.fixed()) {
            return Some(Line::constant(a & b));
        }
        let (line, mask) = if a.step == 0 { (b, a.fixed()?) } else { (a, b.fixed()?) };
        let modulus = i128::from(mask) + 1;
        (modulus & i128::from(mask) == 0 && line.step % modulus == 0).then(|| Line::constant(line.at as u64 & mask))
    }

    /// What division leaves of a line that steps by multiples of the divisor and is never negative.
    fn rest(&mut self, a: Reg, b: Reg, signed: bool) -> Option<Line> {
        let divisor = self.numbers(b, signed);
        let line = self.numbers(a, signed);
        if divisor.step != 0 || divisor.at <= 0 || line.at < 0 || line.step % divisor.at != 0 {
            return None;
        }
        self.keep(line, 0, i128::from(u64::MAX));
        Some(Line::new(line.at % divisor.at, 0))
    }

    /// Operations of which all operands must be the same in all rounds.
    fn of_fixed(&self, op: Op) -> Option<(Reg, Line)> {
        let fixed = |reg: Reg| self.get(reg).fixed();
        let (dst, value) = match op {
            Op::DivSigned { dst, a, b, norm } => (dst, divide(fixed(a)? as i64, fixed(b)? as i64, norm).ok()?),
            Op::DivUnsigned { dst, a, b } => (dst, fixed(a)?.checked_div(fixed(b)?)?),
            Op::Or { dst, a, b } => (dst, fixed(a)? | fixed(b)?),
            Op::Xor { dst, a, b } => (dst, fixed(a)? ^ fixed(b)?),
            Op::Not { dst, a } => (dst, fixed(a)? ^ 1),
            Op::Shr { dst, a, b, norm } => {
                let (value, distance) = (fixed(a)?, fixed(b)? & u64::from(63 - norm.shift));
                (dst, if norm.signed { ((value as i64) >> distance) as u64 } else { value >> distance })
            }
            _ => return None,
        };
        Some((dst, Line::constant(value)))
    }
}
