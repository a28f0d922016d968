//! A correctness witness from invariants of loops in the if-goto program. What has no place or no form in C is left out: a witness says less then, but nothing
//! wrong.

use super::expression::Printer;
use super::model::{Invariant, Metadata};
use super::run;
use goto::outline::{Keyword, Outline, Point, PointKind, Spot};
use goto::{Body, BranchKind, ExprId, FuncId, InstrId, InstrKind, Location, Program, Storage, SymbolId};

/// So many invariants of one loop are told at most, the first ones.
const MOST_OF_A_LOOP: usize = 30;

/// The invariants, each a truth value that holds whenever execution arrives at the head of a loop, as C says them.
pub fn invariants(program: &Program, outline: &Outline, metadata: &Metadata, proved: &[(FuncId, InstrId, ExprId)]) -> Vec<Invariant> {
    let mut found: Vec<Invariant> = Vec::new();
    for &(function, head, expression) in proved {
        let Some(point) = loop_point(program, outline, function, head) else { continue };
        let name = |symbol| name(program, function, symbol);
        let Some(value) = Printer::new(program, &name).print(expression) else { continue };
        let place = run::place(metadata, point);
        let of_loop: Vec<&Invariant> = found.iter().filter(|i| i.place == place).collect();
        if of_loop.len() < MOST_OF_A_LOOP && of_loop.iter().all(|i| i.value != value) {
            found.push(Invariant { of_loop: true, place, value, line: None });
        }
    }
    found
}

/// The `while` or `for` whose condition is evaluated at the head. That of `do` is evaluated elsewhere.
fn loop_point<'a>(program: &Program, outline: &'a Outline, function: FuncId, head: InstrId) -> Option<&'a Point> {
    let function = &program.functions[function];
    let body = function.body.as_ref().filter(|_| !function.model)?;
    decided_at_head(program, outline, body, head).or_else(|| {
        // A loop without a condition is known by its jump back.
        let back = body.iter().filter(|(at, i)| *at >= head && matches!(i.kind, InstrKind::Goto { target, .. } if target == head));
        let spots: Vec<Spot> = back.filter_map(|(_, i)| spot(program, outline, i.loc)).collect();
        loops(outline).find(|(_, at)| spots.contains(at)).map(|(point, _)| point)
    })
}

/// The loop whose condition, and nothing else, lies between the head and the jump out of it.
fn decided_at_head<'a>(program: &Program, outline: &'a Outline, body: &Body, head: InstrId) -> Option<&'a Point> {
    let is_exit = |kind: &InstrKind| match kind {
        InstrKind::Goto { branch: Some(branch), .. } => matches!(program.branches[*branch].kind, BranchKind::While | BranchKind::For),
        _ => false,
    };
    let behind = || body.iter().skip_while(|(at, _)| *at < head);
    let (exit, exit_spot) = behind().find(|(_, i)| is_exit(&i.kind)).and_then(|(at, i)| Some((at, spot(program, outline, i.loc)?)))?;
    let (point, at) = loops(outline).find(|(_, at)| *at == exit_spot)?;
    let covers = outline.points.iter().filter(|p| p.position == point.position).find_map(|p| match &p.kind {
        PointKind::Statement { covers, .. } => Some(covers),
        _ => None,
    })?;
    let belongs = |loc| spot(program, outline, loc).is_some_and(|s| s == at || covers.iter().any(|c| c.contains(s)));
    behind().take_while(|(id, _)| *id < exit).all(|(_, i)| belongs(i.loc)).then_some(point)
}

/// The places of all `while` and `for`.
fn loops(outline: &Outline) -> impl Iterator<Item = (&Point, Spot)> {
    outline.points.iter().filter_map(|p| match p.kind {
        PointKind::Decision { keyword: Keyword::While | Keyword::For, spot, condition: Some(_) } => Some((p, spot)),
        _ => None,
    })
}

pub(super) fn spot(program: &Program, outline: &Outline, loc: Location) -> Option<Spot> {
    let name = &program.files[loc.file];
    let file = outline.files.iter().position(|f| f == name)?;
    Some(Spot { file: file as u32, line: loc.line, column: loc.column })
}

/// The name of a variable, if it means no other one in the function.
pub(super) fn name(program: &Program, function: FuncId, symbol: SymbolId) -> Option<String> {
    let visible = |storage: Storage| match storage {
        Storage::Static => true,
        Storage::Local(f) | Storage::Parameter(f) => f == function,
        Storage::Temporary(_) => false,
    };
    let wanted = &program.symbols[symbol];
    let is_name = wanted.name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && wanted.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let same = program.symbols.values().filter(|s| s.name == wanted.name && visible(s.storage)).count();
    (is_name && visible(wanted.storage) && same == 1).then(|| wanted.name.clone())
}
