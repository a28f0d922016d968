//! A C driver that delivers the inputs of one test to a native run of the unchanged program and notes what happened where the replay can read it.
//! The other side, which runs programs with drivers and reads the notes, is [`replay`](engine::replay).

use crate::value;
use goto::{DataModel, FloatKind, FuncId, Function, Id, InputOrigin, Program, Type, TypeId, TypeTable};
use rustc_hash::FxHashSet;
use std::fmt::Write as _;

const PRELUDE: &str = r#"#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE *gotcha_inputs;
static volatile unsigned *gotcha_notes;
volatile unsigned char *gotcha_probes;
static volatile unsigned short *gotcha_reads;
static unsigned gotcha_most_reads;

static void gotcha_end(unsigned why) {
    if (gotcha_notes) gotcha_notes[2] = why;
    exit(1);
}

static volatile void *gotcha_map(const char *variable, off_t *size) {
    const char *path = getenv(variable);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    *size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    void *p = *size > 0 ? mmap(0, *size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (fd >= 0) close(fd);
    return p == MAP_FAILED ? 0 : p;
}

__attribute__((constructor)) static void gotcha_start(void) {
    const char *inputs = getenv("GOTCHA_INPUTS");
    off_t size;
    gotcha_notes = gotcha_map("GOTCHA_NOTES", &size);
    gotcha_probes = gotcha_map("GOTCHA_PROBES", &size);
    gotcha_reads = gotcha_map("GOTCHA_READS", &size);
    if (gotcha_reads) gotcha_most_reads = size / sizeof *gotcha_reads;
    gotcha_inputs = inputs ? fopen(inputs, "re") : 0;
    if (getenv("GOTCHA_CLOSES")) close(0);
}

/* A function was called that nobody defines. */
void gotcha_missing(unsigned number) {
    if (gotcha_notes) gotcha_notes[2] = 16 + number;
    _exit(1);
}

static char gotcha_line[4096];

/* Where threads are controlled: a thread is about to read an input. */
__attribute__((weak)) void gotcha_arrives(void) {}

/* The text of the next input; ends the run if there is none. */
static const char *gotcha_next(unsigned kind) {
    gotcha_arrives();
    if (!gotcha_inputs || !fgets(gotcha_line, sizeof gotcha_line, gotcha_inputs)) gotcha_end(1);
    if (gotcha_notes) {
        if (gotcha_notes[0] < gotcha_most_reads) gotcha_reads[gotcha_notes[0]] = kind;
        gotcha_notes[0]++;
        gotcha_notes[1] = gotcha_notes[1] * 31 + kind + 1;
    }
    return gotcha_line;
}

static unsigned long long gotcha_integer(unsigned kind, int is_signed, int is_long_long) {
    const char *text = gotcha_next(kind);
    char *end;
    if (text[0] == '\'' && text[1] && text[2] == '\'') return (unsigned long long)(signed char)text[1];
    unsigned long long value = !is_signed ? strtoull(text, &end, 0) : is_long_long ? (unsigned long long)strtoll(text, &end, 0) : (unsigned long long)strtol(text, &end, 0);
    if (end == text) gotcha_end(3);
    return value;
}

static long double gotcha_extended(unsigned kind) {
    const char *text = gotcha_next(kind);
    char *end;
    long double value = strtold(text, &end);
    if (end == text) gotcha_end(3);
    return value;
}

static double gotcha_double(unsigned kind) {
    const char *text = gotcha_next(kind);
    char *end;
    double value = strtod(text, &end);
    if (end == text) gotcha_end(3);
    return value;
}

static float gotcha_float(unsigned kind) {
    const char *text = gotcha_next(kind);
    char *end;
    float value = strtof(text, &end);
    if (end == text) gotcha_end(3);
    return value;
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
    if (!condition) gotcha_end(2);
}
__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}

"#;

/// Behind [`PRELUDE`]: the program's own ends are told from the library's aborts, of a spoilt heap for one.
const OWN_ENDS: &str = r#"
void __real_abort(void) __attribute__((noreturn));
void __real___assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
void __wrap_abort(void) {
    if (gotcha_notes) gotcha_notes[2] = 4;
    __real_abort();
}
void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    if (gotcha_notes) gotcha_notes[2] = 4;
    __real___assert_fail(text, file, line, function);
}
"#;

/// As [`PRELUDE`], for runs that are counted as validators count.
const COUNTING: &str = include_str!("counting.c");

/// Inputs that no driver can deliver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undeliverable {
    /// Which function or parameter asks for it.
    pub function: String,
}

/// The text of the driver for all tests of a program.
///
/// # Errors
/// If an input does not come from a function that can be defined in C, such as a parameter of the entry function.
pub fn driver(program: &Program) -> Result<String, Undeliverable> {
    with_inputs(PRELUDE, program)
}

/// As [`driver`], for a program with probes: they set elements of `volatile unsigned char *gotcha_probes`.
///
/// # Errors
/// As [`driver`].
pub fn probing_driver(program: &Program) -> Result<String, Undeliverable> {
    with_inputs(&format!("{PRELUDE}{OWN_ENDS}"), program)
}

/// As [`probing_driver`], for runs that are counted as validators count. What the program may do is limited.
///
/// # Errors
/// As [`driver`].
pub fn counting_driver(program: &Program) -> Result<String, Undeliverable> {
    with_inputs(COUNTING, program)
}

fn with_inputs(prelude: &str, program: &Program) -> Result<String, Undeliverable> {
    let mut text = prelude.to_string();
    let mut seen = FxHashSet::default();
    let mut stubs: Vec<FuncId> = program.stubs.iter().copied().collect();
    stubs.sort_unstable();
    let stub_named = |name: &String| stubs.iter().copied().find(|&stub| program.functions[stub].name == *name);
    // The world outside is set up before the run.
    for (id, input) in program.inputs.iter().filter(|(_, input)| input.origin == InputOrigin::Call) {
        let undeliverable = || Undeliverable { function: input.function.clone() };
        if !is_identifier(&input.function) {
            return Err(undeliverable());
        }
        if !seen.insert(&input.function) {
            continue;
        }
        let kind = id.index();
        let (c_type, value) = reader(&program.types, input.ty, kind).ok_or_else(undeliverable)?;
        let _ = match stub_named(&input.function).and_then(|stub| program.bytes_of_stub(stub)) {
            // The input is read in any case.
            Some(bytes) => {
                writeln!(text, "__attribute__((weak)) void *{}() {{ return {value} == 1 && {bytes} ? __builtin_calloc(1, {bytes}) : 0; }}", input.function)
            }
            None => writeln!(text, "__attribute__((weak)) {c_type} {}() {{ return ({c_type}){value}; }}", input.function),
        };
    }
    for &stub in stubs.iter().filter(|&&stub| !seen.contains(&program.functions[stub].name)) {
        let Function { name, noreturn, .. } = &program.functions[stub];
        // What reads no input gives nothing, or ends the program.
        let _ = writeln!(text, "__attribute__((weak)) void {name}() {{ {} }}", if *noreturn { "__builtin_exit(0);" } else { "" });
    }
    Ok(text)
}

/// What the notes hold after a run that asked for these inputs: their number and the hash of who asked.
pub fn expected_notes(kinds: impl Iterator<Item = goto::InputId>, program: &Program) -> (u32, u32) {
    kinds.filter(|id| program.inputs[*id].origin == InputOrigin::Call).fold((0, 0), |(n, hash), id| {
        // The driver defines one function for all input kinds with one name: the first.
        let name = &program.inputs[id].function;
        let first = program.inputs.iter().find(|(_, k)| k.function == *name).map_or(id, |(first, _)| first);
        (n + 1, hash_step(hash, first.index()))
    })
}

fn hash_step(hash: u32, kind: usize) -> u32 {
    hash.wrapping_mul(31).wrapping_add(kind as u32).wrapping_add(1)
}

/// A C type with the same representation, and the expression that reads a value of it.
fn reader(types: &TypeTable, ty: TypeId, kind: usize) -> Option<(&'static str, String)> {
    Some(match types.get(ty) {
        Type::Bool => ("_Bool", format!("(0 != gotcha_integer({kind}, 1, 0))")),
        Type::Int { bits, signed } => {
            let c_type = value::integer_type(*bits, *signed).filter(|_| *bits <= 64)?;
            let wide = *bits == 64 && types.model() == DataModel::Ilp32;
            (c_type, format!("gotcha_integer({kind}, {}, {})", u8::from(*signed), u8::from(wide)))
        }
        Type::Float(FloatKind::Single) => ("float", format!("gotcha_float({kind})")),
        Type::Float(FloatKind::Double) => ("double", format!("gotcha_double({kind})")),
        Type::Float(FloatKind::Extended) => ("long double", format!("gotcha_extended({kind})")),
        Type::Pointer(_) => ("void *", format!("(unsigned long)gotcha_integer({kind}, 0, 0)")),
        _ => return None,
    })
}

fn is_identifier(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::replay;

    #[test]
    fn both_sides_mean_the_same() {
        for variable in [replay::NOTES_VARIABLE, replay::PROBES_VARIABLE, replay::READS_VARIABLE] {
            assert!(PRELUDE.contains(&format!("gotcha_map(\"{variable}\", &size)")), "{variable}");
        }
        assert!(PRELUDE.contains(&format!("getenv(\"{}\")", replay::INPUTS_VARIABLE)));
        assert!(PRELUDE.contains(&format!("if (getenv(\"{}\")) close(0)", replay::CLOSES_VARIABLE)));
        for (why, place) in [
            (replay::ENDED_EXHAUSTED, "fgets(gotcha_line, sizeof gotcha_line, gotcha_inputs)) gotcha_end"),
            (replay::ENDED_ASSUMPTION, "if (!condition) gotcha_end"),
            (replay::ENDED_MALFORMED, "if (end == text) gotcha_end"),
        ] {
            assert!(PRELUDE.contains(&format!("{place}({why})")), "{place}");
        }
        assert!(PRELUDE.contains(&format!("gotcha_notes[2] = {} + number", replay::ENDED_MISSING)));
        assert!(OWN_ENDS.contains(&format!("__wrap_abort(void) {{\n    if (gotcha_notes) gotcha_notes[2] = {};", replay::ENDED_ABORT)));
        assert!(COUNTING.contains(&format!("gotcha_no_notes[{}]", replay::NOTES)));
        for variable in [replay::NOTES_VARIABLE, replay::INPUTS_VARIABLE, replay::PROBES_VARIABLE, replay::READS_VARIABLE] {
            assert!(COUNTING.contains(&format!("\"{variable}\"")), "{variable}");
        }
        for (why, place) in [
            (replay::ENDED_EXHAUSTED, "fgets(line, GOTCHA_LINE, stdin)) gotcha_end("),
            (replay::ENDED_ASSUMPTION, "if (!condition) gotcha_end("),
            (replay::ENDED_MALFORMED, "< 1) gotcha_end("),
            (replay::ENDED_ABORT, "__wrap_abort(void) {\n    gotcha_write();\n    gotcha_notes[2] = "),
            (replay::ENDED_UNGUARDED, "if (!gotcha_lock_up()) {\n        gotcha_notes[2] = "),
        ] {
            assert!(COUNTING.contains(&format!("{place}{why}")), "{place}");
        }
    }
}
