//! Loops with clauses: one iteration from any state in which the invariant holds stands for all of them. At the head, when execution first comes there, the invariant is claimed,
//! what the loop may write gets any content, and the invariant is taken for granted; when it comes there again the invariant is claimed, and that the measure has become
//! smaller, and nothing more is followed.

use super::clauses::{AnnotatedLoop, Clause, ClauseKind, FunctionContract, Notation};
use super::enforce::{claim, said};
use super::expression::{Conditions, LOOP_ENTRY, LOOP_ENTRY_COPY, Side};
use super::frame::{self, Target, overwritten};
use super::{Arguments, PREFIX, REACHED, UNSUPPORTED, Weave, active, beginning, places, target, written, wrong};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::fmt::Write as _;
use std::ops::Range;

/// What a loop may write.
pub(super) struct LoopFrame {
    /// Variables, as a whole.
    pub named: Vec<usize>,
    pub targets: Vec<Target>,
    /// Nobody said so.
    pub is_inferred: bool,
}

/// The name of a loop by its position among those of its function that have clauses, as names of properties and variables contain it.
pub(super) fn name(function: &str, number: usize) -> String {
    format!("{function}.loop.{}", number + 1)
}

/// The same as part of names of variables.
pub(super) fn variable(function: &str, number: usize) -> String {
    format!("{function}_loop_{}", number + 1)
}

/// Where the parts of a loop stand, as tokens.
struct Parts {
    /// The condition of `while` and `for`; empty if there is none.
    condition: Option<Range<usize>>,
    body: Range<usize>,
    /// Behind the whole statement.
    end: usize,
}

impl Parts {
    fn of(stream: &Stream<'_>, keyword: usize) -> Result<Self, Malformed> {
        let end = statement_end(stream, keyword);
        let malformed = || wrong(stream, keyword..keyword + 1, "the parts of this loop cannot be told");
        match stream.at(keyword) {
            "while" => {
                let close = stream.behind_group(keyword + 1) - 1;
                Ok(Self { condition: Some(keyword + 2..close), body: behind_clauses(stream, close + 1)..end, end })
            }
            "for" => {
                let close = stream.behind_group(keyword + 1) - 1;
                let first = stream.find(keyword + 2, ";").filter(|&at| at < close).ok_or_else(malformed)?;
                let second = stream.find(first + 1, ";").filter(|&at| at < close).ok_or_else(malformed)?;
                Ok(Self { condition: Some(first + 1..second), body: behind_clauses(stream, close + 1)..end, end })
            }
            _ => {
                let start = behind_clauses(stream, keyword + 1);
                Ok(Self { condition: None, body: start..statement_end(stream, start), end })
            }
        }
    }
}

fn behind_clauses(stream: &Stream<'_>, mut at: usize) -> usize {
    while ["__CPROVER_", "__ACSL_"].iter().any(|prefix| stream.at(at).starts_with(prefix))
        && stream.at(at + 1) == "("
        && super::clauses::is_loop_clause(stream.at(at))
    {
        at = stream.behind_group(at + 1);
    }
    at
}

/// The position behind the statement that begins at a token.
pub(super) fn statement_end(stream: &Stream<'_>, at: usize) -> usize {
    match stream.at(at) {
        "{" => stream.behind_group(at),
        "if" => {
            let end = statement_end(stream, stream.behind_group(at + 1));
            if stream.at(end) == "else" { statement_end(stream, end + 1) } else { end }
        }
        "while" | "for" => statement_end(stream, behind_clauses(stream, stream.behind_group(at + 1))),
        "switch" => statement_end(stream, stream.behind_group(at + 1)),
        "do" => {
            let end = statement_end(stream, behind_clauses(stream, at + 1));
            behind_semicolon(stream, behind_clauses(stream, stream.behind_group(end + 1)))
        }
        _ if stream.is_name(at) && stream.at(at + 1) == ":" => statement_end(stream, at + 2),
        _ => behind_semicolon(stream, at),
    }
}

fn behind_semicolon(stream: &Stream<'_>, at: usize) -> usize {
    stream.find(at, ";").map_or(stream.len(), |end| end + 1)
}

/// The conditions of a loop's clauses.
fn conditions<'a>(stream: &'a Stream<'a>, text: &'a str, contract: &FunctionContract, number: usize) -> Conditions<'a> {
    Conditions {
        stream,
        text,
        side: Side::Shown,
        before: LOOP_ENTRY,
        copied: LOOP_ENTRY_COPY,
        prefix: format!("{PREFIX}{}_entry_", variable(&contract.name, number)),
        histories: Vec::new(),
        bound: Vec::new(),
        is_now_before: false,
        fresh: Vec::new(),
        pointers: Vec::new(),
        renamed: Vec::new(),
        body: contract.body.clone(),
    }
}

/// What the loop may write: what its clauses say, or else what is written in its text.
pub(super) fn frame(stream: &Stream<'_>, text: &str, contract: &FunctionContract, number: usize) -> Result<LoopFrame, Malformed> {
    let annotated = &contract.loops[number];
    let mut conditions = conditions(stream, text, contract, number);
    let clauses: Vec<&Clause> = annotated.clauses.iter().filter(|c| c.kind == ClauseKind::Assigns).collect();
    let mut frame = LoopFrame { named: Vec::new(), targets: Vec::new(), is_inferred: clauses.is_empty() };
    for clause in &clauses {
        for target in frame::targets(&mut conditions, clause)? {
            let is_name =
                target.is_typed && target.condition.is_none() && target.pointer == format!("&({})", stream.at(target.at)) && stream.is_name(target.at);
            if is_name { frame.named.push(target.at) } else { frame.targets.push(target) }
        }
    }
    if clauses.is_empty() {
        let parts = Parts::of(stream, annotated.keyword)?;
        written::infer(&mut conditions, annotated.keyword..parts.end, &mut frame)?;
    }
    // What pointers may lead to is a target like others.
    let pointed_to = |name: usize| {
        let body = contract.body.clone().unwrap_or(0..0);
        body.into_iter().any(|t| stream.at(t) == "&" && stream.at(t + 1) == stream.at(name) && !stream.is_name(t.saturating_sub(1)) && stream.before(t) != ")")
    };
    let (others, named): (Vec<usize>, Vec<usize>) = frame.named.iter().copied().partition(|&name| pointed_to(name));
    frame.named = named;
    for at in others {
        let name = stream.at(at);
        frame.targets.push(Target { condition: None, pointer: format!("&({name})"), size: format!("sizeof({name})"), at, is_typed: true, is_loose: false });
    }
    Ok(frame)
}

/// Writes what the loop becomes.
pub(super) fn write(
    stream: &Stream<'_>,
    text: &str,
    contract: &FunctionContract,
    number: usize,
    weave: &Weave,
    edits: &mut Vec<(Range<usize>, String)>,
) -> Result<(), Malformed> {
    if weave.arguments == Arguments::Given {
        return observed(stream, text, contract, number, edits);
    }
    if !weave.loops {
        return Ok(());
    }
    let annotated = &contract.loops[number];
    let parts = Parts::of(stream, annotated.keyword)?;
    if let Some(jump) = (annotated.keyword..parts.end).find(|&t| stream.at(t) == "goto") {
        let message = "a jump in a loop with clauses is not supported".to_owned();
        return Err(Malformed { range: stream.range(jump..jump + 1), message, unsupported: true });
    }
    let frame = frame(stream, text, contract, number)?;
    let mut conditions = conditions(stream, text, contract, number);
    let head = head(&mut conditions, contract, number, annotated, &frame)?;
    let counted = is_counted(&conditions, contract, number);
    let is_acsl = annotated.clauses.iter().any(|c| c.notation == Notation::Acsl);
    let variable = variable(&contract.name, number);
    let mut before = format!("{{ _Bool {PREFIX}{variable}_in = 0;");
    for (i, _) in measures(annotated, &conditions).iter().enumerate() {
        // Writing cannot fail.
        let _ = write!(before, "__int128 {};", measure_name(&name(&contract.name, number), i));
    }
    for history in &conditions.histories {
        before.push_str(&history.declared(&conditions));
    }
    let mut insert = |token: usize, new: String| {
        let at = stream.range(token..token + 1).start;
        edits.push((at..at, format!("{new}{}", places::at(stream, text, token))));
    };
    insert(annotated.keyword, before);
    let Head { written: head, measured } = head;
    match parts.condition {
        Some(condition) if condition.is_empty() => insert(condition.end, format!("({{ {head} {measured} {} 1; }})", counted.unwrap_or_default())),
        // A loop that is not entered does nothing, and nothing is claimed of it; in ACSL its invariant holds before.
        Some(condition) if !is_acsl && has_no_effects(stream, condition.clone()) => {
            let guard = stream.joined(condition.clone());
            insert(condition.start, format!("({{ if ({PREFIX}{variable}_in || ({guard})) {{ {head} }} 1; }}) && ("));
            insert(condition.end, format!(") && ({{ {measured} 1; }})"));
        }
        Some(condition) => {
            insert(condition.start, format!("({{ {head} {measured} 1; }}) && ("));
            insert(condition.end, counted.map_or(")".to_owned(), |counted| format!(") && ({{ {counted} 1; }})")));
        }
        None => {
            insert(parts.body.start, format!("{{ {head} {measured} {}", counted.unwrap_or_default()));
            insert(parts.body.end, "}".to_owned());
        }
    }
    let end = stream.range(parts.end - 1..parts.end).end;
    edits.push((end..end, format!(" {} = 0; }}", active(&variable))));
    Ok(())
}

/// Claims the invariants of a loop of a run wherever its condition is asked; the loop itself stays as it is.
fn observed(stream: &Stream<'_>, text: &str, contract: &FunctionContract, number: usize, edits: &mut Vec<(Range<usize>, String)>) -> Result<(), Malformed> {
    let annotated = &contract.loops[number];
    let parts = Parts::of(stream, annotated.keyword)?;
    let mut conditions = conditions(stream, text, contract, number);
    conditions.side = Side::Tried;
    let (name, inside) = (name(&contract.name, number), format!("{PREFIX}{}_in", variable(&contract.name, number)));
    let mut claims = String::from("__contract_begin(0, 0, 0);");
    let mut n_claimed = 0;
    for clause in annotated.clauses.iter().filter(|c| c.kind == ClauseKind::LoopInvariant) {
        for part in conditions.conjuncts(clause.arguments.clone()) {
            n_claimed += 1;
            claim(&mut conditions, &format!("{name}.invariant.{n_claimed}"), clause, part, &mut claims)?;
        }
    }
    if n_claimed == 0 {
        return Ok(());
    }
    let (mut before, mut kept) = (format!("{{ _Bool {inside} = 0;"), String::new());
    for history in &conditions.histories {
        before.push_str(&history.declared(&conditions));
        kept.push_str(&history.kept(&conditions));
    }
    let head = format!("if (!{inside}) {{ {kept} {inside} = 1; }} {claims}");
    let mut insert = |token: usize, new: String| {
        let at = stream.range(token..token + 1).start;
        edits.push((at..at, format!("{new}{}", places::at(stream, text, token))));
    };
    insert(annotated.keyword, before);
    match parts.condition {
        Some(condition) if condition.is_empty() => insert(condition.end, format!("({{ {head} 1; }})")),
        // Of a loop that is not entered nothing is claimed.
        Some(condition) if has_no_effects(stream, condition.clone()) => {
            let guard = stream.joined(condition.clone());
            insert(condition.start, format!("({{ if ({inside} || ({guard})) {{ {head} }} 1; }}) && ("));
            insert(condition.end, ")".to_owned());
        }
        Some(condition) => {
            insert(condition.start, format!("({{ {head} 1; }}) && ("));
            insert(condition.end, ")".to_owned());
        }
        None => {
            insert(parts.body.start, format!("{{ {head}"));
            insert(parts.body.end, "}".to_owned());
        }
    }
    let end = stream.range(parts.end - 1..parts.end).end;
    edits.push((end..end, " }".to_owned()));
    Ok(())
}

/// The variables that instrumentation looks at.
pub(super) fn statics(stream: &Stream<'_>, text: &str, contract: &FunctionContract, number: usize) -> Result<String, Malformed> {
    let n_targets = frame(stream, text, contract, number)?.targets.len();
    Ok(frame::statics(&variable(&contract.name, number), n_targets, 0))
}

/// Does what stands there only compute?
fn has_no_effects(stream: &Stream<'_>, mut tokens: Range<usize>) -> bool {
    tokens.all(|t| {
        let is_call = stream.is_name(t) && stream.at(t + 1) == "(";
        !is_call && !matches!(stream.at(t), "++" | "--" | "{") && !written::ASSIGNMENTS.contains(&stream.at(t))
    })
}

/// What happens at the head of a loop.
struct Head {
    /// Before its condition is evaluated.
    written: String,
    /// Where an iteration begins: what the measure is then.
    measured: String,
}

/// The head of a loop with clauses.
fn head(conditions: &mut Conditions<'_>, contract: &FunctionContract, number: usize, annotated: &AnnotatedLoop, frame: &LoopFrame) -> Result<Head, Malformed> {
    let (stream, text) = (conditions.stream, conditions.text);
    let (name, variable) = (name(&contract.name, number), variable(&contract.name, number));
    let invariants: Vec<(&Clause, Range<usize>)> = annotated
        .clauses
        .iter()
        .filter(|c| c.kind == ClauseKind::LoopInvariant)
        .flat_map(|c| conditions.conjuncts(c.arguments.clone()).into_iter().map(move |part| (c, part)))
        .collect();
    let second = annotated.clauses.iter().filter(|c| c.kind == ClauseKind::Decreases).nth(1);
    if let Some(second) = second {
        return Err(wrong(stream, second.whole.clone(), "the loop has a measure already: several components stand in one clause"));
    }
    let measures = measures(annotated, conditions);
    let inside = format!("{PREFIX}{variable}_in");
    let mut again = String::from("__contract_begin(0, 0, 0);");
    let mut first = String::from("__contract_begin(0, 0, 0);");
    let mut assumed = String::from("__contract_begin(0, 0, 1);");
    for (i, (clause, part)) in invariants.iter().enumerate() {
        conditions.side = Side::Shown;
        claim(conditions, &format!("{name}.invariant.{}.kept", i + 1), clause, part.clone(), &mut again)?;
        claim(conditions, &format!("{name}.invariant.{}.begins", i + 1), clause, part.clone(), &mut first)?;
        conditions.side = Side::Assumed;
        assumed.push_str(&conditions.assumed(part.clone())?);
    }
    let measured = decreases(conditions, &name, annotated, &measures, &mut again)?;
    let mut written = format!("if ({inside}) {{ {again} __VERIFIER_assume(0); }}");
    for history in &conditions.histories {
        written.push_str(&history.kept(conditions));
    }
    let nested = format!("{UNSUPPORTED}(\"a call of {} in a loop with clauses of its own\");", contract.name);
    let _ = write!(written, "if ({}) {nested} {first} {inside} = 1; {REACHED}(\"{name}.reached.begin\", \"\");", active(&variable));
    for (n, t) in frame.targets.iter().enumerate() {
        let (pointer, size) = target(&variable, n);
        written.push_str(&t.evaluated(stream, text, &pointer, &size));
        if t.is_loose {
            written.push_str(&t.under_condition(&t.touched(&pointer)));
        }
    }
    // Objects that come to life from here on are the iteration's.
    let _ = write!(written, "{} = __contract_mark();", beginning(&variable));
    for (n, t) in frame.targets.iter().enumerate() {
        let (pointer, size) = target(&variable, n);
        written.push_str(&t.overwritten(stream, text, &pointer, &size));
    }
    for &token in &frame.named {
        let _ = write!(written, "{}{}", places::at(stream, text, token), overwritten(&format!("&{}", stream.at(token))));
    }
    let _ = write!(written, "{} = 1; {assumed} {REACHED}(\"{name}.reached.middle\", \"no state satisfies the invariant of {name}\");", active(&variable));
    Ok(Head { written, measured })
}

/// The variable with the measure, or a component of it, at the head.
fn measure_name(name: &str, component: usize) -> String {
    format!("{PREFIX}{}_measure_{component}", name.replace('.', "_"))
}

/// The claim of ACSL that the measure is no less than zero where an iteration begins.
fn is_counted(conditions: &Conditions<'_>, contract: &FunctionContract, number: usize) -> Option<String> {
    let annotated = &contract.loops[number];
    let clause = annotated.clauses.iter().find(|c| c.kind == ClauseKind::Decreases && c.notation == Notation::Acsl)?;
    let place = places::at(conditions.stream, conditions.text, clause.at);
    let (name, said) = (name(&contract.name, number), said(conditions, clause, clause.arguments.clone()));
    Some(format!("{place}{}(\"{name}.variant\", \"{said}\", {} >= 0);", super::CLAUSE, measure_name(&name, 0)))
}

fn measures(annotated: &AnnotatedLoop, conditions: &Conditions<'_>) -> Vec<Range<usize>> {
    let clauses = annotated.clauses.iter().filter(|c| c.kind == ClauseKind::Decreases);
    clauses.flat_map(|c| conditions.split(c.arguments.clone(), ",")).collect()
}

/// The measure becomes smaller, the first component counting most. Returns what remembers it.
fn decreases(
    conditions: &mut Conditions<'_>,
    name: &str,
    annotated: &AnnotatedLoop,
    measures: &[Range<usize>],
    again: &mut String,
) -> Result<String, Malformed> {
    let mut measured = String::new();
    let Some(first) = measures.first() else { return Ok(measured) };
    let stream = conditions.stream;
    let clause = annotated.clauses.iter().find(|c| c.kind == ClauseKind::Decreases && c.notation == Notation::Acsl);
    let is_function = |t: usize| stream.is_name(t) && stream.at(t + 1) == "(" && clause.is_none();
    if let Some(call) = (first.start..measures[measures.len() - 1].end).find(|&t| is_function(t)) {
        return Err(wrong(stream, call..call + 1, "a measure calls no function"));
    }
    let (mut smaller, mut equal) = (String::new(), String::new());
    for (i, measure) in measures.iter().enumerate() {
        let written = conditions.write(measure.clone(), false)?;
        let place = places::at(conditions.stream, conditions.text, measure.start);
        let old = measure_name(name, i);
        let _ = write!(measured, "{place}{old} = ({written});");
        let now = format!("{PREFIX}now_{i}");
        let _ = write!(again, "{place}__int128 {now} = ({written});");
        let or = if smaller.is_empty() { "" } else { " || " };
        let _ = write!(smaller, "{or}{equal}{now} < {old}");
        let _ = write!(equal, "{now} == {old} && ");
    }
    let whole = first.start..measures[measures.len() - 1].end;
    let said = clause.map_or_else(|| conditions.stream.joined(whole.clone()), |clause| said(conditions, clause, whole.clone()));
    let place = places::at(conditions.stream, conditions.text, first.start);
    let _ = write!(again, "{place}{}(\"{name}.decreases\", \"{said}\", {smaller});", super::CLAUSE);
    Ok(measured)
}
