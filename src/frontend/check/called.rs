//! Calls and the functions that they mean: C asks for compatible types, or without a prototype for arguments that fit (C11 6.5.2.2p6 and p9). Which functions a call must not
//! mean is known when all units have been read.

use super::Checker;
use super::types::{CType, CTypes, Kind, Len, Params, Signature};
use super::unify::Unified;
use crate::tree::{CalledId, FunctionId};
use goto::IdVec;
use rustc_hash::FxHashMap;

/// By what a call says that it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Called {
    /// A function type.
    pub ty: CType,
    /// The types of the arguments, promoted, if the type has no prototype.
    pub args: Option<Vec<CType>>,
    /// `None` for calls through pointers.
    pub callee: Option<FunctionId>,
}

/// All calls, each kind once.
#[derive(Default, Debug)]
pub(super) struct CalledTypes {
    all: IdVec<CalledId, Called>,
    ids: FxHashMap<Called, CalledId>,
}

impl CalledTypes {
    pub(super) fn add(&mut self, called: Called) -> CalledId {
        if let Some(&id) = self.ids.get(&called) {
            return id;
        }
        let id = self.all.push(called.clone());
        self.ids.insert(called, id);
        id
    }
}

/// For each call the functions that it must not mean, in ascending order.
pub(super) fn refused(checker: &mut Checker, unified: &mut Unified) -> IdVec<CalledId, Vec<FunctionId>> {
    let mut refused = IdVec::new();
    for called in std::mem::take(&mut checker.called).all.values() {
        let candidates: Vec<FunctionId> = match called.callee {
            Some(id) => vec![id],
            None => checker.functions.ids().collect(),
        };
        let types = &mut checker.types;
        let infos = &checker.function_infos;
        let wrong = candidates.into_iter().filter(|&id| !Fit { types, unified }.fits(called, infos[id].ty)).collect();
        refused.push(wrong);
    }
    refused
}

struct Fit<'a> {
    types: &'a mut CTypes,
    unified: &'a mut Unified,
}

impl Fit<'_> {
    /// May the call mean a function of this type?
    fn fits(&mut self, called: &Called, actual: CType) -> bool {
        if called.ty == actual && called.args.is_none() {
            return true;
        }
        let (Some(by), Some(own)) = (self.types.signature(called.ty).cloned(), self.types.signature(actual).cloned()) else { return true };
        if !self.compatible(by.ret, own.ret) {
            return false;
        }
        match (&called.args, &own.params) {
            // Of a function that is only declared without parameters nothing is known.
            (_, Params::Unknown) => true,
            (Some(args), Params::Prototype { types, variadic }) => !variadic && args.len() == types.len() && self.all_compatible(args, types),
            (Some(args), Params::Old(types)) => args.len() == types.len() && args.iter().zip(types).all(|(&arg, &ty)| self.fits_promoted(arg, ty)),
            (None, _) => self.params_compatible(&by, &own),
        }
    }

    fn all_compatible(&mut self, a: &[CType], b: &[CType]) -> bool {
        a.iter().zip(b).all(|(&a, &b)| self.compatible_unqualified(a, b))
    }

    fn compatible_unqualified(&mut self, a: CType, b: CType) -> bool {
        let (a, b) = (self.types.unqualified(a), self.types.unqualified(b));
        self.compatible(a, b)
    }

    /// An argument for a function without prototype: integers may differ in their sign, and pointers to characters and to void are alike.
    fn fits_promoted(&mut self, arg: CType, ty: CType) -> bool {
        let ty = self.promoted(ty);
        let (arg, ty) = (self.types.unqualified(arg), self.types.unqualified(ty));
        if self.compatible(arg, ty) {
            return true;
        }
        let is_bytes = |types: &mut CTypes, ty: CType| match types.pointee(ty) {
            Some(to) => types.is_void(to) || types.is_integer(to) && types.size_of(to) == Some(1),
            None => false,
        };
        let integers = self.types.is_integer(arg) && self.types.is_integer(ty) && self.types.size_of(arg) == self.types.size_of(ty);
        integers || is_bytes(self.types, arg) && is_bytes(self.types, ty)
    }

    /// By the default argument promotions.
    fn promoted(&mut self, ty: CType) -> CType {
        if *self.types.kind(ty) == Kind::Float(goto::FloatKind::Single) {
            return self.types.float(goto::FloatKind::Double);
        }
        let is_short = self.types.is_integer(ty) && self.types.size_of(ty).is_some_and(|size| size < 4);
        if is_short { self.types.int() } else { ty }
    }

    fn params_compatible(&mut self, by: &Signature, own: &Signature) -> bool {
        match (&by.params, &own.params) {
            (Params::Prototype { types: p, variadic: v }, Params::Prototype { types: q, variadic: w }) => {
                v == w && p.len() == q.len() && self.all_compatible(p, q)
            }
            (Params::Prototype { types, variadic }, Params::Old(old)) | (Params::Old(old), Params::Prototype { types, variadic }) => {
                let promoted: Vec<CType> = old.iter().map(|&ty| self.promoted(ty)).collect();
                !variadic && types.len() == promoted.len() && self.all_compatible(types, &promoted)
            }
            _ => true,
        }
    }

    /// Compatible types (C11 6.2.7); records of other units are the same if they look the same.
    fn compatible(&mut self, a: CType, b: CType) -> bool {
        if a == b {
            return true;
        }
        if self.types.is_const(a) != self.types.is_const(b) {
            return false;
        }
        match (self.types.kind(a).clone(), self.types.kind(b).clone()) {
            (Kind::Enum(x), Kind::Enum(y)) => {
                x == y || self.types.enums[x].name == self.types.enums[y].name && self.types.enums[x].repr == self.types.enums[y].repr
            }
            (Kind::Enum(x), Kind::Int(y)) | (Kind::Int(y), Kind::Enum(x)) => self.types.enums[x].repr == y,
            (Kind::Pointer(x), Kind::Pointer(y)) => self.compatible(x, y),
            (Kind::Array { elem: x, len: m }, Kind::Array { elem: y, len: n }) => {
                let fixed = |len: &Len| matches!(len, Len::Fixed(_));
                (m == n || !fixed(&m) || !fixed(&n)) && self.compatible(x, y)
            }
            (Kind::Function(x), Kind::Function(y)) => self.compatible(x.ret, y.ret) && self.params_compatible(&x, &y),
            (Kind::Record(_), Kind::Record(_)) => {
                let [a, b] = [a, b].map(|ty| self.types.lower(ty));
                self.unified.resolve(&mut self.types.goto, a) == self.unified.resolve(&mut self.types.goto, b)
            }
            (x, y) => x == y,
        }
    }
}
