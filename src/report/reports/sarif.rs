//! Violated properties in the Static Analysis Results Interchange Format, 2.1.0, each with the way to it. What holds or is not known is no finding, and stands in
//! no file of this form: viewers would show it as one.

use super::Sources;
use crate::result::{AnalysisResult, Input, Place, Property, Step, StepKind, Trace};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Findings that services take; the rest is left out, with a note.
const MOST_RESULTS: usize = 25_000;
/// Inputs that the message of a finding names.
const INPUTS_IN_MESSAGE: usize = 3;

/// The file. `describe` says what violations of a class of properties are.
pub fn sarif(result: &AnalysisResult, describe: &dyn Fn(&str) -> Option<&'static str>, sources: &dyn Sources) -> String {
    let mut columns = Columns { sources, lines: BTreeMap::new() };
    let violations: Vec<_> = result.violations().take(MOST_RESULTS).collect();
    let classes: BTreeSet<&str> = violations.iter().map(|(p, ..)| p.class.as_str()).collect();
    let rules: Vec<Value> = classes.iter().map(|class| rule(class, describe(class))).collect();
    let results: Vec<Value> = violations.iter().map(|(property, inputs, trace)| finding(property, inputs, *trace, &mut columns)).collect();
    let exit = match result.verdict.as_str() {
        "true" | "complete" => 0,
        "false" => 10,
        _ => 20,
    };
    let notes: Vec<Value> = result.warnings.iter().map(|w| json!({ "level": "warning", "message": { "text": w } })).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": result.tool.name, "semanticVersion": result.tool.version, "rules": rules } },
            "automationDetails": { "id": "gotcha/verify/" },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": true, "exitCode": exit, "toolExecutionNotifications": notes }],
            "results": results,
        }],
    });
    crate::json::text(&log)
}

fn rule(class: &str, about: Option<&str>) -> Value {
    let about = about.unwrap_or(class);
    let mut tags = vec!["correctness".to_owned()];
    tags.extend(weakness(class).map(|number| format!("external/cwe/cwe-{number}")));
    json!({
        "id": class,
        "shortDescription": { "text": about },
        "fullDescription": { "text": format!("{about}. There is a run of the program that does it, with the inputs that the finding tells.") },
        "help": { "text": format!("gotcha verify --property {class} --trace FILE shows the way to it; gotcha help checks lists all properties.") },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "very-high" },
    })
}

/// The number of the weakness in the Common Weakness Enumeration.
fn weakness(class: &str) -> Option<u32> {
    Some(match class {
        "assertions" | "unreach-call" => 617,
        "bounds" => 125,
        "pointer" | "valid-deref" => 119,
        "valid-free" => 763,
        "valid-memtrack" | "valid-memcleanup" | "memory-leak" => 401,
        "div-by-zero" => 369,
        "no-overflow" | "unsigned-overflow" => 190,
        "shift" => 1335,
        "conversion" => 681,
        "uninitialised" => 457,
        "no-data-race" => 362,
        "no-deadlock" => 833,
        "termination" => 835,
        _ => return None,
    })
}

fn finding(property: &Property, inputs: &[Input], trace: Option<&Trace>, columns: &mut Columns<'_>) -> Value {
    let message = json!({ "text": message(property, inputs) });
    let last = json!({
        "location": { "physicalLocation": columns.physical(&property.place), "message": { "text": property.text } },
        "nestingLevel": trace.and_then(|t| t.steps.last()).map_or(0, |s| s.depth),
        "executionOrder": trace.map_or(0, |t| t.steps.len()) + 1,
        "importance": "essential",
    });
    let mut steps: Vec<Value> = trace.iter().flat_map(|t| &t.steps).enumerate().map(|(n, s)| flow_location(n + 1, s, columns)).collect();
    steps.push(last);
    json!({
        "ruleId": property.class,
        "kind": "fail",
        "level": "error",
        "message": message,
        "partialFingerprints": { "gotchaGoal/v1": property.id },
        "locations": [{
            "physicalLocation": columns.physical(&property.place),
            "logicalLocations": [{ "name": property.place.function, "kind": "function" }],
        }],
        "codeFlows": [{ "threadFlows": [{ "id": "main", "locations": steps }] }],
    })
}

/// What happens and on which inputs.
fn message(property: &Property, inputs: &[Input]) -> String {
    let named: Vec<String> = inputs.iter().take(INPUTS_IN_MESSAGE).map(|i| format!("{} = {}", i.title(), i.value)).collect();
    let more = if inputs.len() > named.len() { format!(" and {} more inputs", inputs.len() - named.len()) } else { String::new() };
    match named.is_empty() {
        true => property.text.clone(),
        false => format!("{}, when {}{more}", property.text, named.join(", ")),
    }
}

fn flow_location(order: usize, step: &Step, columns: &mut Columns<'_>) -> Value {
    let (kinds, importance): (Vec<&str>, _) = match &step.what {
        StepKind::Input { .. } => (vec!["acquire", "value"], "important"),
        StepKind::Assignment { .. } => (vec!["assign"], "important"),
        StepKind::Call { .. } => (vec!["call", "function"], "unimportant"),
        StepKind::Decision { taken: Some(true), .. } => (vec!["branch", "true"], "unimportant"),
        StepKind::Decision { taken: Some(false), .. } => (vec!["branch", "false"], "unimportant"),
        StepKind::Decision { taken: None, .. } => (vec!["branch"], "unimportant"),
    };
    let mut location = json!({
        "location": { "physicalLocation": columns.physical(&step.place), "message": { "text": step.text() } },
        "nestingLevel": step.depth,
        "executionOrder": order,
        "importance": importance,
        "kinds": kinds,
    });
    if let StepKind::Input { target, value, .. } | StepKind::Assignment { target, value } = &step.what {
        location["state"] = json!({ target.as_str(): { "text": value } });
    }
    location
}

/// Where things stand in characters. Results count bytes.
struct Columns<'a> {
    sources: &'a dyn Sources,
    lines: BTreeMap<String, Vec<String>>,
}

impl Columns<'_> {
    fn physical(&mut self, place: &Place) -> Value {
        let uri = uri(&place.file);
        // Places outside of the source have none, and regions begin with line 1.
        if place.line == 0 {
            return json!({ "artifactLocation": artifact(&uri) });
        }
        let (start, end) = self.columns(place);
        let region = json!({ "startLine": place.line, "startColumn": start, "endLine": place.line, "endColumn": end });
        json!({ "artifactLocation": artifact(&uri), "region": region })
    }

    /// Of the first character and behind the last one of the word that stands there.
    fn columns(&mut self, place: &Place) -> (usize, usize) {
        let sources = self.sources;
        let lines = self.lines.entry(place.file.clone()).or_insert_with(|| {
            let text = sources.text(&place.file).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        });
        let bytes = (place.column as usize).saturating_sub(1);
        let line = lines.get(place.line as usize - 1).map_or("", String::as_str);
        match (line.get(..bytes), line.get(bytes..)) {
            (Some(before), Some(rest)) => {
                let start = before.chars().count() + 1;
                let word = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count();
                (start, start + word.max(1))
            }
            _ => (bytes + 1, bytes + 2),
        }
    }
}

fn artifact(uri: &str) -> Value {
    match uri.starts_with("file:") {
        true => json!({ "uri": uri }),
        false => json!({ "uri": uri, "uriBaseId": "SRCROOT" }),
    }
}

/// The name as a reference: characters that have a meaning there are escaped.
fn uri(file: &str) -> String {
    let mut escaped = String::new();
    for byte in file.strip_prefix("./").unwrap_or(file).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => escaped.push(char::from(byte)),
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    if escaped.starts_with('/') { format!("file://{escaped}") } else { escaped }
}
