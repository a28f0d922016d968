//! What arrives when a function is called as if it had another type: the calling conventions of x86-64 and i386 as gcc keeps them. What they leave
//! open (the upper half of a register, another kind of register) has no value here. Knows types only; never looks at bodies.

use crate::expr::ExprId;
use crate::program::Program;
use crate::types::{DataModel, Type, TypeId, TypeTable};

/// Why a call of a function that it does not fit is not followed.
pub const MISFIT: &str = "a call of a function that takes or returns something else";

/// What a call says: what it passes, the result that it believes the function to have, and whether it reads it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallShape {
    pub args: Vec<TypeId>,
    pub ret: TypeId,
    pub reads_result: bool,
}

impl CallShape {
    /// A call through a pointer.
    pub fn of(program: &Program, pointer: ExprId, args: &[ExprId], reads_result: bool) -> Self {
        let to = match program.types.get(program.exprs.ty(pointer)) {
            Type::Pointer(to) => *to,
            _ => program.exprs.ty(pointer),
        };
        let ret = match program.types.get(to) {
            Type::Function { ret, .. } => *ret,
            _ => to,
        };
        Self { args: args.iter().map(|&arg| program.exprs.ty(arg)).collect(), ret, reads_result }
    }

    /// Does all that function and call read of each other have a definite value? What is passed too little or not returned is arbitrary, and no misfit.
    pub fn fits(&self, types: &TypeTable, function: TypeId) -> bool {
        let Type::Function { ret, params, .. } = types.get(function) else { return false };
        let args = self.args.iter().zip(params).all(|(&arg, &param)| arrives(types, arg, param));
        args && returns_alike(types, *ret, self.ret) && (!self.reads_result || is_void(types, *ret) || comes_back(types, *ret, self.ret))
    }
}

/// Does an argument reach a parameter of another type? Then its value is converted. Callers extend what is narrower than `int` by its own sign.
pub fn arrives(types: &TypeTable, arg: TypeId, param: TypeId) -> bool {
    arg == param || in_the_same_place(types, arg, param) && bits(types, param) <= bits(types, arg).max(Some(32)) && !is_bool(types, param)
}

/// Is what a function returns the value of another type that its caller reads? Nobody extends it.
pub fn comes_back(types: &TypeTable, ret: TypeId, read: TypeId) -> bool {
    ret == read || in_the_same_place(types, ret, read) && bits(types, read) <= bits(types, ret) && !is_bool(types, read)
}

/// Records may be returned through a hidden first argument, so both sides must know.
pub fn returns_alike(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    let record = |ty| matches!(types.get(ty), Type::Record(_));
    a == b || !record(a) && !record(b)
}

fn is_void(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Void)
}

fn is_bool(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty), Type::Bool)
}

fn bits(types: &TypeTable, ty: TypeId) -> Option<u16> {
    types.scalar_bits(ty)
}

/// Integers and pointers that take as many registers or words of the stack.
fn in_the_same_place(types: &TypeTable, a: TypeId, b: TypeId) -> bool {
    let word = match types.model() {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    };
    let words = |ty| match types.get(ty) {
        Type::Bool | Type::Int { .. } | Type::Pointer(_) => bits(types, ty).map(|bits| bits.div_ceil(word)),
        _ => None,
    };
    words(a).is_some() && words(a) == words(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::FloatKind;

    #[test]
    fn what_is_left_open_does_not_arrive() {
        let mut wide = TypeTable::new(DataModel::Lp64);
        let types = &mut wide;
        let (char, int, unsigned, long, bool) = (types.int(8, true), types.int(32, true), types.int(32, false), types.int(64, true), types.bool());
        let (pointer, double) = (types.pointer(char), types.intern(Type::Float(FloatKind::Double)));
        for (arg, param) in [(char, int), (long, int), (int, unsigned), (long, pointer), (bool, int), (long, char)] {
            assert!(arrives(types, arg, param), "{:?} {:?}", types.get(arg), types.get(param));
        }
        for (arg, param) in [(int, long), (int, pointer), (int, double), (double, long), (int, bool)] {
            assert!(!arrives(types, arg, param), "{:?} {:?}", types.get(arg), types.get(param));
        }
        assert!(comes_back(types, long, int) && comes_back(types, pointer, long) && !comes_back(types, char, int) && !comes_back(types, int, long));
        let function = types.intern(Type::Function { ret: double, params: vec![int], variadic: false });
        let call = |args: &[TypeId], reads_result| CallShape { args: args.to_vec(), ret: int, reads_result };
        assert!(call(&[char], false).fits(types, function) && call(&[], false).fits(types, function));
        assert!(!call(&[char], true).fits(types, function) && !call(&[double], false).fits(types, function));
    }

    #[test]
    fn words_of_the_stack_are_counted() {
        let mut narrow = TypeTable::new(DataModel::Ilp32);
        let (int, long_long) = (narrow.int(32, true), narrow.int(64, true));
        let pointer = narrow.pointer(int);
        assert!(arrives(&narrow, int, pointer) && !arrives(&narrow, long_long, int) && !arrives(&narrow, int, long_long));
    }
}
