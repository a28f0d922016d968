//! Where the search takes input values from, besides random numbers: the constants of the program.

use goto::{BinOp, Bits, ExprId, ExprKind, FloatKind, FuncId, Id, IdVec, InputId, InstrKind, Program, Random, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

/// At most so many constants of a kind are kept.
const MAX_CONSTANTS: usize = 4096;

/// At most so many for an input: learning from runs needs room for others.
const MAX_PARTNERS_AT_START: usize = 32;

/// What inputs of a type look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Truth,
    /// Of so many bits.
    Integer(u16),
    Float(FloatKind),
}

impl Shape {
    pub(super) fn width(self) -> u16 {
        match self {
            Shape::Truth => 1,
            Shape::Integer(width) => width,
            Shape::Float(kind) => kind.bits(),
        }
    }

    pub(super) fn of(program: &Program, ty: TypeId) -> Self {
        match *program.types.get(ty) {
            Type::Bool => Shape::Truth,
            Type::Float(kind) => Shape::Float(kind),
            Type::Int { bits, .. } => Shape::Integer(bits),
            _ => Shape::Integer(program.model().pointer_bits()),
        }
    }
}

/// What values of inputs are made from.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    pub(super) shapes: IdVec<InputId, Shape>,
    /// Values that inputs of a kind were compared with as they stand.
    pub(super) partners: IdVec<InputId, Vec<Bits>>,
    pub(super) constants: Constants,
}

impl Vocabulary {
    pub(crate) fn of(program: &Program) -> Self {
        let mut shapes = IdVec::new();
        for kind in program.inputs.values() {
            shapes.push(Shape::of(program, kind.ty));
        }
        let mut partners = IdVec::filled(Vec::new(), shapes.len());
        partners_at_start(program, &mut partners);
        Self { shapes, partners, constants: Constants::of(program) }
    }

    /// A value worth trying for an input.
    pub(crate) fn value(&self, random: &mut Random, input: InputId) -> Bits {
        let shape = self.shapes[input];
        match random.pick(&self.partners[input]) {
            Some(partner) if random.chance(50) => match (random.below(8), shape) {
                (0, Shape::Integer(_)) => partner.add(Bits::ones(partner.width())),
                (1, Shape::Integer(_)) => partner.add(Bits::new(partner.width(), 1)),
                _ => partner,
            },
            _ => self.constants.value(random, shape, shape.width()),
        }
    }
}

/// What the start function compares its inputs with: the numbers that choose what a pointer among the inputs leads to.
fn partners_at_start(program: &Program, partners: &mut IdVec<InputId, Vec<Bits>>) {
    let mut read = FxHashMap::default();
    for instruction in program.functions[program.start].body.iter().flat_map(|body| body.values()) {
        match instruction.kind {
            InstrKind::Input { lhs, input } => _ = read.insert(lhs, input),
            InstrKind::Assign { rhs, .. } => {
                // The choice is a chain of conditions.
                let mut at = rhs;
                while let ExprKind::Ite { cond, other, .. } = program.exprs.kind(at) {
                    if let ExprKind::Binary(BinOp::Eq, number, value) = program.exprs.kind(cond)
                        && let (Some(&input), Some(value)) = (read.get(&number), program.exprs.as_const(value))
                        && partners[input].len() < MAX_PARTNERS_AT_START
                    {
                        partners[input].push(value);
                    }
                    at = other;
                }
            }
            _ => {}
        }
    }
}

/// Constants that values of inputs may be compared with.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    /// Operands of comparisons, and their neighbours.
    compared: Vec<i128>,
    /// All others.
    other: Vec<i128>,
    floats: Vec<(FloatKind, u128)>,
}

impl Constants {
    /// As another executor takes them.
    pub(super) fn lists(&self) -> native::Constants<'_> {
        native::Constants { compared: &self.compared, other: &self.other, floats: &self.floats }
    }

    /// Those of the user's functions.
    pub(super) fn of(program: &Program) -> Self {
        let mut found = Constants::default();
        let mut seen = FxHashSet::default();
        for index in 0..program.functions.len() {
            let function = &program.functions[FuncId::new(index)];
            if function.model && FuncId::new(index) != program.start {
                continue;
            }
            for instruction in function.body.iter().flat_map(|body| body.values()) {
                expressions(&instruction.kind, |e| found.collect(program, e, &mut seen));
            }
        }
        for list in [&mut found.compared, &mut found.other] {
            list.sort_unstable();
            list.dedup();
            list.truncate(MAX_CONSTANTS);
        }
        found.floats.sort_unstable();
        found.floats.dedup();
        found
    }

    fn collect(&mut self, program: &Program, root: ExprId, seen: &mut FxHashSet<ExprId>) {
        let mut todo = vec![root];
        while let Some(e) = todo.pop() {
            if !seen.insert(e) {
                continue;
            }
            match program.exprs.kind(e) {
                ExprKind::Const(bits) => self.add(program, e, bits, false),
                ExprKind::Binary(BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le, a, b) => {
                    for operand in [a, b] {
                        if let Some(bits) = program.exprs.as_const(operand) {
                            self.add(program, operand, bits, true);
                        }
                    }
                }
                _ => {}
            }
            program.exprs.operands(e, |o| todo.push(o));
        }
    }

    fn add(&mut self, program: &Program, e: ExprId, bits: Bits, compared: bool) {
        let value = match *program.types.get(program.exprs.ty(e)) {
            Type::Int { signed, .. } => bits.to_i128(signed),
            Type::Float(kind) => return self.floats.push((kind, bits.unsigned())),
            _ => return,
        };
        if compared {
            self.compared.extend([value, value.wrapping_add(1), value.wrapping_sub(1)]);
        } else {
            self.other.push(value);
        }
    }

    /// A value worth trying for an input of a shape and width.
    pub(super) fn value(&self, random: &mut Random, shape: Shape, width: u16) -> Bits {
        match shape {
            Shape::Truth => Bits::bool(random.chance(50)),
            Shape::Integer(_) => Bits::from_signed(width, self.integer(random, width)),
            Shape::Float(kind) => Bits::new(width, self.float(random, kind)),
        }
    }

    fn integer(&self, random: &mut Random, width: u16) -> i128 {
        match random.below(100) {
            0..45 => random.pick(&self.compared).unwrap_or_else(|| random.below(16) as i128 - 4),
            45..55 => random.pick(&self.other).unwrap_or(0),
            55..75 => random.below(20) as i128 - 4,
            75..85 => limit(random.below(6), width),
            _ => {
                // A random number of random length.
                let bits = 1 + random.below(usize::from(width));
                let raw = (u128::from(random.bits()) << 64 | u128::from(random.bits())) >> (128 - bits);
                if random.chance(50) { raw as i128 } else { (raw as i128).wrapping_neg() }
            }
        }
    }

    fn float(&self, random: &mut Random, kind: FloatKind) -> u128 {
        let sign = 1u128 << (kind.bits() - 1);
        let number = |n: i128| goto::interp::float::from_integer(kind, n as u128, true);
        let bits = match random.below(100) {
            0..45 => match random.pick(&self.floats) {
                // Constants of another format are as good; so are the neighbours of a constant.
                Some((from, bits)) => {
                    let converted = goto::interp::float::convert(from, kind, bits);
                    converted.wrapping_add(random.below(3) as u128).wrapping_sub(1)
                }
                None => number(random.below(16) as i128 - 4),
            },
            45..60 => number(random.below(40) as i128 - 8),
            60..70 => random.pick(&self.compared).map_or(0, number),
            70..80 => {
                let infinity = goto::interp::float::convert(FloatKind::Double, kind, u128::from(f64::INFINITY.to_bits()));
                let specials = [0, infinity, infinity - 1, 1, goto::interp::float::convert(FloatKind::Double, kind, u128::from(f64::NAN.to_bits()))];
                specials[random.below(specials.len())]
            }
            80..92 => {
                let value = (random.below(2_000_001) as f64 - 1e6) / 1000.0;
                goto::interp::float::convert(FloatKind::Double, kind, u128::from(value.to_bits()))
            }
            _ => u128::from(random.bits()) << 64 | u128::from(random.bits()),
        };
        if random.chance(20) { bits ^ sign } else { bits }
    }
}

/// One of the limits of the types of a width, or a neighbour.
pub(super) fn limit(which: usize, width: u16) -> i128 {
    let half = Bits::new(width, 1 << (width - 1));
    match which {
        0 => half.signed(),
        1 => half.not().signed(),
        2 => -1,
        3 => half.signed().wrapping_add(1),
        4 => half.not().signed().wrapping_sub(1),
        _ => 0,
    }
}

/// Calls `visit` for the expressions of an instruction.
fn expressions(kind: &InstrKind, mut visit: impl FnMut(ExprId)) {
    match kind {
        InstrKind::Assign { lhs, rhs } => [lhs, rhs].into_iter().for_each(|e| visit(*e)),
        InstrKind::Goto { guard: e, .. } | InstrKind::Assume(e) | InstrKind::Assert { cond: e, .. } | InstrKind::Cover { cond: e, .. } => visit(*e),
        InstrKind::Call { args, .. } => args.iter().for_each(|e| visit(*e)),
        InstrKind::Return(value) => value.iter().for_each(|e| visit(*e)),
        InstrKind::Input { lhs, .. } => visit(*lhs),
        InstrKind::Allocate { size, .. } | InstrKind::MemCopy { size, .. } | InstrKind::MemSet { size, .. } => visit(*size),
        InstrKind::Find { value, limit, .. } => std::iter::once(value).chain(limit).for_each(|e| visit(*e)),
        InstrKind::Compare { limit, .. } => limit.iter().for_each(|e| visit(*e)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_types() {
        assert_eq!([0, 1, 2].map(|w| limit(w, 8)), [-128, 127, -1]);
        assert_eq!(limit(0, 128), i128::MIN);
        assert_eq!(limit(1, 1), 0);
    }

    #[test]
    fn values_depend_on_the_seed_alone() {
        let draw = |seed| {
            let (constants, mut random) = (Constants::default(), Random::new(seed));
            (0..100).map(|_| constants.value(&mut random, Shape::Integer(32), 32)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn every_shape_gives_values_of_its_width() {
        let (constants, mut random) = (Constants::default(), Random::new(0));
        for kind in [FloatKind::Half, FloatKind::Single, FloatKind::Double, FloatKind::Extended, FloatKind::Quad] {
            for _ in 0..200 {
                assert_eq!(constants.value(&mut random, Shape::Float(kind), kind.bits()).width(), kind.bits());
            }
        }
        for width in [8, 16, 32, 64, 128] {
            for _ in 0..200 {
                assert_eq!(constants.value(&mut random, Shape::Integer(width), width).width(), width);
            }
        }
    }
}
