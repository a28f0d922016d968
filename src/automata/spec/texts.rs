//! The texts of a program's source, by the places that its instructions have. Where they come from is not known here.

use goto::Location;
use goto::outline::TextKind;
use rustc_hash::FxHashMap;

/// What execution does by itself, without the statements in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub kind: TextKind,
    /// What it is called where it comes from.
    pub number: usize,
    /// The function around it.
    pub function: String,
    /// Where it begins, behind labels; of a loop and the parts of its head, where the loop does.
    pub spot: Location,
    /// Its ends, the second one excluded.
    pub covers: (Location, Location),
    pub text: String,
}

impl Text {
    pub(super) fn contains(&self, loc: Location) -> bool {
        loc.file == self.covers.0.file && self.covers.0 <= loc && loc < self.covers.1
    }

    /// Is it something that a run of instructions does?
    pub(super) fn is_done(&self) -> bool {
        matches!(self.kind, TextKind::Statement | TextKind::Jump | TextKind::Declaration | TextKind::ForStart | TextKind::ForStep)
    }
}

/// All texts of a program.
#[derive(Clone, Default, Debug)]
pub struct Texts {
    by_function: FxHashMap<String, Vec<Text>>,
    /// What is declared outside of functions, in order; of function definitions without their bodies.
    pub globals: Vec<String>,
}

impl Texts {
    pub fn new(texts: Vec<Text>, globals: Vec<String>) -> Self {
        let mut by_function: FxHashMap<String, Vec<Text>> = FxHashMap::default();
        for text in texts {
            by_function.entry(text.function.clone()).or_default().push(text);
        }
        Self { by_function, globals }
    }

    /// The texts in a function, in the order of the source.
    pub(super) fn of(&self, function: &str) -> &[Text] {
        self.by_function.get(source_name(function)).map_or(&[], Vec::as_slice)
    }
}

/// The name of a function in the source: of several functions with the same name, all but one get a number in the program.
pub(super) fn source_name(function: &str) -> &str {
    function.split('.').next().unwrap_or(function)
}
