//! Places taken apart: the variable or pointer that they start from, and how many bytes from there they are.

use goto::{BinOp, ExprId, ExprKind, Program, Type};

/// What a place starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// A variable of so many bytes.
    Variable(ExprId, u64),
    /// What a pointer points to.
    Pointer(ExprId),
}

/// A place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    pub base: Base,
    /// Bytes from the base that are known.
    pub known: i128,
    /// Indices with the bytes for each of their steps.
    pub parts: Vec<(ExprId, u64)>,
    /// Bytes of the place itself.
    pub bytes: u64,
    /// Every step is a member or an index into an array of declared length.
    pub declared: bool,
}

impl Reach {
    /// `None` if the place is empty or of unknown size.
    pub(super) fn of(program: &Program, place: ExprId) -> Option<Self> {
        let mut bytes = program.types.size_of(program.exprs.ty(place));
        if let ExprKind::Field { base, field } = program.exprs.kind(place) {
            let field = program.types.record_body(program.exprs.ty(base))?.fields.get(field as usize)?;
            if let Some(bits) = field.bits {
                bytes = Some(u64::from(bits.start + bits.width).div_ceil(8));
            }
        }
        let bytes = bytes.filter(|b| *b > 0)?;
        let mut reach = Self { base: Base::Pointer(place), known: 0, parts: Vec::new(), bytes, declared: true };
        reach.place(program, place)?;
        Some(reach)
    }

    /// What a pointer points to.
    pub(super) fn of_pointer(program: &Program, pointer: ExprId) -> Option<Self> {
        let mut reach = Self { base: Base::Pointer(pointer), known: 0, parts: Vec::new(), bytes: 0, declared: true };
        reach.pointer(program, pointer)?;
        Some(reach)
    }

    fn place(&mut self, program: &Program, mut place: ExprId) -> Option<()> {
        loop {
            match program.exprs.kind(place) {
                ExprKind::Var(symbol) => {
                    match program.types.size_of(program.symbols[symbol].ty) {
                        Some(size) => self.base = Base::Variable(place, size),
                        None => return None,
                    }
                    return Some(());
                }
                ExprKind::Field { base, field } => {
                    self.known += i128::from(program.types.record_body(program.exprs.ty(base))?.fields.get(field as usize)?.offset);
                    place = base;
                }
                ExprKind::Index { base, index } => {
                    let each = program.types.size_of(program.exprs.ty(place))?;
                    self.declared &= matches!(program.types.get(program.exprs.ty(base)), Type::Array { len: Some(len), .. } if *len > 1);
                    self.step(program, index, each);
                    place = base;
                }
                ExprKind::Deref(pointer) => return self.pointer(program, pointer),
                // Parts of values that are in no memory.
                _ => return None,
            }
        }
    }

    fn step(&mut self, program: &Program, index: ExprId, each: u64) {
        match program.exprs.as_const(index) {
            Some(n) => self.known += n.to_i128(program.types.is_signed(program.exprs.ty(index))) * i128::from(each),
            None => self.parts.push((index, each)),
        }
    }

    fn pointer(&mut self, program: &Program, mut pointer: ExprId) -> Option<()> {
        self.declared = false;
        loop {
            let target = |e: ExprId| match program.types.get(program.exprs.ty(e)) {
                Type::Pointer(to) => Some(*to),
                _ => None,
            };
            match program.exprs.kind(pointer) {
                ExprKind::Cast(inner) if target(inner).is_some() => pointer = inner,
                ExprKind::Binary(BinOp::PtrAdd, base, n) => {
                    let each = target(base).and_then(|to| program.types.size_of(to)).unwrap_or(1);
                    self.step(program, n, each);
                    pointer = base;
                }
                ExprKind::AddressOf(place) => return self.place(program, place),
                _ => {
                    self.base = Base::Pointer(pointer);
                    return Some(());
                }
            }
        }
    }

    /// The bytes from the base, a `size_t` modulo its width.
    pub(super) fn offset(&self, program: &mut Program) -> ExprId {
        let mut build = program.build();
        let (size, ptrdiff) = (build.types.size(), build.types.ptrdiff());
        let mut sum = build.constant(size, self.known);
        for &(index, each) in &self.parts {
            // Indices of smaller types keep their sign.
            let steps = build.cast(index, ptrdiff);
            let steps = build.cast(steps, size);
            let each = build.constant(size, i128::from(each));
            let bytes = build.binary(BinOp::Mul, steps, each);
            sum = build.binary(BinOp::Add, sum, bytes);
        }
        sum
    }

    /// The address of the place behind a pointer, as a pointer to bytes.
    pub(super) fn address(&self, program: &mut Program, pointer: ExprId) -> ExprId {
        let offset = self.offset(program);
        let mut build = program.build();
        let byte = build.types.int(8, true);
        let (bytes, ptrdiff) = (build.types.pointer(byte), build.types.ptrdiff());
        let start = build.cast(pointer, bytes);
        let distance = build.cast(offset, ptrdiff);
        build.binary(BinOp::PtrAdd, start, distance)
    }
}
