//! The words of the text form that stand for enums: one list for the printer and the parser.

use crate::expr::{HeapFact, IntegralMode, MathFn, MathFn2, MemoryFact};
use crate::program::{
    AllocKind, BranchKind, CompareMode, Failure, FilePart, FindMode, GoalKind, HaltKind, InputOrigin, LentAccess, Mark, PropertyClass, VariablePart,
};
use crate::types::{DataModel, FloatKind, RecordKind};

/// An enum with a word for each value.
pub(crate) trait Named: Sized {
    fn word(self) -> &'static str;
    fn from_word(word: &str) -> Option<Self>;
}

macro_rules! named {
    ($ty:ident { $($variant:ident => $word:literal),+ $(,)? }) => {
        impl Named for $ty {
            fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

named!(DataModel { Lp64 => "lp64", Ilp32 => "ilp32" });
named!(FloatKind { Half => "f16", Single => "f32", Double => "f64", Extended => "f80", Quad => "f128" });
named!(RecordKind { Struct => "struct", Union => "union" });
named!(LentAccess { Number => "number", Other => "other" });
named!(HaltKind { Exit => "exit", Abort => "abort" });
named!(Mark {
    Statement => "statement",
    Then => "then",
    Else => "else",
    LoopBody => "loop_body",
    LoopExit => "loop_exit",
    Case => "case",
    Default => "default",
    ConditionalThen => "conditional_then",
    ConditionalElse => "conditional_else",
});
named!(MemoryFact {
    ObjectSize => "object_size",
    Offset => "offset",
    IsLive => "is_live",
    IsHeap => "is_heap",
    IsLent => "is_lent",
    IsWritable => "is_writable",
    WasFreed => "was_freed",
});
named!(HeapFact { IsEmpty => "heap_is_empty", IsReachable => "heap_is_reachable", IsReachableAfterReturn => "heap_is_reachable_after_return" });
named!(FindMode { First => "first", FirstOrZero => "first_or_zero", Last => "last" });
named!(CompareMode { Block => "block", String => "string", Caseless => "caseless" });
named!(BranchKind {
    If => "if",
    While => "while",
    For => "for",
    DoWhile => "do_while",
    Conditional => "conditional",
    Case => "case",
    ShortCircuit => "short_circuit",
});
named!(AllocKind { Heap => "heap", Lent => "lent", Stack => "stack", Static => "static" });
named!(VariablePart { Set => "set", Byte => "byte" });
named!(FilePart { Exists => "exists", Follows => "follows", Byte => "byte", Listed => "listed", NameByte => "name" });
// `function` alone starts an item.
named!(GoalKind {
    Branch => "branch_goal",
    Condition => "condition_goal",
    Statement => "statement_goal",
    Function => "function_goal",
    Assertion => "assertion_goal",
    ErrorCall => "error_call_goal",
});
named!(PropertyClass {
    Assertion => "assertion",
    UnreachCall => "unreach_call",
    Bounds => "bounds",
    Pointer => "pointer",
    ValidDeref => "valid_deref",
    ValidFree => "valid_free",
    ValidMemtrack => "valid_memtrack",
    ValidMemcleanup => "valid_memcleanup",
    MemoryLeak => "memory_leak",
    Overflow => "overflow",
    UnsignedOverflow => "unsigned_overflow",
    DivByZero => "div_by_zero",
    Shift => "shift",
    Conversion => "conversion",
    FloatOverflow => "float_overflow",
    Nan => "nan",
    Uninitialised => "uninitialised",
    Alignment => "alignment",
    FloatCast => "float_cast",
    Unreachable => "unreachable",
    Builtin => "builtin",
    VlaBound => "vla_bound",
    PointerComparison => "pointer_comparison",
    PointerSubtraction => "pointer_subtraction",
    PointerOverflow => "pointer_overflow",
    Nonnull => "nonnull",
    Overlap => "overlap",
    Library => "library",
    Format => "format",
    FunctionType => "function_type",
    MissingReturn => "missing_return",
    BoolValue => "bool_value",
    EnumValue => "enum_value",
    FloatDivByZero => "float_div_by_zero",
    FloatInexact => "float_inexact",
    Unsequenced => "unsequenced",
    InfiniteRecursion => "infinite_recursion",
    Unwinding => "unwinding",
    Termination => "termination",
    Witness => "witness",
    Contract => "contract",
    Vacuity => "vacuity",
    DataRace => "no_data_race",
    Deadlock => "no_deadlock",
});

// Operators that are written as functions; names of functions never stand where these do.
named!(IntegralMode {
    Current => "rint",
    NearestEven => "roundeven",
    NearestAway => "round",
    Down => "floor",
    Up => "ceil",
    Zero => "trunc",
});
named!(MathFn {
    Sin => "sin",
    Cos => "cos",
    Tan => "tan",
    Asin => "asin",
    Acos => "acos",
    Atan => "atan",
    Sinh => "sinh",
    Cosh => "cosh",
    Tanh => "tanh",
    Asinh => "asinh",
    Acosh => "acosh",
    Atanh => "atanh",
    Exp => "exp",
    Exp2 => "exp2",
    Expm1 => "expm1",
    Log => "log",
    Log2 => "log2",
    Log10 => "log10",
    Log1p => "log1p",
    Cbrt => "cbrt",
    Erf => "erf",
    Erfc => "erfc",
    Tgamma => "tgamma",
    Lgamma => "lgamma",
});
named!(MathFn2 { Pow => "pow", Atan2 => "atan2", Hypot => "hypot" });

/// Words that mean something where a function's name may stand; a function with such a name is quoted.
pub(crate) const RESERVED: &[&str] = &[
    "object_size",
    "offset",
    "is_live",
    "is_heap",
    "is_lent",
    "is_beyond",
    "was_freed",
    "same_object",
    "goto",
    "file",
    "types",
    "struct",
    "union",
    "branch",
    "input",
    "goal",
    "property",
    "static",
    "function",
    "parameter",
    "local",
    "temporary",
    "unlisted",
    "as",
    "null",
    "zero",
    "bits",
    "overflows",
    "true",
    "false",
];

/// May a name stand in the text without quotes?
pub(crate) fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(starts_word) && chars.all(continues_word)
}

pub(crate) fn starts_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || c == '$'
}

pub(crate) fn continues_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// `file_2_byte` for a part of a file, `variable_0_set` for one of a variable.
impl InputOrigin {
    /// As the text form and the names of inputs have it.
    pub fn word(self) -> String {
        match self {
            Self::Call => "call".to_owned(),
            Self::ArgumentFollows => "argument_follows".to_owned(),
            Self::ArgumentByte => "argument_byte".to_owned(),
            Self::StdinFollows => "stdin_follows".to_owned(),
            Self::StdinByte => "stdin_byte".to_owned(),
            Self::Fails(failure) => failure.text().replace(' ', "_"),
            Self::File(number, part) => format!("file_{number}_{}", part.word()),
            Self::Variable(number, part) => format!("variable_{number}_{}", part.word()),
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        let file = || {
            let (number, part) = word.strip_prefix("file_")?.split_once('_')?;
            Some(Self::File(number.parse().ok()?, FilePart::from_word(part)?))
        };
        let variable = || {
            let (number, part) = word.strip_prefix("variable_")?.split_once('_')?;
            Some(Self::Variable(number.parse().ok()?, VariablePart::from_word(part)?))
        };
        let others = [Self::Call, Self::ArgumentFollows, Self::ArgumentByte, Self::StdinFollows, Self::StdinByte];
        others.into_iter().chain(Failure::ALL.map(Self::Fails)).find(|origin| origin.word() == word).or_else(file).or_else(variable)
    }
}
