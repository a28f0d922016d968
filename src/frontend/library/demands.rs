//! What C demands of the arguments of library functions, beyond their types: noted at the call, where safety checks can ask for it. Nothing is computed for that.
//! What depends on more than the arguments the models demand themselves, by the functions of [`of_model`].

use super::{Call, models, plain_name};
use crate::lower::FunctionLowering;
use goto::{BinOp, ExprId, ExprKind, MemoryFact, PropertyClass, Type, TypeId};

const NULL: &str = "a null pointer for a parameter that must not be null";
pub(super) const OVERLAP: &str = "what is copied overlaps with where it is copied to";
const CHARACTER: &str = "a character that is neither an unsigned char nor EOF";
const STREAM: &str = "a stream that is not open";
const BASE: &str = "a base that is neither 0 nor from 2 to 36";
const ALIGNMENT: &str = "an alignment that is none";
const MODE: &str = "a mode in which no file can be opened";
const BUFFERING: &str = "a kind of buffering that is none";
const ELEMENTS: &str = "elements without a size";
const EXIT: &str = "exit is called while the program ends";

/// What a model demands by a call of this function, of the arguments' truth.
pub(super) fn of_model(name: &str) -> Option<(PropertyClass, &'static str)> {
    Some(match name {
        "__demand_conversion" => (PropertyClass::Format, super::format::CONVERSION),
        "__demand_mode" => (PropertyClass::Library, MODE),
        "__demand_first_exit" => (PropertyClass::Library, EXIT),
        _ => return None,
    })
}

/// The pointers among the arguments that must not be null, from 0, whatever the declaration says.
fn nonnull(name: &str) -> &'static [usize] {
    match name {
        "memcpy" | "memmove" | "mempcpy" | "memcmp" | "bcmp" | "memmem" | "memccpy" | "strcpy" | "stpcpy" | "strncpy" | "stpncpy" | "strcat" | "strncat"
        | "strcmp" | "strncmp" | "strcasecmp" | "strncasecmp" | "strcoll" | "strstr" | "strcasestr" | "strspn" | "strcspn" | "strpbrk" | "strsep" | "swab" => {
            &[0, 1]
        }
        "memset" | "bzero" | "memchr" | "memrchr" | "rawmemchr" | "strlen" | "strnlen" | "strchr" | "strrchr" | "strchrnul" | "index" | "rindex" | "strdup"
        | "strndup" | "atoi" | "atol" | "atoll" | "atof" | "strtol" | "strtoul" | "strtoll" | "strtoull" | "strtod" | "strtof" | "strtold" | "puts"
        | "fputs" | "fgets" | "fopen" | "printf" | "scanf" | "getenv" => &[0],
        "strxfrm" | "strtok" => &[1],
        "sprintf" | "sscanf" => &[0, 1],
        "fprintf" | "fscanf" => &[1],
        "snprintf" => &[2],
        "qsort" => &[0, 3],
        "bsearch" => &[0, 1, 4],
        _ => &[],
    }
}

/// Where a function has its stream.
fn stream(name: &str) -> Option<usize> {
    let name = name.strip_suffix("_unlocked").unwrap_or(name);
    Some(match name {
        "fclose" | "pclose" | "fgetc" | "getc" | "_IO_getc" | "getw" | "feof" | "ferror" | "clearerr" | "fileno" | "fseek" | "fseeko" | "rewind" | "ftell"
        | "ftello" | "fgetpos" | "fsetpos" | "setvbuf" | "setbuf" | "setlinebuf" | "fprintf" | "vfprintf" | "__fprintf_chk" | "__vfprintf_chk" | "fscanf"
        | "vfscanf" | "__isoc99_fscanf" | "__isoc23_fscanf" | "__isoc99_vfscanf" | "__isoc23_vfscanf" | "fflush" => 0,
        "ungetc" | "fputs" | "fputc" | "putc" | "_IO_putc" | "putw" => 1,
        "fgets" | "freopen" => 2,
        "fread" | "fwrite" | "getdelim" => 3,
        "getline" => 2,
        _ => return None,
    })
}

/// Notes what a call of a library function demands of its arguments.
pub(super) fn of_call(to: &mut FunctionLowering<'_, '_>, call: &Call<'_>) {
    let name = plain_name(&to.unit.functions[call.id].name).to_owned();
    let name = name.as_str();
    let known = super::is_known(name) || models::is_modelled(name);
    if !known {
        return;
    }
    for &i in nonnull(name) {
        // Noted by the declaration already.
        if !to.unit.functions[call.id].demands.is_nonnull(i) {
            not_null(to, call.args.get(i).copied());
        }
    }
    if let Some(&pointer) = stream(name).and_then(|i| call.args.get(i)) {
        open_stream(to, pointer, name.starts_with("fflush"));
    }
    match (name, call.args.as_slice()) {
        (
            "isalnum" | "isalpha" | "isblank" | "iscntrl" | "isdigit" | "isgraph" | "islower" | "isprint" | "ispunct" | "isspace" | "isupper" | "isxdigit"
            | "tolower" | "toupper",
            &[c, ..],
        ) => of_character(to, c),
        ("strtol" | "strtoul" | "strtoll" | "strtoull" | "strtoimax" | "strtoumax" | "strtoq" | "strtouq", &[_, _, base, ..]) => {
            let zero = constant(to, base, 0);
            let is_zero = to.build().binary(BinOp::Eq, base, zero);
            let between = between(to, base, 2, 36);
            let holds = to.build().binary(BinOp::Or, is_zero, between);
            demand(to, BASE, base, holds, |n| n == 0 || (2..=36).contains(&n));
        }
        ("setvbuf", &[_, _, mode, ..]) => {
            let holds = between(to, mode, 0, 2);
            demand(to, BUFFERING, mode, holds, |n| (0..=2).contains(&n));
        }
        ("aligned_alloc" | "memalign", &[alignment, ..]) => {
            let holds = power_of_two(to, alignment, 1);
            demand(to, ALIGNMENT, alignment, holds, |n| n > 0 && n & (n - 1) == 0);
        }
        ("posix_memalign", &[_, alignment, ..]) => {
            let least = i128::from(to.unit.program.model().pointer_bits() / 8);
            let holds = power_of_two(to, alignment, least);
            demand(to, ALIGNMENT, alignment, holds, |n| n >= least && n & (n - 1) == 0);
        }
        ("qsort" | "qsort_r", &[_, _, size, ..]) | ("bsearch", &[_, _, _, size, ..]) => {
            let zero = constant(to, size, 0);
            let holds = to.build().binary(BinOp::Ne, size, zero);
            demand(to, ELEMENTS, size, holds, |n| n != 0);
        }
        ("fopen" | "fopen64" | "freopen" | "fdopen", &[_, _, ..]) => {
            if let Some(mode) = call.exprs.get(1).and_then(|e| super::verifier::string_literal(to, e)) {
                let holds = to.build().truth(is_mode(&mode));
                to.demand(PropertyClass::Library, MODE, holds);
            }
        }
        ("popen", &[_, _, ..]) => {
            if let Some(mode) = call.exprs.get(1).and_then(|e| super::verifier::string_literal(to, e)) {
                let holds = to.build().truth(matches!(mode.as_str(), "r" | "w" | "re" | "we" | "er" | "ew"));
                to.demand(PropertyClass::Library, MODE, holds);
            }
        }
        _ => {}
    }
}

/// The letters of C11 7.21.5.3, and those of glibc.
fn is_mode(mode: &str) -> bool {
    let mode = mode.split(',').next().unwrap_or(mode);
    let mut letters = mode.chars();
    matches!(letters.next(), Some('r' | 'w' | 'a')) && letters.all(|c| "+bxecmt".contains(c))
}

/// The argument of the functions in `<ctype.h>`, also where a macro looks into the table behind them.
pub(crate) fn of_character(to: &mut FunctionLowering<'_, '_>, c: ExprId) {
    if !matches!(to.unit.program.types.get(to.ty(c)), Type::Int { .. }) {
        return;
    }
    // What comes from an unsigned char fits.
    let mut inner = c;
    while let ExprKind::Cast(from) = to.unit.program.exprs.kind(inner) {
        inner = from;
    }
    if matches!(to.unit.program.types.get(to.ty(inner)), Type::Int { bits: 8, signed: false } | Type::Bool) {
        return;
    }
    let holds = between(to, c, -1, 255);
    let holds = folded(to, c, |n| (-1..=255).contains(&n)).unwrap_or(holds);
    to.demand(PropertyClass::Library, CHARACTER, holds);
}

/// Does the function give the address of a table that is indexed by characters?
pub(crate) fn is_character_table(name: &str) -> bool {
    matches!(name, "__ctype_b_loc" | "__ctype_tolower_loc" | "__ctype_toupper_loc")
}

/// The argument is no null pointer.
pub(super) fn not_null(to: &mut FunctionLowering<'_, '_>, pointer: Option<ExprId>) {
    let Some(pointer) = pointer.filter(|&p| matches!(to.unit.program.types.get(to.ty(p)), Type::Pointer(_))) else { return };
    if is_address(to, pointer) {
        return;
    }
    let ty = to.ty(pointer);
    let null = to.zero(ty);
    let holds = to.build().binary(BinOp::Ne, pointer, null);
    let holds = folded(to, pointer, |n| n != 0).unwrap_or(holds);
    to.demand(PropertyClass::Nonnull, NULL, holds);
}

/// What a function returns is no null pointer.
pub(crate) fn not_null_result(to: &mut FunctionLowering<'_, '_>, pointer: ExprId) {
    let ty = to.ty(pointer);
    if matches!(to.unit.program.types.get(ty), Type::Pointer(_)) && !is_address(to, pointer) {
        let null = to.zero(ty);
        let holds = to.build().binary(BinOp::Ne, pointer, null);
        let holds = folded(to, pointer, |n| n != 0).unwrap_or(holds);
        to.demand(PropertyClass::Nonnull, "a null pointer is returned by a function that must not return one", holds);
    }
}

/// The object behind the argument has room for so many elements, unless the pointer is null, which is demanded by itself.
pub(super) fn at_least(to: &mut FunctionLowering<'_, '_>, pointer: ExprId, elements: u64) {
    let Type::Pointer(target) = *to.unit.program.types.get(to.ty(pointer)) else { return };
    let bytes = to.unit.program.types.size_of(target).unwrap_or(1).saturating_mul(elements);
    let ty = to.ty(pointer);
    let null = to.zero(ty);
    let mut build = to.build();
    let size = build.types.size();
    let bytes = build.constant(size, i128::from(bytes));
    let (whole, start) = (build.memory(MemoryFact::ObjectSize, pointer), build.memory(MemoryFact::Offset, pointer));
    let room = build.binary(BinOp::Sub, whole, start);
    let fits = build.binary(BinOp::Le, bytes, room);
    let is_null = build.binary(BinOp::Eq, pointer, null);
    let holds = build.binary(BinOp::Or, is_null, fits);
    to.demand(PropertyClass::Nonnull, "an array that is shorter than its parameter demands", holds);
}

/// So many bytes behind one pointer and so many behind another have none in common.
pub(super) fn disjoint(to: &mut FunctionLowering<'_, '_>, (a, a_size): (ExprId, ExprId), (b, b_size): (ExprId, ExprId)) {
    if let (Some(x), Some(y)) = (variable(to, a), variable(to, b))
        && x != y
    {
        return;
    }
    let void = super::memory::void_pointer(to);
    let (a, b) = (to.convert(a, void), to.convert(b, void));
    let mut build = to.build();
    let same = build.binary(BinOp::SameObject, a, b);
    let other = build.not(same);
    let (x, y) = (build.memory(MemoryFact::Offset, a), build.memory(MemoryFact::Offset, b));
    let is_first = build.binary(BinOp::Le, x, y);
    let (up, down) = (build.binary(BinOp::Sub, y, x), build.binary(BinOp::Sub, x, y));
    let (before, behind) = (build.binary(BinOp::Le, a_size, up), build.binary(BinOp::Le, b_size, down));
    let apart = build.ite(is_first, before, behind);
    let holds = build.binary(BinOp::Or, other, apart);
    to.demand(PropertyClass::Overlap, OVERLAP, holds);
}

/// The stream is one of those that are open.
fn open_stream(to: &mut FunctionLowering<'_, '_>, pointer: ExprId, or_null: bool) {
    if !matches!(to.unit.program.types.get(to.ty(pointer)), Type::Pointer(_)) {
        return;
    }
    let Some(streams) = to.unit.variable_named(models::STREAM_TABLE) else { return };
    let streams = to.variable(streams);
    let Type::Array { elem, .. } = *to.unit.program.types.get(to.ty(streams)) else { return };
    let Some(body) = to.unit.program.types.record_body(elem) else { return };
    let Some(closed) = body.fields.iter().position(|f| f.name == "closed") else { return };
    let Some(opened) = to.unit.variable_named(models::OPENED_STREAMS) else { return };
    let opened = to.variable(opened);
    let void = super::memory::void_pointer(to);
    let own = to.convert(pointer, void);
    let mut build = to.build();
    let each = build.types.pointer(elem);
    let own_stream = build.cast(own, each);
    let place = build.deref(own_stream);
    let closed = build.field(place, closed);
    let closed = build.condition(closed);
    let open = build.not(closed);
    let in_table = is_within(to, own, streams);
    let is_own = is_own_stream(to, own, elem);
    let is_stream = to.build().binary(BinOp::Or, in_table, is_own);
    let open = to.build().binary(BinOp::And, is_stream, open);
    let is_any = is_within(to, own, opened);
    let mut build = to.build();
    let flag = build.types.bool();
    let flag = build.types.pointer(flag);
    let flag = build.cast(own, flag);
    let flag = build.deref(flag);
    let flag = build.condition(flag);
    let any_open = build.binary(BinOp::And, is_any, flag);
    let mut holds = build.binary(BinOp::Or, open, any_open);
    if or_null {
        let null = to.zero(void);
        let is_null = to.build().binary(BinOp::Eq, own, null);
        holds = to.build().binary(BinOp::Or, is_null, holds);
    }
    to.demand(PropertyClass::Library, STREAM, holds);
}

/// The pointer points to a stream that is an object of its own, as the model of streams makes them.
fn is_own_stream(to: &mut FunctionLowering<'_, '_>, pointer: ExprId, stream: TypeId) -> ExprId {
    let bytes = to.unit.program.types.size_of(stream).map_or(0, |bytes| bytes + 1);
    let mut build = to.build();
    let number = build.types.size();
    let (bytes, start) = (build.constant(number, i128::from(bytes)), build.constant(number, 0));
    let (size, offset) = (build.memory(MemoryFact::ObjectSize, pointer), build.memory(MemoryFact::Offset, pointer));
    let lives = build.memory(MemoryFact::IsLive, pointer);
    let (has_size, is_start) = (build.binary(BinOp::Eq, size, bytes), build.binary(BinOp::Eq, offset, start));
    let right = build.binary(BinOp::And, has_size, is_start);
    build.binary(BinOp::And, lives, right)
}

/// The pointer points into this array.
fn is_within(to: &mut FunctionLowering<'_, '_>, pointer: ExprId, array: ExprId) -> ExprId {
    let void = super::memory::void_pointer(to);
    let first = to.first_element(array);
    let first = to.convert(first, void);
    let mut build = to.build();
    let same = build.binary(BinOp::SameObject, pointer, first);
    let (size, offset) = (build.memory(MemoryFact::ObjectSize, pointer), build.memory(MemoryFact::Offset, pointer));
    let before_end = build.binary(BinOp::Lt, offset, size);
    build.binary(BinOp::And, same, before_end)
}

/// The variable whose address a pointer is, or the address of a part of which.
fn variable(to: &FunctionLowering<'_, '_>, mut pointer: ExprId) -> Option<goto::SymbolId> {
    let exprs = &to.unit.program.exprs;
    loop {
        match exprs.kind(pointer) {
            ExprKind::Cast(inner) | ExprKind::Binary(BinOp::PtrAdd, inner, _) => pointer = inner,
            ExprKind::AddressOf(mut place) => loop {
                match exprs.kind(place) {
                    ExprKind::Var(symbol) => return Some(symbol),
                    ExprKind::Field { base, .. } | ExprKind::Index { base, .. } => place = base,
                    ExprKind::Deref(inner) => {
                        pointer = inner;
                        break;
                    }
                    _ => return None,
                }
            },
            _ => return None,
        }
    }
}

fn is_address(to: &FunctionLowering<'_, '_>, pointer: ExprId) -> bool {
    let mut inner = pointer;
    while let ExprKind::Cast(from) = to.unit.program.exprs.kind(inner) {
        inner = from;
    }
    matches!(to.unit.program.exprs.kind(inner), ExprKind::FunctionAddress(_)) || variable(to, pointer).is_some()
}

fn constant(to: &mut FunctionLowering<'_, '_>, like: ExprId, value: i128) -> ExprId {
    let ty: TypeId = to.ty(like);
    to.build().constant(ty, value)
}

fn between(to: &mut FunctionLowering<'_, '_>, value: ExprId, least: i128, most: i128) -> ExprId {
    let (least, most) = (constant(to, value, least), constant(to, value, most));
    let mut build = to.build();
    let (above, below) = (build.binary(BinOp::Le, least, value), build.binary(BinOp::Le, value, most));
    build.binary(BinOp::And, above, below)
}

/// A power of two that is not less than this one.
fn power_of_two(to: &mut FunctionLowering<'_, '_>, value: ExprId, least: i128) -> ExprId {
    let (zero, one, least) = (constant(to, value, 0), constant(to, value, 1), constant(to, value, least));
    let mut build = to.build();
    let below = build.binary(BinOp::Sub, value, one);
    let common = build.binary(BinOp::BitAnd, value, below);
    let single = build.binary(BinOp::Eq, common, zero);
    let large = build.binary(BinOp::Le, least, value);
    build.binary(BinOp::And, large, single)
}

/// What must hold of a value; of a constant it is known.
fn demand(to: &mut FunctionLowering<'_, '_>, text: &'static str, value: ExprId, holds: ExprId, right: impl Fn(i128) -> bool) {
    let holds = folded(to, value, right).unwrap_or(holds);
    to.demand(PropertyClass::Library, text, holds);
}

/// The verdict on a constant.
fn folded(to: &mut FunctionLowering<'_, '_>, value: ExprId, holds: impl Fn(i128) -> bool) -> Option<ExprId> {
    let bits = to.unit.program.exprs.as_const(value)?;
    let signed = to.unit.program.types.is_signed(to.ty(value));
    let verdict = holds(bits.to_i128(signed));
    Some(to.build().truth(verdict))
}
