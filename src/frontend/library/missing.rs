//! Functions of which only the type is known: any result, and anything in what their pointers reach if they may write there.

use super::{Call, is_error, models};
use crate::lower::FunctionLowering;
use crate::lower::expr::ValueUse;
use crate::tree::{Expr, ExprKind, FunctionId, VarKind};
use goto::given::Stub;
use goto::{AllocKind, BinOp, Bits, Callee, ExprId, HaltKind, HavocKind, InstrKind, MemoryFact, Type, UnOp};

/// The body of a function that has none in the source: what is known of it, or the effects of an unknown one.
pub(crate) fn body(to: &mut FunctionLowering<'_, '_>, id: FunctionId) {
    let function = &to.unit.functions[id];
    if is_error(&function.name) {
        to.emit(InstrKind::Halt(HaltKind::Abort));
        return;
    }
    let hidden = matches!(to.unit.program.types.get(function.ty), Type::Function { variadic: true, params, .. } if !params.is_empty());
    let mut symbols: Vec<_> = to.unit.program.functions[to.func].params.iter().map(|p| (p.symbol, p.writable)).collect();
    if hidden {
        symbols.pop();
    }
    let mut args = Vec::new();
    for &(symbol, _) in &symbols {
        let ty = to.unit.program.symbols[symbol].ty;
        args.push(to.build().var(symbol, ty));
    }
    let Type::Function { ret, .. } = *to.unit.program.types.get(function.ty) else { return };
    match super::call(to, Call { id, args, exprs: &[], ty: ret }, ValueUse::Value) {
        Ok(Some(value)) if to.return_type() == Some(to.ty(value)) => to.emit(InstrKind::Return(Some(value))),
        Ok(_) => to.implicit_return(false),
        Err(_) if to.unit.answers(id) && !to.unit.is_for_tests() => {
            to.unit.program.stubs.insert(to.func);
            let name = function.name.clone();
            match to.unit.program.bytes_of_stub(to.func) {
                // The program ends where it does not come back.
                _ if to.unit.program.functions[to.func].noreturn => to.emit(InstrKind::Halt(HaltKind::Exit)),
                Some(bytes) => object_or_null(to, &name, ret, bytes),
                None if *to.unit.program.types.get(ret) == Type::Void => to.implicit_return(false),
                None => _ = to.answer(&name, ret),
            }
        }
        Err(_) if to.unit.answers(id) => {
            let (func, name) = (to.func, function.name.clone());
            let result = to.answer(&name, ret);
            if *to.unit.program.types.get(ret) == Type::Void {
                to.implicit_return(false);
            }
            to.unit.note_answers(Stub { function: func, result, is_declared: true });
        }
        Err(call) => {
            to.unit.note_missing(&function.name);
            // Callers that name the function say more; a call through a pointer has only this body.
            let types = &to.unit.program.types;
            let takes_pointers = call.args.iter().any(|&arg| matches!(types.get(to.ty(arg)), Type::Pointer(_)));
            let takes_anything = matches!(types.get(function.ty), Type::Function { variadic: true, .. });
            if to.unit.is_address_taken(id) && (takes_pointers || takes_anything) {
                may_do_anything(
                    to,
                    format!("a call of {} through a pointer: it has no body and may write to memory; add the file that defines it", function.name),
                );
            }
            external_variables_change(to);
            positions_change(to, &function.name);
            for (&arg, &(_, writable)) in call.args.iter().zip(&symbols) {
                if writable {
                    havoc_target(to, arg);
                }
            }
            to.implicit_return(false);
        }
    }
}

/// Comes back with null, a new object of so many zeros if there are some, or with a pointer of which nothing is known: an input says with which.
fn object_or_null(to: &mut FunctionLowering<'_, '_>, name: &str, ret: goto::TypeId, bytes: u64) {
    let byte = to.unit.program.types.int(8, false);
    let input = to.unit.input(name, "unsigned char", byte);
    let lhs = to.temporary(byte);
    to.emit(InstrKind::Input { lhs, input });
    let (null, one) = (to.zero(ret), to.build().constant(byte, 1));
    let zero = to.zero(byte);
    let is_null = to.build().binary(BinOp::Eq, lhs, zero);
    let other = to.label();
    to.jump_unless(is_null, other, None);
    to.emit(InstrKind::Return(Some(null)));
    to.bind(other);
    let is_new = if bytes == 0 { to.build().truth(false) } else { to.build().binary(BinOp::Eq, lhs, one) };
    let known = to.label();
    to.jump_if(is_new, known, None);
    to.emit(InstrKind::Unsupported(format!("what {name} gives a pointer to: it has no body; add the file that defines it")));
    to.bind(known);
    let void = to.unit.program.types.void();
    let pointer = to.unit.program.types.pointer(void);
    let size_type = to.build().types.size();
    let size = to.build().constant(size_type, bytes.into());
    let result = to.temporary(pointer);
    to.emit(InstrKind::Allocate { result, size, kind: AllocKind::Heap, zeroed: true });
    let result = to.convert(result, ret);
    to.emit(InstrKind::Return(Some(result)));
}

/// After the call of an unknown function: it may have written all of a variable or an array whose address it got, and all of the object that another
/// pointer points into. What can be reached from there, or from a pointer to a function, is not known at all.
pub(crate) fn after_missing(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let function = &to.unit.functions[call.id];
    // What a contract stands for does what that says.
    if is_error(&function.name) || to.unit.options.contracts.replace.contains_key(&function.name) {
        return;
    }
    external_variables_change(to);
    positions_change(to, &function.name);
    let mut unknown = false;
    for (i, &arg) in call.args.iter().enumerate() {
        if !matches!(to.unit.program.types.get(to.ty(arg)), Type::Pointer(_)) || call.exprs.get(i).is_some_and(|e| is_literal(to, e)) {
            continue;
        }
        let writable = function.params.get(i).is_none_or(|p| p.writable);
        match pointee(to, arg) {
            Pointee::Nothing => {}
            Pointee::Place(place) if writable => {
                unknown |= holds_pointers(to, to.ty(place));
                to.emit(InstrKind::havoc(place));
            }
            Pointee::Unknown if writable => {
                let void = to.unit.program.types.void();
                let pointer = to.unit.program.types.pointer(void);
                // What pointers lead to numbers only ends with the object that they point into.
                unknown |= to.ty(arg) == pointer || holds_pointers(to, target_of(to, arg));
                let (func, object) = (to.unit.any_object(), to.convert(arg, pointer));
                to.emit(InstrKind::Call { result: None, callee: Callee::Direct(func), args: vec![object] });
            }
            Pointee::Function => unknown = true,
            Pointee::Place(_) | Pointee::Unknown => {}
        }
    }
    if unknown {
        may_do_anything(
            to,
            format!("a call of {}, which has no body and may write to memory that its arguments do not name: add the file that defines it", function.name),
        );
    }
}

/// What is defined elsewhere may change where a function is called that is defined elsewhere, and `errno` with it. By the rules of competitions such functions change nothing.
fn external_variables_change(to: &mut FunctionLowering<'_, '_>) {
    if to.unit.options.competition {
        return;
    }
    for id in to.unit.external_variables.clone() {
        let place = to.variable(id);
        if to.unit.program.types.size_of(to.ty(place)).is_some() {
            to.emit(InstrKind::havoc(place));
        }
    }
    errno_may_change(to);
}

/// Functions of the system without a model that read from descriptors or move positions in files, and those that start programs, which do.
const MOVES_FILES: [&str; 18] = [
    "readv",
    "mmap",
    "mmap64",
    "sendfile",
    "sendfile64",
    "splice",
    "tee",
    "copy_file_range",
    "syscall",
    "system",
    "posix_spawn",
    "posix_spawnp",
    "clone",
    "recv",
    "recvfrom",
    "recvmsg",
    "getpass",
    "closefrom",
];

/// Functions of the system without a model that leave descriptors open: which is the lowest that is free is not known behind them.
const OPENS_FILES: [&str; 20] = [
    "pipe",
    "pipe2",
    "socket",
    "socketpair",
    "accept",
    "accept4",
    "openat",
    "openat64",
    "fdopendir",
    "memfd_create",
    "shm_open",
    "epoll_create",
    "epoll_create1",
    "eventfd",
    "signalfd",
    "timerfd_create",
    "inotify_init",
    "inotify_init1",
    "posix_openpt",
    "openlog",
];

/// Functions of the system without a model that read from no file of the program and leave none open.
const LEAVES_FILES: [&str; 23] = [
    "utime",
    "utimes",
    "futimens",
    "utimensat",
    "sync",
    "fsync",
    "fdatasync",
    "setrlimit",
    "setrlimit64",
    "getrusage",
    "getpriority",
    "setpriority",
    "getgroups",
    "getpwuid",
    "getpwnam",
    "getgrgid",
    "getgrnam",
    "getlogin",
    "ttyname",
    "tcsetattr",
    "uname",
    "times",
    "mlockall",
];

/// After the call of an unknown function: if it may have read from a file, it is not known which byte is the next one, and if it may have left one open, not which number
/// the next has.
fn positions_change(to: &mut FunctionLowering<'_, '_>, name: &str) {
    if LEAVES_FILES.contains(&name) {
        return;
    }
    for (variable, sure) in [(models::POSITIONS_LOST, &MOVES_FILES[..]), (models::NUMBERS_LOST, &OPENS_FILES[..])] {
        let Some(id) = to.unit.variable_named(variable).filter(|_| to.unit.options.has_world()) else { return };
        let lost = to.variable(id);
        let ty = to.ty(lost);
        let yes = to.build().constant(ty, 1);
        if sure.contains(&name) {
            to.assign(lost, yes);
            continue;
        }
        let bool = to.unit.program.types.bool();
        let loses = to.havoc(bool);
        let value = to.build().ite(loses, yes, lost);
        to.assign(lost, value);
    }
}

/// What a pointer expression is known to point to.
enum Pointee {
    /// It is null.
    Nothing,
    /// A whole variable, member or array.
    Place(ExprId),
    Function,
    Unknown,
}

fn pointee(to: &FunctionLowering<'_, '_>, pointer: ExprId) -> Pointee {
    let exprs = &to.unit.program.exprs;
    let types = &to.unit.program.types;
    if let Type::Pointer(target) = *types.get(exprs.ty(pointer))
        && matches!(types.get(target), Type::Function { .. })
    {
        return Pointee::Function;
    }
    match exprs.kind(pointer) {
        goto::ExprKind::Const(value) if value.is_zero() => Pointee::Nothing,
        goto::ExprKind::Zero => Pointee::Nothing,
        goto::ExprKind::FunctionAddress(_) => Pointee::Function,
        goto::ExprKind::Cast(inner) => pointee(to, inner),
        goto::ExprKind::AddressOf(place) => match exprs.kind(place) {
            goto::ExprKind::Var(_) | goto::ExprKind::Field { .. } if types.size_of(exprs.ty(place)).is_some() => Pointee::Place(place),
            _ => whole_array(to, pointer).map_or(Pointee::Unknown, Pointee::Place),
        },
        _ => Pointee::Unknown,
    }
}

/// What the value, if it is a pointer, points to gets any value. False if more than that is within reach.
pub(crate) fn overwrite_reached(to: &mut FunctionLowering<'_, '_>, value: ExprId) -> bool {
    if !matches!(to.unit.program.types.get(to.ty(value)), Type::Pointer(_)) {
        return true;
    }
    match pointee(to, value) {
        Pointee::Nothing => true,
        Pointee::Place(place) => {
            let complete = !holds_pointers(to, to.ty(place));
            to.emit(InstrKind::havoc(place));
            complete
        }
        Pointee::Function => false,
        Pointee::Unknown => {
            havoc_target(to, value);
            false
        }
    }
}

/// What a pointer points to by its type.
fn target_of(to: &FunctionLowering<'_, '_>, pointer: ExprId) -> goto::TypeId {
    match *to.unit.program.types.get(to.ty(pointer)) {
        Type::Pointer(target) => target,
        _ => to.ty(pointer),
    }
}

/// May a value of the type hold pointers, as far as the type tells? Of incomplete types nothing is known.
pub(super) fn holds_pointers(to: &FunctionLowering<'_, '_>, ty: goto::TypeId) -> bool {
    let types = &to.unit.program.types;
    match types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => holds_pointers(to, *elem),
        Type::Record(_) => types.record_body(ty).is_none_or(|body| body.fields.iter().any(|f| holds_pointers(to, f.ty))),
        Type::Void | Type::Function { .. } => true,
        _ => false,
    }
}

/// Here something may happen that the program does not say. Runs of the interpreter go on, and so can be looked for; but nothing behind this place is ever proved.
pub(crate) fn may_do_anything(to: &mut FunctionLowering<'_, '_>, what: String) {
    let ty = to.unit.program.types.bool();
    let does = to.havoc(ty);
    let after = to.label();
    to.jump_unless(does, after, None);
    to.emit(InstrKind::Unsupported(what));
    to.bind(after);
}

/// `rand`: any number but a negative one.
pub(super) fn random(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) -> Option<ExprId> {
    let Type::Int { bits, signed: true } = *to.unit.program.types.get(call.ty) else { return None };
    let value = to.havoc(call.ty);
    let mask = to.unit.program.exprs.intern(goto::ExprKind::Const(Bits::new(bits, (1 << 31) - 1)), call.ty);
    Some(to.build().binary(BinOp::BitAnd, value, mask))
}

/// Any value in `errno`, which may be the one before. Nothing is decided here, so that runs are in doubt only where they ask for it.
pub(super) fn errno_may_change(to: &mut FunctionLowering<'_, '_>) {
    if let Some(place) = to.errno() {
        to.emit(InstrKind::havoc(place));
    }
}

/// The body of a function that gives the object that its parameter points into any content; nothing if it points into none.
pub(crate) fn any_object(to: &mut FunctionLowering<'_, '_>, pointer: ExprId) {
    let ty = to.ty(pointer);
    let mut build = to.build();
    let size = build.memory(MemoryFact::ObjectSize, pointer);
    let offset = build.memory(MemoryFact::Offset, pointer);
    let distance = build.types.ptrdiff();
    let offset = build.cast(offset, distance);
    let back = build.unary(UnOp::Neg, offset);
    let start = build.binary(BinOp::PtrAdd, pointer, back);
    let nothing = build.constant(distance, 0);
    let nothing = build.cast(nothing, build.exprs.ty(size));
    let is_none = build.binary(BinOp::Eq, size, nothing);
    let end = to.label();
    to.jump_if(is_none, end, None);
    let (size, dst) = (to.saved(size), to.saved(start));
    let src = to.temporary(ty);
    to.emit(InstrKind::Allocate { result: src, size, kind: AllocKind::Stack, zeroed: false });
    to.emit(InstrKind::MemCopy { dst, src, size });
    to.bind(end);
}

/// Any content for so many bytes behind a pointer, as models ask for it.
pub(super) fn any_bytes(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let void = to.unit.program.types.void();
    let ty = to.unit.program.types.pointer(void);
    let dst = to.convert(call.args[0], ty);
    let size_type = to.build().types.size();
    let size = to.convert(call.args[1], size_type);
    if let Some(size) = to.unit.program.exprs.as_const(size) {
        if let Some(lhs) = whole_array(to, dst)
            && to.unit.program.types.size_of(to.ty(lhs)) == Some(size.unsigned() as u64)
        {
            to.emit(InstrKind::havoc(lhs));
            return;
        }
        let byte = to.unit.program.types.int(8, false);
        let array = to.unit.program.types.array(byte, Some(size.unsigned() as u64));
        let ty = to.unit.program.types.pointer(array);
        let pointer = to.convert(dst, ty);
        let lhs = to.build().deref(pointer);
        to.emit(InstrKind::havoc(lhs));
        return;
    }
    let src = to.temporary(ty);
    to.emit(InstrKind::Allocate { result: src, size, kind: AllocKind::Stack, zeroed: false });
    to.emit(InstrKind::MemCopy { dst, src, size });
}

/// `__fill_with_pointers(place, into)`.
pub(super) fn any_pointers(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let &[place, into] = call.args.as_slice() else { return };
    let lhs = to.build().deref(place);
    to.emit(InstrKind::Havoc { lhs, kind: HavocKind::Into(into) });
}

/// What a pointer points to, if it is not null and its type tells what that is, gets any value.
fn havoc_target(to: &mut FunctionLowering<'_, '_>, pointer: ExprId) {
    let ty = to.ty(pointer);
    let Type::Pointer(target) = *to.unit.program.types.get(ty) else { return };
    if to.unit.program.types.size_of(target).is_none_or(|size| size == 0) {
        return;
    }
    let null = to.zero(ty);
    let is_null = to.build().binary(BinOp::Eq, pointer, null);
    let after = to.label();
    to.jump_if(is_null, after, None);
    let lhs = to.build().deref(pointer);
    to.emit(InstrKind::havoc(lhs));
    to.bind(after);
}

/// The array whose first element the pointer is known to point to.
fn whole_array(to: &FunctionLowering<'_, '_>, pointer: ExprId) -> Option<ExprId> {
    let exprs = &to.unit.program.exprs;
    match exprs.kind(pointer) {
        goto::ExprKind::Cast(inner) => whole_array(to, inner),
        goto::ExprKind::AddressOf(place) => match exprs.kind(place) {
            goto::ExprKind::Index { base, .. } => to.unit.program.types.size_of(exprs.ty(base)).map(|_| base),
            _ => None,
        },
        _ => None,
    }
}

/// Nobody writes to a string literal.
fn is_literal(to: &FunctionLowering<'_, '_>, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cast(inner) | ExprKind::Decay(inner) => is_literal(to, inner),
        ExprKind::Var(id) => to.unit.vars[*id].kind == VarKind::Static && to.unit.vars[*id].name.is_empty(),
        _ => false,
    }
}
