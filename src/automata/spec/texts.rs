//! The texts of a program's source, by the places that its instructions have.

use goto::outline::{Outline, SourceText, Spot, TextKind};
use goto::{FileId, Location, Program};
use rustc_hash::FxHashMap;

/// What execution does by itself, without the statements in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub kind: TextKind,
    /// Its number in the outline.
    pub number: usize,
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
    /// The texts of the source with the places that the program gives to its instructions.
    pub fn new(outline: &Outline, program: &Program) -> Self {
        let files: Vec<Option<FileId>> = outline.files.iter().map(|name| program.files.iter().find(|(_, f)| *f == name).map(|(id, _)| id)).collect();
        let location = |spot: Spot| Some(Location { file: files[spot.file as usize]?, line: spot.line, column: spot.column });
        let located = |(number, t): (usize, &SourceText)| {
            let covers = (location(t.covers.start)?, location(t.covers.end)?);
            Some(Text { kind: t.kind.clone(), number, spot: location(t.spot)?, covers, text: t.text.clone() })
        };
        let mut by_function: FxHashMap<String, Vec<Text>> = FxHashMap::default();
        for (number, of) in outline.texts.iter().enumerate() {
            by_function.entry(of.function.clone()).or_default().extend(located((number, of)));
        }
        Self { by_function, globals: outline.globals.clone() }
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
