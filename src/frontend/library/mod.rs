//! What calls of functions without a body mean: the verifiers' vocabulary, the part of the C library that is built in, models written in C,
//! and, for all others, what their types allow. Knows names and lowering; what a program defines itself is never replaced.

mod arithmetic;
mod contracts;
mod demands;
mod format;
pub mod intrinsics;
mod math;
mod memory;
mod missing;
pub mod models;
mod output;
mod required;
mod strings;
mod verifier;
mod world;

pub(super) use demands::{is_character_table, not_null_result, of_character};
pub(super) use math::sets_rounding;
pub(super) use missing::{after_missing, any_object, body, may_do_anything, overwrite_reached};
pub(crate) use models::has_own_model;
pub(super) use models::model_names;
pub(crate) use world::FileUse;
#[cfg(test)]
pub(crate) use world::LONGEST_FILE;
use world::{Setting, WorldLimit};

use super::lower::FunctionLowering;
use super::lower::expr::ValueUse;
use super::normalise::names;
use super::tree::{Expr, FunctionId};
use goto::{ExprId, HaltKind, HavocKind, InputOrigin, InstrKind, PropertyClass, ThreadOperation, TypeId};

/// A call of a function without a body. The arguments are evaluated.
pub(super) struct Call<'t> {
    pub id: FunctionId,
    pub args: Vec<ExprId>,
    /// The arguments in the source; empty where the call is made up.
    pub exprs: &'t [Expr],
    /// Of the result.
    pub ty: TypeId,
}

/// What is known of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FunctionRole {
    /// Delivers an input of its return type.
    Input,
    Assume,
    /// The first argument is claimed to be true.
    Assert,
    /// A failed `assert`.
    AssertFail,
    /// What a witness claims: its number and a condition.
    Claim,
    /// Of text that is written for contracts.
    Contract(contracts::Word),
    /// Reads something of the world outside, for models.
    World(InputOrigin),
    Halt(HaltKind),
    Allocate,
    AllocateZeroed,
    Reallocate,
    AllocateOnStack,
    /// For models: what the system hands to the program.
    AllocateForGood,
    Free,
    /// `memcpy`: destination, source, size.
    Copy,
    /// `memmove`, as `Copy`.
    Move,
    /// As `Copy`; the result is the end of the destination.
    CopyToEnd,
    Set,
    SetZero,
    /// Writes to a stream: no effect here, any result.
    Output,
    /// Writes to a stream by the format that is this argument. What has no effect is nothing, the rest is for a model.
    Print(usize),
    /// A number that glibc computes from a seed. By the rules of competitions it may be any non-negative one, since C does not say which.
    Random,
    /// Any value of the return type, for models; no input.
    Any,
    /// Whether something happens that hardly ever does, for models.
    Rare,
    /// For models: is more followed than may happen, so that what is shown holds for all that may?
    OverApproximation,
    /// For models: does a function leave open a part of the result that its caller reads?
    ReturnsLess,
    /// For models: fills an array with pointers to any byte of an object: array, pointer to the object.
    AnyPointers,
    /// A model demands that the argument is true, if anybody asks.
    Demand(PropertyClass, &'static str),
    /// As `Demand`: two blocks of so many bytes do not overlap.
    DemandDisjoint,
    /// Any content for so many bytes, for models: pointer, size.
    AnyBytes,
    /// Quotient and remainder.
    Divide,
    /// A string or block of memory is searched, compared or copied.
    String(strings::Function),
    /// Nothing happens, the result is zero.
    Nothing,
    Unsupported,
    /// Something that a model does not do.
    UnsupportedUse,
    /// More threads have begun than are told apart.
    TooManyThreads,
    /// For models: more of the world than there is if the user says so, or than models hold.
    WorldLimit(WorldLimit),
    /// For models: a constant that tells what is known of the program and its world.
    Setting(Setting),
}

/// A function whose call is an error that programs are checked for; it has no effect but to end the program.
fn is_error(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Does the function begin or end a section in which no other thread runs?
pub(super) fn bounds_section(name: &str) -> bool {
    matches!(name, "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end")
}

/// Does the function do nothing but deliver an input?
pub(super) fn is_input(name: &str) -> bool {
    (name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet")) && name != "__VERIFIER_nondet_memory"
}

/// Does a function without a body mean something only where there is a C library? What compilers call themselves, and what programs say to verifiers, does everywhere.
pub fn is_hosted(name: &str) -> bool {
    let everywhere = ["memcpy", "memmove", "memset", "memcmp", "abort", "setjmp", "longjmp"].contains(&name)
        || ["__", "nondet"].iter().any(|prefix| name.starts_with(prefix))
        || is_error(name);
    !everywhere && is_of_library(name)
}

/// Does the C library have a function of this name, as far as programs are analysed with it?
pub fn is_of_library(name: &str) -> bool {
    is_known(name) || math::function(name).is_some() || models::is_modelled(name)
}

/// Does a call of a function without a body never come back?
pub(super) fn never_returns(name: &str) -> bool {
    is_error(name) || matches!(known(name), Some(FunctionRole::Halt(_) | FunctionRole::AssertFail))
}

/// Is it a function of the library that calls mean something of?
pub(super) fn is_known(name: &str) -> bool {
    known(name).is_some()
}

/// What is known of a name.
fn known(name: &str) -> Option<FunctionRole> {
    if is_input(name) {
        return Some(FunctionRole::Input);
    }
    if name == names::CLAIM {
        return Some(FunctionRole::Claim);
    }
    if let Some(word) = contracts::Word::of(name) {
        return Some(FunctionRole::Contract(word));
    }
    let name = plain_name(name);
    let checked = name.strip_prefix("__").and_then(|n| n.strip_suffix("_chk"));
    Some(match checked.unwrap_or(name) {
        "__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume" | "assume" => FunctionRole::Assume,
        "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "assert" => FunctionRole::Assert,
        "__assert_fail" | "__assert_perror_fail" | "__assert" | "__assert_rtn" | "__assert_func" => FunctionRole::AssertFail,
        "abort" | "trap" => FunctionRole::Halt(HaltKind::Abort),
        "exit" | "_exit" | "_Exit" | "quick_exit" => FunctionRole::Halt(HaltKind::Exit),
        "malloc" => FunctionRole::Allocate,
        "calloc" => FunctionRole::AllocateZeroed,
        "realloc" => FunctionRole::Reallocate,
        "alloca" => FunctionRole::AllocateOnStack,
        "__allocate_for_good" => FunctionRole::AllocateForGood,
        "free" | "cfree" => FunctionRole::Free,
        "memcpy" => FunctionRole::Copy,
        "memmove" => FunctionRole::Move,
        "mempcpy" => FunctionRole::CopyToEnd,
        "memset" => FunctionRole::Set,
        "bzero" => FunctionRole::SetZero,
        "printf" => FunctionRole::Print(0),
        "fprintf" | "dprintf" | "syslog" => FunctionRole::Print(1),
        "printk" => FunctionRole::Output,
        "__unsupported" => FunctionRole::UnsupportedUse,
        "__too_many_threads" => FunctionRole::TooManyThreads,
        "rand" | "random" | "lrand48" => FunctionRole::Random,
        "div" | "ldiv" | "lldiv" | "imaxdiv" => FunctionRole::Divide,
        "__any_bytes" => FunctionRole::AnyBytes,
        "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "prefetch"
        | "pthread_mutex_init"
        | "pthread_mutex_lock"
        | "pthread_mutex_unlock"
        | "pthread_mutex_destroy" => FunctionRole::Nothing,
        "unreachable"
        | "thrd_create"
        | "setjmp"
        | "_setjmp"
        | "__sigsetjmp"
        | "sigsetjmp"
        | "longjmp"
        | "_longjmp"
        | "siglongjmp"
        | "too_many_exit_handlers"
        | "fork"
        | "vfork"
        | "__VERIFIER_nondet_memory" => FunctionRole::Unsupported,
        // Where the program lies is not known.
        "return_address" | "frame_address" => FunctionRole::Any,
        n if n.starts_with("__any_") => FunctionRole::Any,
        "__rarely" => FunctionRole::Rare,
        "__over_approximates" => FunctionRole::OverApproximation,
        "__returns_less" => FunctionRole::ReturnsLess,
        "__fill_with_pointers" => FunctionRole::AnyPointers,
        n if let Some(origin) = n.strip_prefix("__").and_then(InputOrigin::from_word).filter(|origin| *origin != InputOrigin::Call) => {
            FunctionRole::World(origin)
        }
        n if let Some(setting) = Setting::of(n) => FunctionRole::Setting(setting),
        n if let Some(limit) = WorldLimit::of(n) => FunctionRole::WorldLimit(limit),
        n if n.starts_with("pthread_") => FunctionRole::Unsupported,
        "__demand_disjoint" => FunctionRole::DemandDisjoint,
        n if n.starts_with("__demand_") => return demands::of_model(n).map(|(class, text)| FunctionRole::Demand(class, text)),
        n => return strings::Function::of(n).map(FunctionRole::String),
    })
}

/// Does it mean something to programs with threads that it does not mean to one thread alone?
fn belongs_to_threads(name: &str) -> bool {
    let name = plain_name(name);
    ["pthread_", "__pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "__VERIFIER_atomic_"].iter().any(|of| name.starts_with(of))
        || matches!(name, "call_once" | "sched_yield" | "__sigsetjmp_cancel")
}

/// A name without what compilers put before it, and what models put before the functions that they call.
fn plain_name(name: &str) -> &str {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    name.strip_prefix(models::MODEL_PREFIX).unwrap_or(name)
}

/// Notes what C and the function's declarations demand of the arguments of a call.
pub(super) fn note_demands(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    // What models call is known to be right, or demanded by them.
    if to.unit.program.functions[to.func].model {
        return;
    }
    let declared = to.unit.functions[call.id].demands.clone();
    for (i, &arg) in call.args.iter().enumerate() {
        let least = declared.least.iter().find(|least| least.0 == i);
        if declared.is_nonnull(i) || least.is_some() {
            demands::not_null(to, Some(arg));
        }
        if let Some(&(_, count)) = least {
            demands::at_least(to, arg, count);
        }
    }
    if to.unit.functions[call.id].body.is_none() {
        required::of_builtin(to, &to.unit.functions[call.id].name, &call.args);
        demands::of_call(to, call);
    }
    format::of_call(to, call);
}

/// Lowers a call of a function without a body if its name and arguments are known, else gives it back. The result, `None` for void, is
/// in the place if one is wanted and it could be, else where the returned expression says.
pub(super) fn call<'t>(to: &mut FunctionLowering<'_, 't>, call: Call<'t>, wanted: ValueUse) -> Result<Option<ExprId>, Call<'t>> {
    let name = to.unit.functions[call.id].name.as_str();
    if let Some(function) = math::function(name) {
        let result = math::call(to, function, call);
        if result.is_ok() && math::may_set_errno(function) {
            missing::errno_may_change(to);
        }
        return result;
    }
    if name == "__builtin_unreachable" {
        required::unreachable(to);
        return Ok(None);
    }
    if let Some(value) = required::promise(to, name, &call) {
        return Ok(value);
    }
    if ThreadOperation::of_name(name).is_some() {
        return Err(call);
    }
    if to.unit.runs_threads() && belongs_to_threads(name) {
        if to.unit.has_model(call.id) {
            return Err(call);
        }
        to.emit(InstrKind::Unsupported(format!("a call of {name}")));
        return Ok(result_zero(to, &call));
    }
    let Some(known) = known(name).filter(|k| call.args.len() >= arity(*k)) else { return Err(call) };
    match known {
        FunctionRole::Input => return verifier::input(to, call, wanted),
        FunctionRole::World(origin) => return Ok(Some(verifier::world_input(to, &call, origin, wanted))),
        FunctionRole::Setting(setting) => {
            let value = setting.value(to.unit);
            return Ok(Some(to.build().constant(call.ty, value)));
        }
        FunctionRole::Assume => verifier::assume(to, &call),
        FunctionRole::Assert => verifier::assert(to, &call),
        FunctionRole::AssertFail => verifier::assert_fail(to, &call),
        FunctionRole::Claim => {
            verifier::witness_claim(to, &call);
            return Ok(result_zero(to, &call));
        }
        FunctionRole::Contract(word) => return Ok(contracts::call(to, word, &call)),
        FunctionRole::Halt(HaltKind::Exit) => to.exit_call(plain_name(name), call.args.first().copied()),
        FunctionRole::Halt(kind) => to.emit(InstrKind::Halt(kind)),
        FunctionRole::Allocate | FunctionRole::AllocateZeroed | FunctionRole::AllocateOnStack | FunctionRole::AllocateForGood | FunctionRole::Reallocate => {
            return Ok(memory::allocate(to, known, &call, wanted));
        }
        FunctionRole::Free => memory::free(to, &call),
        FunctionRole::Copy | FunctionRole::Move | FunctionRole::CopyToEnd | FunctionRole::Set | FunctionRole::SetZero => {
            return Ok(memory::fill(to, known, &call));
        }
        FunctionRole::Output => use_arguments(to, &call),
        FunctionRole::Print(format) => {
            let has_no_effect = wanted == ValueUse::Nowhere && output::has_no_effect(to, &call, format);
            if !has_no_effect && to.unit.has_model(call.id) {
                return Err(call);
            }
            use_arguments(to, &call);
        }
        FunctionRole::Rare => {
            let lhs = to.temporary(call.ty);
            to.emit(InstrKind::Havoc { lhs, kind: HavocKind::Rare });
            return Ok(Some(lhs));
        }
        FunctionRole::OverApproximation => {
            let lhs = to.temporary(call.ty);
            to.emit(InstrKind::Havoc { lhs, kind: HavocKind::OverApproximation });
            return Ok(Some(lhs));
        }
        FunctionRole::ReturnsLess => {
            let returns_less = to.returns_less(call.args[0]);
            return Ok(Some(to.convert(returns_less, call.ty)));
        }
        FunctionRole::AnyPointers => missing::any_pointers(to, &call),
        FunctionRole::Random if to.unit.options.competition => return Ok(missing::random(to, &call)),
        FunctionRole::Random => return Err(call),
        FunctionRole::Any if to.is_void(call.ty) => return Err(call),
        FunctionRole::Any => {
            use_arguments(to, &call);
            return Ok(Some(to.havoc(call.ty)));
        }
        FunctionRole::Demand(class, text) => {
            let holds = to.build().condition(call.args[0]);
            to.demand(class, text, holds);
        }
        FunctionRole::DemandDisjoint => {
            let size = to.build().types.size();
            let size = to.convert(call.args[2], size);
            demands::disjoint(to, (call.args[0], size), (call.args[1], size));
        }
        FunctionRole::AnyBytes => missing::any_bytes(to, &call),
        FunctionRole::Divide => return arithmetic::divide(to, call, wanted),
        FunctionRole::String(function) => return Ok(strings::call(to, function, &call)),
        FunctionRole::Nothing => {
            use_arguments(to, &call);
            return Ok(result_zero(to, &call));
        }
        FunctionRole::Unsupported => {
            to.emit(InstrKind::Unsupported(format!("a call of {name}")));
            return Ok(result_zero(to, &call));
        }
        FunctionRole::WorldLimit(limit) => {
            let stands = limit.instruction(to);
            to.emit(stands);
        }
        FunctionRole::UnsupportedUse => to.emit(InstrKind::Unsupported("a use of a library function that its model does not know".to_owned())),
        FunctionRole::TooManyThreads => to.emit(InstrKind::Unsupported("more threads than are followed".to_owned())),
    }
    Ok(None)
}

/// Nothing is done with the arguments, but the program asks for their values.
fn use_arguments(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    for &arg in &call.args {
        to.note_use(arg);
    }
}

fn result_zero(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) -> Option<ExprId> {
    (!to.is_void(call.ty)).then(|| to.zero(call.ty))
}

/// How many arguments the meaning of a function needs.
fn arity(known: FunctionRole) -> usize {
    match known {
        FunctionRole::Input
        | FunctionRole::World(_)
        | FunctionRole::Halt(_)
        | FunctionRole::Output
        | FunctionRole::Random
        | FunctionRole::Any
        | FunctionRole::Rare
        | FunctionRole::OverApproximation
        | FunctionRole::Nothing
        | FunctionRole::Unsupported
        | FunctionRole::UnsupportedUse
        | FunctionRole::TooManyThreads
        | FunctionRole::WorldLimit(_)
        | FunctionRole::Setting(_)
        | FunctionRole::AssertFail
        | FunctionRole::Print(_) => 0,
        FunctionRole::Assume
        | FunctionRole::Assert
        | FunctionRole::Demand(..)
        | FunctionRole::Allocate
        | FunctionRole::AllocateOnStack
        | FunctionRole::AllocateForGood
        | FunctionRole::Free
        | FunctionRole::ReturnsLess => 1,
        FunctionRole::AllocateZeroed
        | FunctionRole::Reallocate
        | FunctionRole::SetZero
        | FunctionRole::AnyBytes
        | FunctionRole::AnyPointers
        | FunctionRole::Divide
        | FunctionRole::Claim => 2,
        FunctionRole::Copy | FunctionRole::Move | FunctionRole::CopyToEnd | FunctionRole::Set | FunctionRole::DemandDisjoint => 3,
        FunctionRole::String(function) => function.arity(),
        FunctionRole::Contract(word) => word.arity(),
    }
}
