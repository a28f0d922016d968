//! Functions on strings and blocks of memory, as searches, comparisons and copies of the GOTO language: none of them is a loop.

use super::Call;
use super::demands::disjoint;
use super::memory::void_pointer;
use super::verifier::string_literal;
use crate::lower::FunctionLowering;
use goto::{BinOp, CompareMode, DataModel, ExprId, FindMode, InstrKind};

/// What a function does. Those that take a limit have it as their last argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Function {
    Length,
    LengthWithin,
    /// `strchr`; `strchrnul` gives the end of the string if the character is not in it.
    Character {
        or_end: bool,
    },
    LastCharacter,
    /// `rawmemchr`.
    ByteForSure,
    Byte,
    LastByte,
    Compare(CompareMode),
    CompareWithin(CompareMode),
    /// Copies a string; the result is the destination or the end of the copy.
    Copy {
        end: bool,
    },
    /// As `Copy`, of at most so many characters; what is left of them becomes zero.
    CopyWithin {
        end: bool,
    },
    Append,
    AppendWithin,
    /// `memccpy`.
    CopyUpTo,
}

impl Function {
    pub(super) fn of(name: &str) -> Option<Function> {
        Some(match name {
            "strlen" => Function::Length,
            "strnlen" => Function::LengthWithin,
            "strchr" | "index" => Function::Character { or_end: false },
            "strchrnul" => Function::Character { or_end: true },
            "strrchr" | "rindex" => Function::LastCharacter,
            "rawmemchr" => Function::ByteForSure,
            "memchr" => Function::Byte,
            "memrchr" => Function::LastByte,
            // In the C locale, the only one, strings are ordered by their bytes.
            "strcmp" | "strcoll" => Function::Compare(CompareMode::String),
            "strcasecmp" => Function::Compare(CompareMode::Caseless),
            "memcmp" | "bcmp" => Function::CompareWithin(CompareMode::Block),
            "strncmp" => Function::CompareWithin(CompareMode::String),
            "strncasecmp" => Function::CompareWithin(CompareMode::Caseless),
            "strcpy" => Function::Copy { end: false },
            "stpcpy" => Function::Copy { end: true },
            "strncpy" => Function::CopyWithin { end: false },
            "stpncpy" => Function::CopyWithin { end: true },
            "strcat" => Function::Append,
            "strncat" => Function::AppendWithin,
            "memccpy" => Function::CopyUpTo,
            _ => return None,
        })
    }

    /// How many arguments it takes.
    pub(super) fn arity(self) -> usize {
        match self {
            Function::Length => 1,
            Function::LengthWithin
            | Function::Character { .. }
            | Function::LastCharacter
            | Function::ByteForSure
            | Function::Compare(_)
            | Function::Copy { .. }
            | Function::Append => 2,
            Function::Byte | Function::LastByte | Function::CompareWithin(_) | Function::CopyWithin { .. } | Function::AppendWithin => 3,
            Function::CopyUpTo => 4,
        }
    }
}

/// A call of one of them; its result as the value of some type that converts to the function's.
pub(super) fn call(to: &mut FunctionLowering<'_, '_>, function: Function, call: &Call<'_>) -> Option<ExprId> {
    let is_known = call.exprs.len() > 1 && call.exprs[..2].iter().all(|e| string_literal(to, e).is_some());
    let mut s = Strings { to };
    let first = s.pointer(call.args[0]);
    Some(match function {
        Function::Length => s.length(first),
        Function::LengthWithin => {
            let limit = s.size(call.args[1]);
            s.length_within(first, limit)
        }
        Function::Character { or_end } => s.character(first, call.args[1], or_end),
        Function::LastCharacter => {
            let one = s.number(1);
            let value = s.to.kept(call.args[1]);
            let length = s.length(first);
            let limit = s.binary(BinOp::Add, length, one);
            s.byte(first, value, limit, FindMode::Last)
        }
        Function::ByteForSure => {
            let at = s.find(first, call.args[1], None, FindMode::First);
            s.advance(first, at)
        }
        Function::Byte | Function::LastByte => {
            let limit = s.size(call.args[2]);
            s.byte(first, call.args[1], limit, if function == Function::Byte { FindMode::First } else { FindMode::Last })
        }
        Function::Compare(mode) => {
            let second = s.pointer(call.args[1]);
            s.compare(first, second, None, mode, is_known)
        }
        Function::CompareWithin(mode) => {
            let second = s.pointer(call.args[1]);
            let limit = s.size(call.args[2]);
            s.compare(first, second, Some(limit), mode, is_known)
        }
        Function::Copy { .. } | Function::CopyWithin { .. } | Function::Append | Function::AppendWithin | Function::CopyUpTo => {
            let second = s.pointer(call.args[1]);
            s.copies(function, first, second, &call.args[2..])
        }
    })
}

/// Emits the instructions of one call. Operands are kept: nothing that is written changes them.
struct Strings<'a, 'b, 't> {
    to: &'a mut FunctionLowering<'b, 't>,
}

impl Strings<'_, '_, '_> {
    fn pointer(&mut self, value: ExprId) -> ExprId {
        let ty = void_pointer(self.to);
        let value = self.to.convert(value, ty);
        self.to.kept(value)
    }

    fn size(&mut self, value: ExprId) -> ExprId {
        let ty = self.to.build().types.size();
        let value = self.to.convert(value, ty);
        self.to.kept(value)
    }

    fn number(&mut self, value: i128) -> ExprId {
        let ty = self.to.build().types.size();
        self.to.build().constant(ty, value)
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        self.to.build().binary(op, a, b)
    }

    fn advance(&mut self, pointer: ExprId, distance: ExprId) -> ExprId {
        let mut build = self.to.build();
        let ty = build.types.ptrdiff();
        let distance = build.cast(distance, ty);
        build.binary(BinOp::PtrAdd, pointer, distance)
    }

    fn find(&mut self, start: ExprId, value: ExprId, limit: Option<ExprId>, search: FindMode) -> ExprId {
        let ty = self.to.build().types.size();
        let result = self.to.temporary(ty);
        self.to.emit(InstrKind::Find { result, start, value, limit, search });
        result
    }

    fn zero_byte(&mut self) -> ExprId {
        let int = self.to.build().types.int(32, true);
        self.to.build().constant(int, 0)
    }

    fn length(&mut self, string: ExprId) -> ExprId {
        let zero = self.zero_byte();
        self.find(string, zero, None, FindMode::First)
    }

    fn length_within(&mut self, string: ExprId, limit: ExprId) -> ExprId {
        let zero = self.zero_byte();
        self.find(string, zero, Some(limit), FindMode::First)
    }

    fn character(&mut self, string: ExprId, value: ExprId, or_end: bool) -> ExprId {
        let value = self.to.kept(value);
        let at = self.find(string, value, None, FindMode::FirstOrZero);
        let found = self.advance(string, at);
        if or_end {
            return found;
        }
        let byte = self.to.build().types.int(8, false);
        let wanted = self.to.convert(value, byte);
        let mut build = self.to.build();
        let bytes = build.types.pointer(byte);
        let pointer = build.cast(found, bytes);
        let there = build.deref(pointer);
        let is_it = build.binary(BinOp::Eq, there, wanted);
        let ty = self.to.ty(found);
        let null = self.to.zero(ty);
        let result = self.to.build().ite(is_it, found, null);
        self.to.kept(result)
    }

    /// A byte among so many, or null.
    fn byte(&mut self, start: ExprId, value: ExprId, limit: ExprId, search: FindMode) -> ExprId {
        let at = self.find(start, value, Some(limit), search);
        let found = self.advance(start, at);
        let missing = self.binary(BinOp::Eq, at, limit);
        let ty = self.to.ty(found);
        let null = self.to.zero(ty);
        self.to.build().ite(missing, null, found)
    }

    fn compare(&mut self, a: ExprId, b: ExprId, limit: Option<ExprId>, mode: CompareMode, is_known: bool) -> ExprId {
        let int = self.to.build().types.int(32, true);
        let result = self.to.temporary(int);
        self.to.emit(InstrKind::Compare { result, a, b, limit, mode });
        if !is_known && (self.to.unit.program.model() == DataModel::Lp64 || mode == CompareMode::Caseless) {
            return result;
        }
        // On i386 glibc gives the sign only, and so does the compiler itself of literals.
        let mut build = self.to.build();
        let [minus, zero, one] = [-1, 0, 1].map(|n| build.constant(int, n));
        let (less, greater) = (build.binary(BinOp::Lt, result, zero), build.binary(BinOp::Lt, zero, result));
        let sign = build.ite(greater, one, zero);
        build.ite(less, minus, sign)
    }

    fn copy(&mut self, dst: ExprId, src: ExprId, size: ExprId) {
        self.to.emit(InstrKind::MemCopy { dst, src, size });
    }

    /// A zero so many bytes behind the pointer.
    fn end_with_zero(&mut self, pointer: ExprId, distance: ExprId) {
        let end = self.advance(pointer, distance);
        let one = self.number(1);
        self.clear(end, one);
    }

    fn clear(&mut self, dst: ExprId, size: ExprId) {
        let value = self.zero_byte();
        self.to.emit(InstrKind::MemSet { dst, value, size });
    }

    /// What writes a string somewhere. `more` are the arguments after the two pointers.
    fn copies(&mut self, function: Function, dst: ExprId, src: ExprId, more: &[ExprId]) -> ExprId {
        let one = self.number(1);
        match function {
            Function::CopyWithin { end } => {
                let limit = self.size(more[0]);
                let length = self.length_within(src, limit);
                let ends = self.binary(BinOp::Lt, length, limit);
                let with_end = self.binary(BinOp::Add, length, one);
                let read = self.to.build().ite(ends, with_end, length);
                disjoint(self.to, (dst, limit), (src, read));
                self.copy(dst, src, length);
                let behind = self.advance(dst, length);
                let rest = self.binary(BinOp::Sub, limit, length);
                self.clear(behind, rest);
                if end { behind } else { dst }
            }
            Function::Append | Function::AppendWithin => {
                let limit = (function == Function::AppendWithin).then(|| self.size(more[0]));
                let before = self.length(dst);
                let length = match limit {
                    Some(limit) => self.length_within(src, limit),
                    None => self.length(src),
                };
                let behind = self.advance(dst, before);
                let read = self.binary(BinOp::Add, length, one);
                let written = self.binary(BinOp::Add, before, read);
                disjoint(self.to, (dst, written), (src, if limit.is_some() { length } else { read }));
                self.copy(behind, src, length);
                self.end_with_zero(behind, length);
                dst
            }
            Function::CopyUpTo => {
                let (value, limit) = (self.to.kept(more[0]), self.size(more[1]));
                let at = self.find(src, value, Some(limit), FindMode::First);
                let missing = self.binary(BinOp::Eq, at, limit);
                let behind = self.binary(BinOp::Add, at, one);
                let count = self.to.build().ite(missing, limit, behind);
                disjoint(self.to, (dst, count), (src, count));
                self.copy(dst, src, count);
                let end = self.advance(dst, count);
                let ty = self.to.ty(end);
                let null = self.to.zero(ty);
                self.to.build().ite(missing, null, end)
            }
            _ => {
                let length = self.length(src);
                let size = self.binary(BinOp::Add, length, one);
                disjoint(self.to, (dst, size), (src, size));
                self.copy(dst, src, length);
                self.end_with_zero(dst, length);
                if function == (Function::Copy { end: true }) { self.advance(dst, length) } else { dst }
            }
        }
    }
}
