//! The places of a program's source text: statements, decisions, calls, full expressions, what they say and what they name, each with its function, its position in
//! the file and the place that the if-goto program gives to its instructions. The front end finds them. Knows nothing of what they mean.

mod edit;
mod texts;
mod uses;

pub use edit::{CLAIM, QUESTION};
pub use texts::{SourceText, TextEdit, TextKind};
pub use uses::{Given, Named, Sign, Symbol, SymbolKind, SymbolNumber, Tags, Use};

/// All places of some files.
#[derive(Clone, Default, Debug)]
pub struct Outline {
    /// The names of files as locations of the program have them.
    pub files: Vec<String>,
    pub points: Vec<Point>,
    /// The functions that the files define.
    pub functions: Vec<String>,
    /// The names of types that they declare outside of functions.
    pub types: Vec<String>,
    /// What the source says of what execution does.
    pub texts: Vec<SourceText>,
    /// The texts of what is declared outside of functions, in order; of function definitions without their bodies.
    pub globals: Vec<String>,
    /// What the texts name.
    pub symbols: Vec<Symbol>,
    /// For each input file its lines' lengths in bytes.
    pub lines: Vec<Vec<usize>>,
}

/// A position in an input file, counted in the file itself whatever its line markers say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// The number of the file among the inputs.
    pub file: usize,
    pub line: u32,
    /// In bytes from 1; `None` where the preprocessor hides it.
    pub column: Option<u32>,
}

/// A place as the if-goto program has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    /// Index into [`Outline::files`].
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

/// A range of the text by its ends, the second one excluded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub start: Spot,
    pub end: Spot,
}

impl Extent {
    /// The spot alone.
    pub fn of(spot: Spot) -> Self {
        Self { start: spot, end: Spot { column: spot.column + 1, ..spot } }
    }

    pub fn contains(&self, spot: Spot) -> bool {
        spot.file == self.start.file && self.start <= spot && spot < self.end
    }
}

#[derive(Clone, Debug)]
pub struct Point {
    pub kind: PointKind,
    /// The function around it.
    pub function: String,
    pub position: Position,
}

#[derive(Clone, Debug)]
pub enum PointKind {
    /// A statement, or a declaration in a block. `covers` is what it evaluates itself, without the statements in it; the spot is where it begins, behind
    /// its labels.
    Statement { covers: Vec<Extent>, edit: StatementEdit, spot: Spot },
    /// An expression that is no part of another one and begins elsewhere than its statement. Of a condition, `decides` is where its statement begins: the instructions that
    /// read the condition have that place.
    FullExpression { covers: Extent, decides: Option<Spot> },
    /// A statement that decides where control goes; the position is its keyword.
    Decision { keyword: Keyword, spot: Spot, condition: Option<ConditionEdit> },
    /// `?:`; the position is the start or the question mark, `condition` what stands before it.
    Conditional { condition: Extent },
    /// A call; the position is its closing parenthesis, the spot its start.
    Call { spot: Spot, callee: Option<String> },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    If,
    While,
    Do,
    For,
    Switch,
}

impl Keyword {
    pub fn is_loop(self) -> bool {
        matches!(self, Keyword::While | Keyword::Do | Keyword::For)
    }
}

/// Where text can be put so that it is executed just before a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatementEdit {
    /// Before this offset of the preprocessed text.
    Before(usize),
    /// The statement, between these offsets, is no item of a block: it needs braces.
    Braces(usize, usize),
}

/// The condition of a loop, between two offsets of the preprocessed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionEdit {
    pub start: usize,
    pub end: usize,
    /// `for (;;)` has none.
    pub is_empty: bool,
}

/// Text that somebody wants to stand in the program beside what its author wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Insertion {
    /// An offset in the preprocessed text.
    pub at: usize,
    pub text: String,
    /// Numbers text that has places of its own; other text has the place where it is inserted.
    pub number: Option<u32>,
}
