//! The monitor of locks: which ones protect which objects, after the automaton of Holzmann's paper (figure 4). Objects are the variables with static storage that
//! statements name; each access becomes a call before its statement, or in the condition of its loop.

use goto::outline::{ConditionEdit, Outline, Point, PointKind, Spot, StatementEdit};
use goto::visit::Role;
use goto::{ExprId, ExprKind, Location, Program, Storage, SymbolId};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The monitor as C that needs nothing but pthreads.
pub const LOCKSET: &str = include_str!("lockset.c");

/// Where calls are put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Before(StatementEdit),
    Condition(ConditionEdit),
}

/// Accesses that are told in one place; of a variable that is read and written the reading comes first.
struct LoggedAccesses {
    file: usize,
    place: Place,
    line: u32,
    accesses: BTreeMap<(String, bool), bool>,
}

/// The accesses of a program, by the places of its text where they are told.
pub struct Accesses(Vec<LoggedAccesses>);

impl Accesses {
    /// Reads them from the compiled program. Only with `unwritten_statics` it matters which variables have an initialiser: the language makes the others zero.
    pub fn of(program: &Program, outline: &Outline, unwritten_statics: bool) -> Self {
        let mut found: BTreeMap<usize, LoggedAccesses> = BTreeMap::new();
        let finder = Finder { program, outline, initialised: unwritten_statics.then(|| initialised(program, outline)) };
        for (_, function) in program.functions.iter().filter(|(_, f)| !f.model) {
            let Some(body) = &function.body else { continue };
            let points: Vec<(usize, &Point)> = outline.points.iter().enumerate().filter(|(_, p)| p.function == function.name).collect();
            for instruction in body.values() {
                let mut accesses = Vec::new();
                instruction.kind.expressions(|e, role| finder.accesses(e, role == Role::Write, &mut accesses));
                if accesses.is_empty() {
                    continue;
                }
                let Some((number, place)) = finder.place(&points, instruction.loc) else { continue };
                let position = outline.points[number].position;
                let told = found.entry(number).or_insert_with(|| LoggedAccesses { file: position.file, place, line: position.line, accesses: BTreeMap::new() });
                // What an instruction reads it reads before it writes.
                accesses.sort_by_key(|&(_, is_write)| is_write);
                for (symbol, is_write) in accesses {
                    let name = &program.symbols[symbol].name;
                    // What the statement itself wrote just before is no access to what was there.
                    if is_write || !told.accesses.contains_key(&(name.clone(), true)) {
                        told.accesses.insert((name.clone(), is_write), finder.is_initialised(symbol));
                    }
                }
            }
        }
        Self(found.into_values().collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The preprocessed text of a file with the calls.
    pub fn told(&self, text: &str, file: usize) -> String {
        // What ends something comes before what begins there.
        let mut insertions: Vec<(usize, bool, String)> = Vec::new();
        for told in self.0.iter().filter(|t| t.file == file) {
            let calls: Vec<String> = told.accesses.iter().map(|((name, is_write), is_initialised)| call(name, *is_write, *is_initialised, told.line)).collect();
            match told.place {
                Place::Before(StatementEdit::Before(at)) => insertions.push((at, true, format!(" {}; ", calls.join("; ")))),
                Place::Before(StatementEdit::Braces(start, end)) => {
                    insertions.push((start, true, format!(" {{ {}; ", calls.join("; "))));
                    insertions.push((end, false, " } ".to_owned()));
                }
                Place::Condition(ConditionEdit { start, end, is_empty }) => {
                    insertions.push((start, true, format!("({}, (", calls.join(", "))));
                    insertions.push((end, is_empty, if is_empty { "1))".to_owned() } else { "))".to_owned() }));
                }
            }
        }
        insertions.sort_by_key(|&(at, begins, _)| (at, begins));
        let mut out = String::from("void gotcha_lockset_access(const volatile void *, const char *, int, int, int);\n");
        let mut done = 0;
        for (at, _, inserted) in insertions {
            out.push_str(&text[done..at]);
            out.push_str(&inserted);
            done = at;
        }
        out.push_str(&text[done..]);
        out
    }
}

fn call(name: &str, is_write: bool, is_initialised: bool, line: u32) -> String {
    let mut call = String::new();
    let _ = write!(call, "gotcha_lockset_access(&{name}, \"{name}\", {}, {}, {line})", u8::from(is_write), u8::from(is_initialised));
    call
}

struct Finder<'a> {
    program: &'a Program,
    outline: &'a Outline,
    /// The variables whose declarations say what they are at first; `None` if that goes for all.
    initialised: Option<Vec<SymbolId>>,
}

impl Finder<'_> {
    /// The variables that the expression reads, and the one that it names if it is written.
    fn accesses(&self, e: ExprId, is_write: bool, found: &mut Vec<(SymbolId, bool)>) {
        let exprs = &self.program.exprs;
        match exprs.kind(e) {
            ExprKind::Var(symbol) if self.is_watched(symbol) => found.push((symbol, is_write)),
            ExprKind::Field { base, .. } => self.accesses(base, is_write, found),
            ExprKind::Index { base, index } => {
                self.accesses(base, is_write, found);
                self.accesses(index, false, found);
            }
            ExprKind::Deref(pointer) => self.accesses(pointer, false, found),
            ExprKind::AddressOf(place) => self.address(place, found),
            _ => exprs.operands(e, |operand| self.accesses(operand, false, found)),
        }
    }

    /// What an address depends on; the object itself is not accessed.
    fn address(&self, place: ExprId, found: &mut Vec<(SymbolId, bool)>) {
        match self.program.exprs.kind(place) {
            ExprKind::Field { base, .. } => self.address(base, found),
            ExprKind::Index { base, index } => {
                self.address(base, found);
                self.accesses(index, false, found);
            }
            ExprKind::Deref(pointer) => self.accesses(pointer, false, found),
            _ => {}
        }
    }

    fn is_watched(&self, symbol: SymbolId) -> bool {
        is_watched(self.program, self.outline, symbol)
    }

    /// One that its declaration does not leave at zero without saying so.
    fn is_initialised(&self, symbol: SymbolId) -> bool {
        self.initialised.as_ref().is_none_or(|initialised| initialised.contains(&symbol))
    }

    /// The smallest place of the function's text that evaluates what stands there.
    fn place(&self, points: &[(usize, &Point)], loc: Location) -> Option<(usize, Place)> {
        let file = self.outline.files.iter().position(|f| *f == self.program.files[loc.file])?;
        let at = Spot { file: file as u32, line: loc.line, column: loc.column };
        let statement = |p: &Point| match &p.kind {
            PointKind::Statement { covers, edit, spot } if covers.iter().any(|c| c.contains(at)) || *spot == at => Some((*edit, *spot)),
            _ => None,
        };
        let (number, (edit, spot)) = points.iter().filter_map(|(n, p)| Some((*n, statement(p)?))).max_by_key(|(_, (_, spot))| *spot)?;
        let condition = points.iter().find_map(|(_, p)| match &p.kind {
            PointKind::Decision { spot: s, condition: Some(condition), .. } if *s == spot => Some(*condition),
            _ => None,
        });
        Some((number, condition.map_or(Place::Before(edit), Place::Condition)))
    }
}

/// Is it a variable of the user's text with static storage?
fn is_watched(program: &Program, outline: &Outline, symbol: SymbolId) -> bool {
    let symbol = &program.symbols[symbol];
    let file = &program.files[symbol.loc.file];
    let is_name = symbol.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    symbol.storage == Storage::Static && is_name && symbol.name != "literal" && outline.files.contains(file)
}

/// The variables that are watched, and of each whether its declaration initialises it.
pub fn watched_objects(program: &Program, outline: &Outline) -> Vec<(SymbolId, bool)> {
    let initialised = initialised(program, outline);
    let all = program.symbols.ids().filter(|&symbol| is_watched(program, outline, symbol));
    all.map(|symbol| (symbol, initialised.contains(&symbol))).collect()
}

/// Variables whose declarations say what they are at first: local ones, and those of file scope with an initialiser.
fn initialised(program: &Program, outline: &Outline) -> Vec<SymbolId> {
    let mut found = Vec::new();
    for instruction in program.functions[program.start].body.iter().flat_map(|b| b.values()) {
        instruction.kind.expressions(|e, role| {
            if role == Role::Write
                && let ExprKind::Var(symbol) = program.exprs.kind(program.exprs.root(e))
            {
                found.push(symbol);
            }
        });
    }
    let says = |name: &str| outline.globals.iter().any(|text| behind(text, name).any(begins_initialiser));
    let is_local = |name: &str| !outline.globals.iter().any(|text| behind(text, name).next().is_some());
    found.extend(program.symbols.iter().filter(|(_, s)| s.storage == Storage::Static && (is_local(&s.name) || says(&s.name))).map(|(id, _)| id));
    found
}

/// What comes behind the name, wherever it is a word of the text.
fn behind<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = &'t str> {
    let continues = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).filter_map(move |(at, _)| {
        let rest = &text[at + name.len()..];
        (!text[..at].ends_with(continues) && !rest.starts_with(continues)).then_some(rest)
    })
}

/// Does the rest of a declarator go on with an initialiser?
fn begins_initialiser(rest: &str) -> bool {
    let mut rest = rest.trim_start();
    while let Some(inside) = rest.strip_prefix('[') {
        let Some((_, after)) = inside.split_once(']') else { return false };
        rest = after.trim_start();
    }
    rest.starts_with('=')
}
