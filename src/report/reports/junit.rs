//! Results as test reports in the form of JUnit: what is violated failed, what is not decided was skipped, with the reason. Goals that are proved unreachable are
//! properties of a suite, not test cases, so that they do not count as tests.

use crate::result::{AnalysisResult, GoalState, Input, Place, PropertyState, Trace};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use std::collections::BTreeMap;
use std::io;

/// A test case of the report.
struct Case {
    name: String,
    place: Option<Place>,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Failed { message: String, text: String },
    Skipped(String),
}

/// A suite of the report.
#[derive(Default)]
struct Suite {
    cases: Vec<Case>,
    properties: Vec<(String, String)>,
}

/// The report.
pub fn junit(result: &AnalysisResult) -> String {
    let suites = suites(result);
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing to memory does not fail.
    let _ = write(&mut writer, &suites, result.statistics.wall_s);
    let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    text.push('\n');
    text
}

/// Tests and goals are a suite by the name of the entry function, properties one by their class.
fn suites(result: &AnalysisResult) -> BTreeMap<String, Suite> {
    let mut suites: BTreeMap<String, Suite> = BTreeMap::new();
    if result.goals.is_some() {
        let suite = suites.entry(result.program.entry.clone()).or_default();
        for test in result.tests() {
            suite.cases.push(Case { name: format!("test {}", test.id), place: None, outcome: Outcome::Passed });
        }
        for goal in result.goals() {
            match &goal.state {
                GoalState::Covered { .. } => {}
                GoalState::Unreachable { proof } => suite.properties.push((format!("unreachable: {}", goal.id), proof.to_string())),
                GoalState::Undecided { reason } => {
                    suite.cases.push(Case { name: goal.id.clone(), place: Some(goal.place.clone()), outcome: Outcome::Skipped(reason.clone()) });
                }
            }
        }
    }
    for property in result.properties() {
        let outcome = match &property.state {
            PropertyState::Holds { .. } => Outcome::Passed,
            PropertyState::Unknown { reason } => Outcome::Skipped(reason.clone()),
            PropertyState::Violated { inputs, trace, .. } => {
                Outcome::Failed { message: property.text.clone(), text: way(&property.place, inputs, trace.as_ref()) }
            }
        };
        let case = Case { name: property.id.clone(), place: Some(property.place.clone()), outcome };
        suites.entry(property.class.clone()).or_default().cases.push(case);
    }
    suites
}

/// Place, inputs and steps as lines.
fn way(place: &Place, inputs: &[Input], trace: Option<&Trace>) -> String {
    let mut text = format!("{}:{}:{}\n", place.file, place.line, place.column);
    inputs.iter().for_each(|i| text.push_str(&format!("input {} = {}\n", i.title(), i.value)));
    for step in trace.iter().flat_map(|t| &t.steps) {
        text.push_str(&format!("{}:{}  {}{}\n", step.place.file, step.place.line, "  ".repeat(step.depth), step.text()));
    }
    text
}

fn write(writer: &mut Writer<Vec<u8>>, suites: &BTreeMap<String, Suite>, seconds: f64) -> io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    // Suites ran together: none has a time of its own, and readers add up those of suites.
    let time = format!("{seconds:.3}");
    let all: Vec<&Case> = suites.values().flat_map(|s| &s.cases).collect();
    writer.write_event(Event::Start(counted(BytesStart::new("testsuites"), crate::NAME, &all).with_attributes([("time", time.as_str())])))?;
    for (name, suite) in suites {
        let cases: Vec<&Case> = suite.cases.iter().collect();
        writer.write_event(Event::Start(counted(BytesStart::new("testsuite"), name, &cases)))?;
        if !suite.properties.is_empty() {
            writer.write_event(Event::Start(BytesStart::new("properties")))?;
            for (name, value) in &suite.properties {
                let property = BytesStart::new("property").with_attributes([("name", legal(name).as_str()), ("value", legal(value).as_str())]);
                writer.write_event(Event::Empty(property))?;
            }
            writer.write_event(Event::End(BytesEnd::new("properties")))?;
        }
        suite.cases.iter().try_for_each(|case| write_case(writer, name, case))?;
        writer.write_event(Event::End(BytesEnd::new("testsuite")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testsuites")))
}

fn counted<'a>(element: BytesStart<'a>, name: &str, cases: &[&Case]) -> BytesStart<'a> {
    let failures = cases.iter().filter(|c| matches!(c.outcome, Outcome::Failed { .. })).count().to_string();
    let skipped = cases.iter().filter(|c| matches!(c.outcome, Outcome::Skipped(_))).count().to_string();
    let tests = cases.len().to_string();
    element.with_attributes([
        ("name", legal(name).as_str()),
        ("tests", tests.as_str()),
        ("failures", failures.as_str()),
        ("errors", "0"),
        ("skipped", skipped.as_str()),
    ])
}

fn write_case(writer: &mut Writer<Vec<u8>>, suite: &str, case: &Case) -> io::Result<()> {
    let class = case.place.as_ref().map_or_else(|| suite.to_owned(), |p| format!("{}.{}", p.file, p.function));
    let mut element = BytesStart::new("testcase").with_attributes([("name", legal(&case.name).as_str()), ("classname", legal(&class).as_str())]);
    if let Some(place) = &case.place {
        element.push_attribute(("file", legal(&place.file).as_str()));
        element.push_attribute(("line", place.line.to_string().as_str()));
    }
    let (inner, text) = match &case.outcome {
        Outcome::Passed => return writer.write_event(Event::Empty(element)),
        Outcome::Failed { message, text } => {
            (BytesStart::new("failure").with_attributes([("message", legal(message).as_str()), ("type", suite)]), text.as_str())
        }
        Outcome::Skipped(reason) => (BytesStart::new("skipped").with_attributes([("message", legal(reason).as_str())]), ""),
    };
    writer.write_event(Event::Start(element))?;
    if text.is_empty() {
        writer.write_event(Event::Empty(inner))?;
    } else {
        let end = inner.to_end().into_owned();
        writer.write_event(Event::Start(inner.borrow()))?;
        writer.write_event(Event::Text(BytesText::new(&legal(text))))?;
        writer.write_event(Event::End(end))?;
    }
    writer.write_event(Event::End(BytesEnd::new("testcase")))
}

/// Without the characters that XML cannot hold.
fn legal(text: &str) -> String {
    let is_legal = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if is_legal(c) { c } else { '\u{fffd}' }).collect()
}
