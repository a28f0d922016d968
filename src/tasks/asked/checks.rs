//! The table of properties that `verify` can be asked for: names on the command line, groups of names, and what `gotcha help checks` prints of them.

use goto::PropertyClass as P;
use std::fmt::Write as _;

/// A property by its name on the command line.
pub(crate) struct Check {
    pub name: &'static str,
    /// What is checked; several for names that stand for several properties.
    pub classes: &'static [P],
    pub kind: Kind,
    /// What a violation is.
    pub finds: &'static str,
    /// Who else finds it: a paragraph of C11, a sanitizer of gcc or clang, or a rule of a competition.
    pub reference: &'static str,
}

/// Into which groups a property belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// What the program or a competition's property file claims.
    Claim,
    /// Undefined behaviour of accesses, pointers and lifetimes.
    Memory,
    /// Undefined behaviour of operators and conversions.
    Arithmetic,
    /// Undefined behaviour of calls, of the library's functions too.
    Call,
    /// Defined behaviour that is seldom meant.
    Option,
}

impl Kind {
    fn is_undefined_behaviour(self) -> bool {
        matches!(self, Kind::Memory | Kind::Arithmetic | Kind::Call)
    }
}

/// Names that stand for a group of properties, with what they stand for.
pub(crate) const GROUPS: [(&str, &str); 5] = [
    ("default", "what is checked if nothing is asked for"),
    ("undefined", "all undefined behaviour: memory, arithmetic and calls"),
    ("memory", "accesses, pointers and lifetimes"),
    ("arithmetic", "operators and conversions"),
    ("calls", "calls and arguments of library functions"),
];

pub(crate) const DEFAULT: [&str; 7] = ["assertions", "unreach-call", "bounds", "pointer", "div-by-zero", "no-overflow", "shift"];

/// What violations of the property with this name are.
pub fn finds(name: &str) -> Option<&'static str> {
    CHECKS.iter().find(|check| check.name == name).map(|check| check.finds)
}

pub(crate) const CHECKS: &[Check] = &[
    Check { name: "assertions", classes: &[P::Assertion], kind: Kind::Claim, finds: "assert and __VERIFIER_assert fail", reference: "C11 7.2" },
    Check { name: "unreach-call", classes: &[P::UnreachCall], kind: Kind::Claim, finds: "reach_error or __VERIFIER_error is called", reference: "SV-COMP" },
    Check {
        name: "bounds",
        classes: &[P::Bounds],
        kind: Kind::Memory,
        finds: "an index or access outside of its array or object",
        reference: "C11 6.5.6p8, -fsanitize=bounds,address",
    },
    Check {
        name: "pointer",
        classes: &[P::Pointer],
        kind: Kind::Memory,
        finds: "use of a pointer that is null, freed, or to no live object; a store to a constant; a wrong free",
        reference: "C11 6.5.3.2p4, 6.7.3p6, -fsanitize=null,address",
    },
    Check {
        name: "valid-deref",
        classes: &[P::ValidDeref],
        kind: Kind::Memory,
        finds: "any invalid access to memory, as competitions ask for it",
        reference: "SV-COMP",
    },
    Check {
        name: "valid-free",
        classes: &[P::ValidFree],
        kind: Kind::Memory,
        finds: "a free of what is not the beginning of a live block",
        reference: "C11 7.22.3.3p2, -fsanitize=address",
    },
    Check {
        name: "valid-memtrack",
        classes: &[P::ValidMemtrack],
        kind: Kind::Option,
        finds: "memory that nothing points to any more is not freed",
        reference: "SV-COMP",
    },
    Check {
        name: "valid-memsafety",
        classes: &[P::ValidFree, P::ValidDeref, P::ValidMemtrack],
        kind: Kind::Option,
        finds: "the three before",
        reference: "SV-COMP",
    },
    Check {
        name: "valid-memcleanup",
        classes: &[P::ValidMemcleanup],
        kind: Kind::Option,
        finds: "memory that is not freed when the program ends",
        reference: "SV-COMP",
    },
    Check { name: "memory-leak", classes: &[P::MemoryLeak], kind: Kind::Option, finds: "the same", reference: "-fsanitize=leak" },
    Check {
        name: "alignment",
        classes: &[P::Alignment],
        kind: Kind::Memory,
        finds: "access through a pointer that is not aligned",
        reference: "C11 6.3.2.3p7, -fsanitize=alignment",
    },
    Check {
        name: "pointer-comparison",
        classes: &[P::PointerComparison],
        kind: Kind::Memory,
        finds: "< and its kin on pointers to different objects",
        reference: "C11 6.5.8p5, -fsanitize=pointer-compare",
    },
    Check {
        name: "pointer-subtraction",
        classes: &[P::PointerSubtraction],
        kind: Kind::Memory,
        finds: "subtraction of pointers to different objects, or not by whole elements",
        reference: "C11 6.5.6p9, -fsanitize=pointer-subtract",
    },
    Check {
        name: "pointer-overflow",
        classes: &[P::PointerOverflow],
        kind: Kind::Memory,
        finds: "pointer arithmetic that leaves its object",
        reference: "C11 6.5.6p8, -fsanitize=pointer-overflow",
    },
    Check {
        name: "uninitialised",
        classes: &[P::Uninitialised],
        kind: Kind::Memory,
        finds: "a value that was never written is read",
        reference: "C11 6.3.2.1p2, -fsanitize=memory",
    },
    Check {
        name: "div-by-zero",
        classes: &[P::DivByZero],
        kind: Kind::Arithmetic,
        finds: "integer division by zero",
        reference: "C11 6.5.5p5, -fsanitize=integer-divide-by-zero",
    },
    Check {
        name: "no-overflow",
        classes: &[P::Overflow],
        kind: Kind::Arithmetic,
        finds: "a signed result that its type cannot hold; abs and INT_MIN / -1 too",
        reference: "C11 6.5p5, -fsanitize=signed-integer-overflow",
    },
    Check {
        name: "shift",
        classes: &[P::Shift],
        kind: Kind::Arithmetic,
        finds: "a distance that is negative or too large; a negative value shifted left",
        reference: "C11 6.5.7p3-4, -fsanitize=shift",
    },
    Check {
        name: "nonnull",
        classes: &[P::Nonnull],
        kind: Kind::Call,
        finds: "a null pointer where attributes or a parameter's static length exclude it",
        reference: "C11 6.7.6.3p7, 7.1.4p1, -fsanitize=nonnull-attribute,returns-nonnull-attribute",
    },
    Check {
        name: "overlap",
        classes: &[P::Overlap],
        kind: Kind::Call,
        finds: "a library function copies between objects that overlap",
        reference: "C11 7.24.2.1p2, -fsanitize=address",
    },
    Check {
        name: "library",
        classes: &[P::Library],
        kind: Kind::Call,
        finds: "an argument for which a library function is not defined",
        reference: "C11 7.1.4p1",
    },
    Check {
        name: "format",
        classes: &[P::Format],
        kind: Kind::Call,
        finds: "a format of printf or scanf that does not fit its arguments",
        reference: "C11 7.21.6.1p9, -Wformat",
    },
    Check {
        name: "unsigned-overflow",
        classes: &[P::UnsignedOverflow],
        kind: Kind::Option,
        finds: "unsigned arithmetic that wraps around",
        reference: "-fsanitize=unsigned-integer-overflow",
    },
    Check {
        name: "conversion",
        classes: &[P::Conversion, P::FloatCast],
        kind: Kind::Option,
        finds: "an implicit conversion that changes an integer, and float-cast",
        reference: "-fsanitize=implicit-conversion",
    },
    Check {
        name: "float-cast",
        classes: &[P::FloatCast],
        kind: Kind::Arithmetic,
        finds: "a floating-point number that the integer type cannot hold",
        reference: "C11 6.3.1.4p1, -fsanitize=float-cast-overflow",
    },
    Check {
        name: "float-overflow",
        classes: &[P::FloatOverflow],
        kind: Kind::Option,
        finds: "finite operands give an infinite result",
        reference: "C11 7.12.1p5",
    },
    Check { name: "nan", classes: &[P::Nan], kind: Kind::Option, finds: "numbers give no number", reference: "C11 F.10" },
    Check {
        name: "float-div-by-zero",
        classes: &[P::FloatDivByZero],
        kind: Kind::Option,
        finds: "a floating-point number is divided by zero",
        reference: "C11 F.10, -fsanitize=float-divide-by-zero",
    },
    Check {
        name: "float-inexact",
        classes: &[P::FloatInexact],
        kind: Kind::Option,
        finds: "a floating-point result is rounded",
        reference: "C11 F.8.6, FE_INEXACT",
    },
    Check {
        name: "unreachable",
        classes: &[P::Unreachable],
        kind: Kind::Call,
        finds: "__builtin_unreachable is reached, or the end of a function that does not return",
        reference: "C11 6.7.4p8, -fsanitize=unreachable",
    },
    Check {
        name: "builtin",
        classes: &[P::Builtin],
        kind: Kind::Call,
        finds: "a builtin is given what it is not defined for: zero to count zeros of, a false assumption",
        reference: "-fsanitize=builtin,alignment",
    },
    Check {
        name: "unsequenced",
        classes: &[P::Unsequenced],
        kind: Kind::Arithmetic,
        finds: "an object is changed twice, or changed and used, without a sequence point in between",
        reference: "C11 6.5p2, -Wsequence-point",
    },
    Check {
        name: "function-type",
        classes: &[P::FunctionType],
        kind: Kind::Call,
        finds: "a function is called as one of another type, or without prototype by wrong arguments",
        reference: "C11 6.5.2.2p6,9, -fsanitize=function",
    },
    Check {
        name: "missing-return",
        classes: &[P::MissingReturn],
        kind: Kind::Call,
        finds: "the value of a function that ended without return is used",
        reference: "C11 6.9.1p12, -fsanitize=return",
    },
    Check {
        name: "bool-value",
        classes: &[P::BoolValue],
        kind: Kind::Memory,
        finds: "a _Bool that is read is neither 0 nor 1",
        reference: "C11 6.2.6.1p5, -fsanitize=bool",
    },
    Check {
        name: "vla-bound",
        classes: &[P::VlaBound],
        kind: Kind::Memory,
        finds: "the size of an array of variable length is not positive",
        reference: "C11 6.7.6.2p5, -fsanitize=vla-bound",
    },
    Check {
        name: "enum-value",
        classes: &[P::EnumValue],
        kind: Kind::Option,
        finds: "what is read from or converted to an enumerated type is none of its constants",
        reference: "CBMC's --enum-range-check",
    },
    Check {
        name: "infinite-recursion",
        classes: &[P::InfiniteRecursion],
        kind: Kind::Claim,
        finds: "a function calls itself as it was called itself, or calls nest deeper than a stack allows",
        reference: "-Winfinite-recursion",
    },
    Check {
        name: "unwinding",
        classes: &[P::Unwinding],
        kind: Kind::Claim,
        finds: "a loop or recursion goes on beyond its bound (needs --unwind or --unwindset)",
        reference: "",
    },
    Check {
        name: "no-data-race",
        classes: &[P::DataRace],
        kind: Kind::Claim,
        finds: "two threads access a place at the same time, one writes, and not both are atomic",
        reference: "C11 5.1.2.4p25, ThreadSanitizer, SV-COMP",
    },
    Check { name: "no-deadlock", classes: &[P::Deadlock], kind: Kind::Claim, finds: "threads wait for each other, and none can go on", reference: "" },
    Check { name: "termination", classes: &[P::Termination], kind: Kind::Claim, finds: "a loop or recursion never ends (stands alone)", reference: "SV-COMP" },
];

/// The property of this name.
pub(crate) fn check(name: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|c| c.name == name)
}

/// The properties of the group of this name.
pub(crate) fn group(name: &str) -> Option<Vec<&'static Check>> {
    let of = |wanted: &dyn Fn(&Check) -> bool| Some(CHECKS.iter().filter(|c| wanted(c)).collect());
    match name {
        "default" => of(&|c| DEFAULT.contains(&c.name)),
        // What competitions call an invalid access is what the other names tell apart.
        "undefined" => of(&|c| c.kind.is_undefined_behaviour() && !c.name.starts_with("valid-")),
        "memory" => of(&|c| c.kind == Kind::Memory && !c.name.starts_with("valid-")),
        "arithmetic" => of(&|c| c.kind == Kind::Arithmetic),
        "calls" => of(&|c| c.kind == Kind::Call),
        _ => None,
    }
}

/// The text of `gotcha help checks`.
pub fn table() -> String {
    let mut text = "What verify can be asked for by --property NAME,... (* is on by default; -NAME takes one away from a group before it)\n\n".to_owned();
    let width = CHECKS.iter().map(|c| c.name.len()).max().unwrap_or(0);
    let finds = CHECKS.iter().map(|c| c.finds.len()).max().unwrap_or(0);
    for c in CHECKS {
        let default = if DEFAULT.contains(&c.name) { '*' } else { ' ' };
        let line = format!("{default} {:width$}  {:finds$}  {}", c.name, c.finds, c.reference);
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push_str("\nGroups:\n");
    for (name, what) in GROUPS {
        let _ = writeln!(text, "  {name:width$}  {what}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_groups_are_full() {
        for (i, c) in CHECKS.iter().enumerate() {
            assert!(CHECKS[..i].iter().all(|other| other.name != c.name), "{} stands twice", c.name);
            assert!(group(c.name).is_none(), "{} is a group too", c.name);
        }
        assert_eq!(group("default").map(|g| g.len()), Some(DEFAULT.len()));
        for (name, _) in GROUPS {
            assert!(group(name).is_some(), "{name} is no group");
        }
    }
}
