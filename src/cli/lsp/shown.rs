//! What an editor shows of findings: diagnostics and lenses, as the protocol writes them.

use super::text::{range, uri_of};
use frontend::Error;
use report::result::{Goal, Input, Property, PropertyState, Trace};
use serde_json::{Value, json};
use std::path::Path;
use tasks::document::{Caller, FunctionFindings};
use tasks::failure::Failure;

const ERROR: u8 = 1;
const WARNING: u8 = 2;
const HINT: u8 = 4;
/// The tag of what can be faded.
const UNNECESSARY: u8 = 1;
/// Last steps of the way to a violation.
const STEPS: usize = 30;
/// Inputs that a message names.
const INPUTS: usize = 4;

/// A file in an editor.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a> {
    pub path: &'a Path,
    pub text: &'a str,
}

impl Shown<'_> {
    fn range(&self, line: u32, column: u32, told: &str) -> Value {
        range(self.text, line, column, told)
    }

    fn location(&self, file: &str, line: u32, column: u32) -> Value {
        let file = Path::new(file);
        let range = if file == self.path { self.range(line, column, "") } else { range(&std::fs::read_to_string(file).unwrap_or_default(), line, column, "") };
        json!({ "uri": uri_of(file), "range": range })
    }

    /// Violations, and branches that nothing reaches.
    pub(super) fn diagnostics(&self, findings: &[FunctionFindings]) -> Vec<Value> {
        let of_function = |own: &FunctionFindings| {
            let violations: Vec<Value> = own.violations.iter().filter_map(|property| self.violation(own, property)).collect();
            violations.into_iter().chain(own.unreachable.iter().map(|goal| self.unreachable(own, goal))).collect::<Vec<_>>()
        };
        findings.iter().flat_map(of_function).collect()
    }

    fn violation(&self, own: &FunctionFindings, property: &Property) -> Option<Value> {
        let PropertyState::Violated { inputs, trace, .. } = &property.state else { return None };
        let place = &property.place;
        let is_here = Path::new(&place.file) == self.path;
        let range = if is_here { self.range(place.line, place.column, "") } else { self.range(own.line, own.column, &own.name) };
        let before = if is_here { String::new() } else { format!("{}:{}: ", place.file, place.line) };
        let (severity, after) = match (own.caller, told(inputs)) {
            (Caller::Main, None) => (ERROR, String::new()),
            (Caller::Main, Some(inputs)) => (ERROR, format!(", with {inputs}")),
            (Caller::Anybody, None) => (WARNING, format!(", whoever calls {}", own.name)),
            (Caller::Anybody, Some(inputs)) => (WARNING, format!(", for a caller of {} with {inputs}", own.name)),
        };
        Some(json!({
            "range": range,
            "severity": severity,
            "code": property.class,
            "source": "gotcha",
            "message": format!("{before}{}{after}", property.text),
            "relatedInformation": self.way(trace.as_ref()),
        }))
    }

    fn way(&self, trace: Option<&Trace>) -> Vec<Value> {
        let steps = trace.map(|trace| trace.steps.as_slice()).unwrap_or_default();
        let known = steps.iter().filter(|step| step.place.line > 0);
        let told: Vec<Value> =
            known.map(|step| json!({ "location": self.location(&step.place.file, step.place.line, step.place.column), "message": step.text() })).collect();
        told[told.len().saturating_sub(STEPS)..].to_vec()
    }

    fn unreachable(&self, own: &FunctionFindings, goal: &Goal) -> Value {
        let side = goal.id.rsplit('.').next().unwrap_or_default();
        let what = match side {
            "true" | "false" => format!("`{}` is never {side}", goal.text),
            _ => format!("`{}`: this branch is never taken", goal.text),
        };
        let how = match &goal.state {
            report::result::GoalState::Unreachable { proof } => format!(" ({proof})"),
            _ => String::new(),
        };
        let who = match own.caller {
            Caller::Main => "",
            Caller::Anybody => ", whatever callers pass within the limits of lazy inputs",
        };
        json!({
            "range": self.range(goal.place.line, goal.place.column, &goal.text),
            "severity": HINT,
            "tags": [UNNECESSARY],
            "code": "unreachable",
            "source": "gotcha",
            "message": format!("{what}{who}{how}"),
        })
    }

    /// A line above each function.
    pub(super) fn lenses(&self, findings: &[FunctionFindings]) -> Vec<Value> {
        let lens = |own: &FunctionFindings| {
            let branches = own.branches?;
            let unreachable = if branches.unreachable > 0 { format!(", {} unreachable", branches.unreachable) } else { String::new() };
            let title = match branches.all {
                0 => "no branches".to_owned(),
                all => format!("{} of {all} branches covered{unreachable}", branches.covered),
            };
            Some(json!({ "range": self.range(own.line, own.column, &own.name), "command": { "title": title, "command": "" } }))
        };
        findings.iter().filter_map(lens).collect()
    }

    /// Why a file cannot be analysed.
    pub(super) fn failure(&self, failure: &Failure) -> Vec<Value> {
        match failure {
            Failure::Source(Error::Preprocessor { message, .. }) => {
                let errors: Vec<Value> = message.lines().filter_map(of_compiler).map(|(place, said)| self.error(Some(place), said)).collect();
                if errors.is_empty() { vec![self.error(None, message)] } else { errors }
            }
            Failure::Source(error) => {
                let place = error.diagnostic().map(|found| (found.file.as_str(), found.line, found.column));
                let said = error.diagnostic().map_or_else(|| error.to_string(), |found| found.message.clone());
                vec![self.error(place, &said)]
            }
            other => vec![self.error(None, &other.to_string())],
        }
    }

    fn error(&self, place: Option<(&str, u32, u32)>, said: &str) -> Value {
        let (range, message, related) = match place {
            Some((file, line, column)) if Path::new(file) == self.path => (self.range(line, column, ""), said.to_owned(), Vec::new()),
            Some((file, line, column)) => {
                let related = json!({ "location": self.location(file, line, column), "message": said });
                (self.range(1, 1, ""), format!("{file}:{line}: {said}"), vec![related])
            }
            None => (self.range(1, 1, ""), said.to_owned(), Vec::new()),
        };
        json!({ "range": range, "severity": ERROR, "source": "gotcha", "message": message, "relatedInformation": related })
    }
}

/// The first inputs.
fn told(inputs: &[Input]) -> Option<String> {
    let one = |input: &Input| {
        let (name, is_pointer) = input.title().strip_prefix("pointer ").map_or((input.title(), false), |name| (name, true));
        let name = name.strip_prefix("entry parameter ").unwrap_or(name);
        match (is_pointer, input.value.as_str()) {
            (true, "0") => format!("{name} null"),
            (true, _) => format!("{name} not null"),
            (false, value) => format!("{name} = {value}"),
        }
    };
    let named: Vec<String> = inputs.iter().take(INPUTS).map(one).collect();
    let more = if inputs.len() > INPUTS { ", ..." } else { "" };
    (!named.is_empty()).then(|| format!("{}{more}", named.join(", ")))
}

/// `FILE:LINE:COLUMN: error: MESSAGE`.
fn of_compiler(line: &str) -> Option<((&str, u32, u32), &str)> {
    let (place, said) = line.split_once(" error: ")?;
    let mut parts = place.trim_end_matches(" fatal").trim_end_matches(':').rsplitn(3, ':');
    let (column, line) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(((parts.next()?, line, column), said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_said_as_a_caller_knows_them() {
        let input = |name: &str, value: &str| Input { function: "f".into(), type_name: "int".into(), value: value.into(), name: Some(name.into()) };
        let inputs = [input("pointer entry parameter p", "0"), input("pointer global next", "2"), input("entry parameter i", "-7")];
        assert_eq!(told(&inputs).as_deref(), Some("p null, global next not null, i = -7"));
        assert_eq!(told(&[]), None);
    }

    #[test]
    fn errors_of_compilers_have_places() {
        assert_eq!(of_compiler("/a/b.c:3:10: fatal error: x.h: No such file"), Some((("/a/b.c", 3, 10), "x.h: No such file")));
        assert_eq!(of_compiler("b.c:3:2: error: #error no"), Some((("b.c", 3, 2), "#error no")));
        assert_eq!(of_compiler("    3 | #error no"), None);
        let shown = Shown { path: Path::new("/a/b.c"), text: "int x;\n" };
        let failure = Failure::Source(Error::Preprocessor { path: "/a/b.c".into(), message: "it took too long".into() });
        assert_eq!(shown.failure(&failure)[0]["message"], "it took too long");
    }
}
