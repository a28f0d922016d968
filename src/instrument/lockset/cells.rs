//! The parts of an object that threads may access each for itself: its scalars, numbered by where they stand. A union counts as one scalar.

use goto::{BinOp, ExprId, ExprKind, Program, RecordKind, Type, TypeId};

/// An object with more cells than this is not looked at.
const MOST_CELLS: u64 = 1 << 16;

/// An access to more cells at once is not looked at.
const MOST_TOUCHED: usize = 16;

/// The cells of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    /// Bytes from the number of one cell to the next.
    step: u64,
    pub count: u64,
}

impl Cells {
    /// `None` if there are too many of them.
    pub(super) fn of(program: &Program, ty: TypeId) -> Option<Self> {
        let size = program.types.size_of(ty)?;
        if size == 0 {
            return None;
        }
        let mut step = size;
        common_step(program, ty, &mut step);
        let count = size / step;
        (count <= MOST_CELLS).then_some(Self { step, count })
    }

    /// One for each byte.
    pub(super) fn bytes(count: u64) -> Self {
        Self { step: 1, count }
    }

    /// The sizes of the scalars of a type.
    pub(super) fn sizes(program: &Program, ty: TypeId) -> Vec<u64> {
        match program.types.get(ty) {
            Type::Array { elem, .. } => Self::sizes(program, *elem),
            Type::Record(_) => {
                let fields = program.types.record_body(ty).map_or(&[][..], |b| &b.fields);
                let mut all: Vec<u64> = fields.iter().flat_map(|f| Self::sizes(program, f.ty)).collect();
                all.sort_unstable();
                all.dedup();
                all
            }
            _ => program.types.size_of(ty).into_iter().collect(),
        }
    }

    /// The bytes that are looked at.
    pub(super) fn size(&self) -> u64 {
        self.step * self.count
    }

    /// The number of the cell so many bytes (`size_t`) behind the start.
    pub(super) fn at(&self, program: &mut Program, offset: ExprId) -> ExprId {
        let index = program.types.ptrdiff();
        if self.count == 1 {
            return program.build().constant(index, 0);
        }
        let ty = program.exprs.ty(offset);
        let mut build = program.build();
        let step = build.constant(ty, i128::from(self.step));
        let number = if self.step == 1 { offset } else { build.binary(BinOp::Div, offset, step) };
        build.cast(number, index)
    }

    /// The cells of what a place names, by their offsets there; `None` if there are too many.
    pub(super) fn of_place(program: &Program, place: ExprId) -> Option<Vec<u64>> {
        let mut offsets = Vec::new();
        scalars(program, program.exprs.ty(place), 0, &mut offsets).then_some(offsets)
    }

    /// The numbers of the cells that an access to a part of the object concerns.
    pub(super) fn touched(&self, program: &mut Program, place: ExprId) -> Vec<ExprId> {
        let Some(offsets) = Self::of_place(program, place) else { return Vec::new() };
        let (first, is_in_union) = self.number(program, place);
        let offsets = if is_in_union { vec![0] } else { offsets };
        let index = program.types.ptrdiff();
        offsets
            .into_iter()
            .map(|offset| {
                let offset = program.build().constant(index, i128::from(offset / self.step));
                sum(program, first, offset)
            })
            .collect()
    }

    /// The number of the cell where a place begins, and whether it is part of a union.
    fn number(&self, program: &mut Program, place: ExprId) -> (ExprId, bool) {
        let index_type = program.types.ptrdiff();
        match program.exprs.kind(place) {
            ExprKind::Field { base, field } => {
                let (number, is_in_union) = self.number(program, base);
                let ty = program.exprs.ty(base);
                if is_in_union || is_union(program, ty) {
                    return (number, true);
                }
                let offset = program.types.record_body(ty).map_or(0, |b| b.fields[field as usize].offset);
                let offset = program.build().constant(index_type, i128::from(offset / self.step));
                (sum(program, number, offset), false)
            }
            ExprKind::Index { base, index } => {
                let (number, is_in_union) = self.number(program, base);
                if is_in_union {
                    return (number, true);
                }
                let size = program.types.size_of(program.exprs.ty(place)).unwrap_or(0);
                let mut build = program.build();
                let index = build.cast(index, index_type);
                let size = build.constant(index_type, i128::from(size / self.step));
                let offset = product(program, index, size);
                (sum(program, number, offset), false)
            }
            _ => (program.build().constant(index_type, 0), false),
        }
    }
}

fn sum(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    let ty = program.exprs.ty(a);
    match (program.exprs.as_const(a), program.exprs.as_const(b)) {
        (Some(a), Some(b)) => program.build().constant(ty, a.signed() + b.signed()),
        (Some(zero), None) if zero.signed() == 0 => b,
        (None, Some(zero)) if zero.signed() == 0 => a,
        _ => program.build().binary(BinOp::Add, a, b),
    }
}

fn product(program: &mut Program, a: ExprId, b: ExprId) -> ExprId {
    let ty = program.exprs.ty(a);
    match (program.exprs.as_const(a), program.exprs.as_const(b)) {
        (Some(a), Some(b)) => program.build().constant(ty, a.signed() * b.signed()),
        (_, Some(one)) if one.signed() == 1 => a,
        _ => program.build().binary(BinOp::Mul, a, b),
    }
}

fn is_union(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Record(r) if program.types.records[*r].kind == RecordKind::Union)
}

/// Makes the step a divisor of where all parts begin.
fn common_step(program: &Program, ty: TypeId, step: &mut u64) {
    match program.types.get(ty) {
        Type::Array { elem, .. } => {
            *step = divisor(*step, program.types.size_of(*elem).unwrap_or(1));
            common_step(program, *elem, step);
        }
        Type::Record(_) if !is_union(program, ty) => {
            for field in program.types.record_body(ty).map_or(&[][..], |b| &b.fields) {
                *step = divisor(*step, field.offset);
                common_step(program, field.ty, step);
            }
        }
        _ => {}
    }
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Where the scalars of a type begin. False if there are too many.
fn scalars(program: &Program, ty: TypeId, at: u64, offsets: &mut Vec<u64>) -> bool {
    match program.types.get(ty) {
        Type::Array { elem, len: Some(len) } => {
            let size = program.types.size_of(*elem).unwrap_or(0);
            (0..*len).all(|i| scalars(program, *elem, at + i * size, offsets))
        }
        Type::Record(_) if !is_union(program, ty) => {
            let fields = program.types.record_body(ty).map_or(&[][..], |b| &b.fields);
            fields.iter().all(|f| scalars(program, f.ty, at + f.offset, offsets))
        }
        _ => {
            offsets.push(at);
            offsets.len() <= MOST_TOUCHED
        }
    }
}
