//! The results as a person reads them: one line a goal or property, then the counts and the verdict. Makes text, prints nothing.

use crate::json::class_name;
use crate::value::to_text;
use engine::board::{Board, ViolatingRun};
use engine::status::{Confirmation, Evidence, Proof, PropertySummary, Reason, Status, Summary};
use engine::termination::Claim;
use engine::termination::{self, Answer, Ending};
use goto::reach::within_reach;
use goto::{Bits, FuncId, InputId, Location, Program, PropertyClass};
use rustc_hash::FxHashSet;

/// How an analysis ended, as the `VERDICT:` line and the exit status say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All goals are decided.
    Complete,
    Incomplete(String),
    /// All properties hold.
    True,
    /// A property of this class is violated.
    False(&'static str),
    Unknown(String),
}

impl Verdict {
    /// The word without its reason.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Complete => "complete",
            Verdict::Incomplete(_) => "incomplete",
            Verdict::True => "true",
            Verdict::False(_) => "false",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// What stands in parentheses after the word.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Verdict::Complete | Verdict::True => None,
            Verdict::Incomplete(reason) | Verdict::Unknown(reason) => Some(reason),
            Verdict::False(class) => Some(class),
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.reason() {
            Some(reason) => write!(f, "{}({reason})", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

/// The verdict on the goals of a board.
pub fn cover_verdict(board: &Board) -> Verdict {
    let open = board.program().goals.ids().filter_map(|g| match board.status(g) {
        Status::Open(reason) => Some(reason),
        _ => None,
    });
    match main_reason(board.program(), open) {
        Some(reason) => Verdict::Incomplete(reason),
        None => Verdict::Complete,
    }
}

/// The verdict on the properties of a board.
pub fn verify_verdict(board: &Board) -> Verdict {
    let program = board.program();
    let mut open = Vec::new();
    let mut vacuous = None;
    let mut is_expected = true;
    for (id, property) in program.properties.iter() {
        if property.class == PropertyClass::Vacuity {
            match (board.status(id), property.text.as_str()) {
                (status, "") => is_expected = matches!(status, Status::Reached(_)),
                (Status::Excluded(_), text) if is_expected => vacuous = vacuous.or(Some(text)),
                _ => {}
            }
            continue;
        }
        match board.status(id) {
            Status::Reached(_) => return Verdict::False(class_name(property.class)),
            Status::Open(reason) => open.push(reason),
            Status::Excluded(_) | Status::Superseded => {}
        }
    }
    match main_reason(program, open.into_iter()) {
        Some(reason) => Verdict::Unknown(reason),
        None => vacuous.map_or(Verdict::True, |text| Verdict::Unknown(format!("vacuous: {text}"))),
    }
}

/// Of all that stands in the way, what to name first: the end of the run, else the reason given most often.
pub fn main_reason(program: &Program, open: impl Iterator<Item = Reason>) -> Option<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for reason in open {
        if let Reason::Stopped(stop) = reason {
            return Some(stop.name().to_string());
        }
        let text = reason.text(program);
        match counts.iter_mut().find(|(t, _)| *t == text) {
            Some((_, n)) => *n += 1,
            None => counts.push((text, 1)),
        }
    }
    // On a tie the first one wins: `max_by_key` takes the last maximum.
    counts.into_iter().rev().max_by_key(|(_, n)| *n).map(|(t, _)| t)
}

/// What stands in functions that execution cannot get to, and is decided by that.
#[derive(Default)]
struct OutOfReach {
    number: usize,
    functions: FxHashSet<FuncId>,
}

impl OutOfReach {
    fn add(&mut self, function: FuncId) {
        self.number += 1;
        self.functions.insert(function);
    }

    /// One line for all of it.
    fn line(&self, entry: &str, what: &str, status: &str) -> String {
        let plural = |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one.to_owned() } else { format!("{one}{more}") });
        let named = match what.strip_suffix('y') {
            Some(stem) if self.number != 1 => format!("{} {stem}ies", self.number),
            _ => plural(self.number, what, "s"),
        };
        if self.number == 0 {
            String::new()
        } else {
            format!("{named} in {} that {entry} cannot reach: {status}\n", plural(self.functions.len(), "function", "s"))
        }
    }
}

/// One line a goal that is not covered, or (`all`) a goal; those in functions out of reach of the function where execution starts share one.
pub fn goal_lines(board: &Board, entry: &str, all: bool) -> String {
    let program = board.program();
    let reach = within_reach(program);
    let (mut rows, mut beyond) = (Vec::new(), OutOfReach::default());
    for (id, goal) in program.goals.iter() {
        let (status, evidence) = match board.status(id) {
            Status::Excluded(_) if !all && !reach[goal.function] => {
                beyond.add(goal.function);
                continue;
            }
            Status::Reached(_) if !all => continue,
            Status::Reached(evidence) => ("COVERED", evidence_text(&evidence)),
            Status::Excluded(proof) => ("UNREACHABLE", proof_text(proof)),
            Status::Open(reason) => ("UNDECIDED", reason.text(program)),
            Status::Superseded => continue,
        };
        rows.push([format!("{} {}", place(program, goal.loc), goal.name), status.to_string(), format!("{}  ({evidence})", one_line(&goal.text))]);
    }
    beyond.line(entry, "goal", "UNREACHABLE") + &table(&rows)
}

/// The run that reaches a goal.
pub fn evidence_text(evidence: &Evidence) -> String {
    match evidence {
        Evidence::Test(test) => format!("test {}", goto::Id::index(*test) + 1),
        Evidence::NativeRuns(test) => format!("test {}, REACHED NATIVELY", goto::Id::index(*test) + 1),
        Evidence::Inputs(inputs) | Evidence::UnwrittenMemory(inputs) => format!("a run with {} inputs", inputs.len()),
    }
}

/// Which properties are listed, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listing<'a> {
    /// The function where execution starts.
    pub entry: &'a str,
    /// Those that hold, too.
    pub all: bool,
    /// Not those that nothing but the bound leaves open.
    pub within_bound: bool,
    /// With the inputs that violate them.
    pub trace: bool,
}

/// One line a property that does not hold, or all of them, violated ones last; those that hold in functions out of reach share one.
pub fn property_lines(board: &Board, listing: Listing<'_>) -> String {
    let Listing { entry, all, within_bound, trace } = listing;
    let program = board.program();
    let reach = within_reach(program);
    let (mut rows, mut traces, mut beyond) = (Vec::new(), String::new(), OutOfReach::default());
    for (id, property) in program.properties.iter().filter(|(_, property)| property.class != PropertyClass::Vacuity) {
        let (status, evidence) = match board.status(id) {
            Status::Excluded(_) if !all => {
                if !reach[property.function] {
                    beyond.add(property.function);
                }
                continue;
            }
            Status::Reached(evidence) => {
                if let Some(ViolatingRun { program, inputs }) = board.violating_run(id) {
                    traces.push_str(&format!("{} is violated when the program reads\n{}", property.name, input_lines(program, &inputs)));
                }
                let more = match evidence {
                    Evidence::UnwrittenMemory(_) => Some("  (depends on memory that was never written)".to_owned()),
                    Evidence::Inputs(_) | Evidence::Test(_) | Evidence::NativeRuns(_) => {
                        board.confirmation(id).map(|confirmation| confirmation_text(&confirmation))
                    }
                };
                ("VIOLATED", more.unwrap_or_default())
            }
            Status::Excluded(proof) => ("HOLDS", format!("  ({})", proof_text(proof))),
            Status::Open(Reason::Bound(_)) if within_bound => continue,
            Status::Open(reason) => ("UNKNOWN", format!("  ({})", reason.text(program))),
            Status::Superseded => continue,
        };
        rows.push([format!("{} {}", place(program, property.loc), property.name), status.to_string(), format!("{}{evidence}", one_line(&property.text))]);
    }
    rows.sort_by_key(|row| row[1] == "VIOLATED");
    let mut lines = beyond.line(entry, "property", "HOLDS") + &table(&rows);
    if trace {
        lines.push_str(&traces);
    }
    lines
}

/// What a native run shows of a violation.
fn confirmation_text(confirmation: &Confirmation) -> String {
    match confirmation {
        Confirmation::Confirmed => "  (CONFIRMED NATIVELY)".to_owned(),
        Confirmation::Sanitized(place) => format!("  (CONFIRMED BY THREADSANITIZER: {place})"),
        Confirmation::NotConfirmed(why) => format!("  (not confirmed natively: {why})"),
    }
}

/// The counts line of `verify`.
pub fn property_summary_line(summary: &PropertySummary) -> String {
    let PropertySummary { properties, holds, violated, unknown } = summary;
    format!("PROPERTIES: {properties}  HOLDS: {holds}  VIOLATED: {violated}  UNKNOWN: {unknown}\n")
}

/// The verdict on termination.
pub fn termination_verdict(program: &Program, endings: &[Ending]) -> Verdict {
    match termination::answer(endings) {
        Answer::Terminates => Verdict::True,
        Answer::DoesNotTerminate => Verdict::False(class_name(PropertyClass::Termination)),
        Answer::Unknown(reasons) => Verdict::Unknown(main_reason(program, reasons.into_iter()).unwrap_or_default()),
    }
}

/// Counts of claims about termination.
pub fn termination_summary(endings: &[Ending]) -> PropertySummary {
    let count = |which: fn(&Ending) -> bool| endings.iter().filter(|e| which(e)).count();
    PropertySummary {
        properties: endings.len(),
        holds: count(|e| matches!(e, Ending::Ends { .. })),
        violated: count(|e| matches!(e, Ending::Endless { .. })),
        unknown: count(|e| matches!(e, Ending::Unknown(_))),
    }
}

/// One line a claim about termination that does not hold, or (`all`) a claim, violated ones last; with `trace`, the inputs of runs that do not end below.
pub fn termination_lines(program: &Program, claims: &[Claim], endings: &[Ending], all: bool, trace: bool) -> String {
    let (mut rows, mut traces) = (Vec::new(), String::new());
    for (claim, ending) in claims.iter().zip(endings) {
        let (status, evidence) = match ending {
            Ending::Endless { inputs, .. } => {
                traces.push_str(&format!("{} is violated when the program reads\n{}", claim.name, input_lines(program, inputs)));
                ("VIOLATED", String::new())
            }
            Ending::Ends { .. } if !all => continue,
            Ending::Ends { proof, .. } => ("HOLDS", format!("  ({})", proof_text(*proof))),
            Ending::Unknown(reason) => ("UNKNOWN", format!("  ({})", reason.text(program))),
        };
        rows.push([format!("{} {}", place(program, claim.loc), claim.name), status.to_string(), format!("{}{evidence}", one_line(&claim.text))]);
    }
    rows.sort_by_key(|row| row[1] == "VIOLATED");
    let mut lines = table(&rows);
    if trace {
        lines.push_str(&traces);
    }
    lines
}

/// One line an input.
fn input_lines(program: &Program, inputs: &[(InputId, Bits)]) -> String {
    if inputs.is_empty() {
        return "        no input at all\n".to_owned();
    }
    let line = |(n, (input, bits)): (usize, &(InputId, Bits))| {
        let kind = &program.inputs[*input];
        format!("  {:>4}  {} = {}\n", n + 1, kind.function, to_text(&program.types, kind.ty, *bits))
    };
    inputs.iter().enumerate().map(line).collect()
}

/// The counts line of `cover`.
pub fn summary_line(summary: &Summary) -> String {
    let Summary { goals, covered, covered_natively, unreachable, undecided, tests } = summary;
    let native = match covered_natively {
        0 => String::new(),
        1 => "1 goal is covered by runs of the compiled program alone, since C does not determine what leads there: REACHED NATIVELY\n".to_owned(),
        n => format!("{n} goals are covered by runs of the compiled program alone, since C does not determine what leads there: REACHED NATIVELY\n"),
    };
    format!("{native}GOALS: {goals}  COVERED: {covered}  UNREACHABLE: {unreachable}  UNDECIDED: {undecided}  TESTS: {tests}\n")
}

pub fn place(program: &Program, loc: Location) -> String {
    format!("{}:{}:{}", program.files[loc.file], loc.line, loc.column)
}

pub fn proof_text(proof: Proof) -> String {
    match proof.k {
        Some(k) => format!("{}, k = {k}", proof.method.name()),
        None => proof.method.name().to_string(),
    }
}

/// Source text on one line, cut where it gets long.
pub fn one_line(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Rows of three columns, two spaces between them, the first two padded; columns wider than 80 push the rest to the right.
pub fn table(rows: &[[String; 3]]) -> String {
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).filter(|w| *w <= 80).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let mut text = String::new();
    for [a, b, c] in rows {
        text.push_str(format!("{a:first$}  {b:second$}  {c}").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use goto::limits::StopReason;

    #[test]
    fn the_reason_given_most_often_is_named() {
        let program = goto::parse("goto lp64 start f function f: fn() -> void { 0: HALT exit }").expect("a program");
        let main_reason = |reasons: &[Reason]| super::main_reason(&program, reasons.iter().cloned());
        let reasons = [Reason::Unconfirmed, Reason::Bound(4), Reason::Bound(4), Reason::Indeterminate];
        assert_eq!(main_reason(&reasons).as_deref(), Some("bound 4"));
        let reasons = [Reason::Bound(4), Reason::Stopped(StopReason::Deadline)];
        assert_eq!(main_reason(&reasons).as_deref(), Some("deadline"));
        assert_eq!(main_reason(&[Reason::Unconfirmed, Reason::Indeterminate]), Some(Reason::Unconfirmed.text(&program)));
        assert_eq!(main_reason(&[]), None);
    }

    #[test]
    fn long_source_text_is_cut_between_characters() {
        assert_eq!(one_line("a  &&\n\tb"), "a && b");
        assert!(one_line(&"ü".repeat(100)).ends_with("ü..."));
    }
}
