//! Reports of results that are written down by hand.

use super::html::html;
use super::junit::junit;
use super::lcov::{Format, Names, lcov};
use super::markdown::markdown;
use super::merge::merge;
use super::sarif::sarif;
use super::table::{Rows, table};
use crate::result::AnalysisResult;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

fn goal(id: &str, line: u32, status: Value) -> Value {
    let mut goal = json!({ "id": id, "file": "src/a.c", "line": line, "column": 3, "function": "f", "kind": "branch", "text": "a < \"<b>\", c" });
    goal.as_object_mut().unwrap().extend(status.as_object().unwrap().clone());
    goal
}

fn result(verdict: &str, what: Value) -> AnalysisResult {
    let mut result = json!({
        "tool": { "name": "gotcha", "version": "0.1.0" },
        "program": { "files": ["src/a.c"], "entry": "main", "data_model": "lp64" },
        "verdict": verdict, "reason": null, "warnings": ["a < b"],
        "statistics": { "wall_s": 2.5, "k": 3, "solver": "embedded", "solver_calls": 6, "engines": {} },
    });
    result.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
    AnalysisResult::read(&result.to_string()).unwrap()
}

/// A decision of which one side is proved unreachable, one that is decided half, and one that no test comes to.
fn coverage() -> AnalysisResult {
    result(
        "incomplete",
        json!({
            "criteria": ["branch"],
            "goals": [
                goal("f.branch.1.true", 2, json!({ "status": "covered", "test": 1, "reached_by": 2, "time": 0.5 })),
                goal("f.branch.1.false", 2, json!({ "status": "unreachable", "proof": { "method": "k-induction", "k": 3 }, "time": 1.5 })),
                goal("f.branch.2.true", 3, json!({ "status": "covered", "test": 1, "reached_by": 1, "time": 0.5 })),
                goal("f.branch.2.false", 3, json!({ "status": "undecided", "reason": "bound <4>" })),
                goal("f.branch.3.true", 4, json!({ "status": "undecided", "reason": "bound <4>" })),
                goal("f.branch.3.false", 4, json!({ "status": "undecided", "reason": "bound <4>" })),
            ],
            "tests": [{ "id": 1, "inputs": [{ "function": "g", "type": "int", "value": "7" }], "covers": ["f.branch.1.true", "f.branch.2.true"] }],
            "execution": { "tests": 1, "complete": true, "functions": [{ "name": "f", "file": "src/a.c", "line": 1, "tests": 1 }],
                           "lines": { "src/a.c": { "2": 1, "3": 1, "4": 0 } } },
        }),
    )
}

fn violation() -> AnalysisResult {
    let place = |line: u32| json!({ "file": "src/a.c", "line": line, "column": 4, "function": "f" });
    let with = |mut value: Value, more: Value| {
        value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        value
    };
    let steps = [
        with(place(1), json!({ "depth": 0, "kind": "input", "target": "x", "value": "7", "input": "g" })),
        with(place(2), json!({ "depth": 1, "kind": "decision", "text": "x < 9", "taken": true })),
    ];
    let trace = json!({ "left_out": 0, "steps": steps });
    let inputs = json!([{ "function": "g", "type": "int", "value": "7" }]);
    let violated = json!({ "id": "f.bounds.1", "class": "bounds", "text": "outside of <a>", "status": "violated", "inputs": inputs, "trace": trace });
    let holds = json!({ "id": "f.bounds.2", "class": "bounds", "text": "outside", "status": "holds", "proof": { "method": "dominator" } });
    result("false", json!({ "properties": [with(place(2), violated), with(place(3), holds)] }))
}

fn sources() -> BTreeMap<String, String> {
    BTreeMap::from([("src/a.c".to_owned(), "int x;\nüüüa[i] <\n\"&\";\n".to_owned())])
}

#[test]
fn tracefiles_count_no_branch_that_is_proved_unreachable() {
    let text = lcov(&coverage(), Format::Plain, Names::RelativeTo(Path::new("/p")));
    let branches: Vec<&str> = text.lines().filter(|l| l.starts_with("BR")).collect();
    assert_eq!(branches, ["BRDA:2,0,0,2", "BRDA:3,0,0,1", "BRDA:3,0,1,0", "BRDA:4,0,0,-", "BRDA:4,0,1,-", "BRF:5", "BRH:2"]);
    assert!(text.starts_with("# 1 sides of branches are proved unreachable") && text.contains("\nSF:src/a.c\n"), "{text}");
    assert!(text.contains("DA:2,1\nDA:3,1\nDA:4,0\nLF:3\nLH:2\n") && text.contains("FN:1,f\nFNDA:1,f\n"), "{text}");
    let text = lcov(&coverage(), Format::Version2, Names::Absolute(Path::new("/p")));
    assert!(text.contains("\nSF:/p/src/a.c\n") && text.contains("\nBRDA:2,U0,a < \"<b>\"  c is false,0\n"), "{text}");
}

#[test]
fn lines_that_are_not_known_are_left_out() {
    let mut result = coverage();
    result.execution.as_mut().unwrap().complete = false;
    let text = lcov(&result, Format::Plain, Names::RelativeTo(Path::new("/p")));
    assert!(!text.contains("\nDA:") && !text.contains("FNDA:") && text.contains("BRF:5"), "{text}");
}

#[test]
fn findings_have_a_place_in_characters_and_a_way() {
    let log: Value = serde_json::from_str(&sarif(&violation(), &|_| Some("an index outside"), &sources())).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    // Column 4 in bytes is within the second character; that of the step in line 1 is the blank.
    assert_eq!(region["startLine"], 2);
    assert_eq!(results[0]["message"]["text"], "outside of <a>, when g = 7");
    let steps = results[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let orders: Vec<u64> = steps.iter().map(|s| s["executionOrder"].as_u64().unwrap()).collect();
    assert_eq!(orders, [1, 2, 3]);
    assert_eq!((&steps[0]["state"]["x"]["text"], &steps[1]["nestingLevel"], &steps[2]["importance"]), (&json!("7"), &json!(1), &json!("essential")));
    let none: Value = serde_json::from_str(&sarif(&coverage(), &|_| None, &sources())).unwrap();
    assert_eq!(none["runs"][0]["results"], json!([]));
}

#[test]
fn what_is_undecided_was_skipped_and_what_is_violated_failed() {
    let text = junit(&coverage());
    assert!(text.contains("tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"3\"") && text.contains("<skipped message=\"bound &lt;4&gt;\"/>"), "{text}");
    assert!(text.contains("<property name=\"unreachable: f.branch.1.false\" value=\"k-induction, k = 3\"/>"), "{text}");
    let text = junit(&violation());
    assert!(text.contains("tests=\"2\" failures=\"1\"") && text.contains("src/a.c:2    x &lt; 9 is true"), "{text}");
}

#[test]
fn text_of_programs_is_escaped() {
    let text = markdown(&coverage());
    assert!(text.contains("| f.branch.2.false | a &lt; \"&lt;b&gt;\", c | bound &lt;4&gt; |"), "{text}");
    let mut all = coverage();
    all.properties = violation().properties;
    for file in html(&all, &sources()).iter().filter(|f| f.name.ends_with(".html")) {
        assert!(!file.content.contains("<b>") && !file.content.contains("<4>") && !file.content.contains("of <a>"), "{}", file.content);
        assert!(!file.content.contains("style=") && !file.content.contains("<script"), "{}", file.content);
    }
}

#[test]
fn pages_tell_each_side_and_lead_to_each_other() {
    let mut all = coverage();
    all.properties = violation().properties;
    let files = html(&all, &sources());
    let page = |name: &str| files.iter().find(|f| f.name == name).map(|f| f.content.as_str()).unwrap_or_default();
    let source = page("file-1.html");
    for text in ["<a href=\"tests.html#t1\">test 1</a> and 1 more", "proved unreachable: k-induction, k = 3", "undecided: bound &lt;4&gt;", "<tr id=\"L2\""] {
        assert!(source.contains(text), "{text} is not in {source}");
    }
    assert!(page("trace-1.html").contains("<a href=\"file-1.html#L1\">src/a.c:1</a>"), "{}", page("trace-1.html"));
    assert!(page("index.html").contains("<polygon") && page("tests.html").contains("id=\"t1\"") && page("open.html").contains("a &lt; b"));
    let names: Vec<&str> = files.iter().map(|f| f.name.as_str()).collect();
    for file in &files {
        for link in file.content.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            match link.split_once('#') {
                Some(("", place)) => assert!(file.content.contains(&format!("id=\"{place}\"")), "{place} is nowhere in {}", file.name),
                _ => assert!(names.contains(&link.split('#').next().unwrap_or_default()), "{link} is no file"),
            }
        }
    }
}

#[test]
fn calls_that_had_come_back_are_folded() {
    let place = |line: u32, depth: usize| json!({ "file": "src/a.c", "line": line, "column": 1, "function": "f", "depth": depth });
    let step = |line, depth, more: Value| {
        let mut step = place(line, depth);
        step.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        step
    };
    let call = |name: &str| json!({ "kind": "call", "callee": name });
    let assignment = json!({ "kind": "assignment", "target": "x", "value": "1" });
    let steps = [step(1, 0, call("back")), step(2, 1, assignment.clone()), step(1, 0, call("on")), step(2, 1, call("in")), step(3, 2, assignment)];
    let mut all = violation();
    let mut properties: Value = serde_json::to_value(&all.properties).unwrap();
    for property in properties.as_array_mut().unwrap().iter_mut().filter(|p| p["status"] == "violated") {
        property["trace"] = json!({ "left_out": 0, "steps": steps });
    }
    all.properties = serde_json::from_value(properties).unwrap();
    let files = html(&all, &sources());
    let page = &files.iter().find(|f| f.name == "trace-1.html").unwrap().content;
    assert_eq!((page.matches("<details>").count(), page.matches("<details open>").count(), page.matches("</details>").count()), (1, 2, 3), "{page}");
    let at = |text: &str| page.find(text).unwrap();
    assert!(at("id=\"s2\"") < at("</details>") && at("</details>") < at("id=\"s3\"") && at("id=\"s6\"") < page.rfind("</details>").unwrap(), "{page}");
}

#[test]
fn large_results_have_small_pages() {
    let mut result = coverage();
    let goals = result.goals.take().unwrap();
    let many = (1..5000).flat_map(|line| goals.iter().map(move |g| (line, g)));
    result.goals = Some(many.map(|(line, g)| crate::result::Goal { place: crate::result::Place { line, ..g.place.clone() }, ..g.clone() }).collect());
    let files = html(&result, &sources());
    assert!(files.iter().all(|f| f.content.len() < 1_000_000));
    assert!(files.iter().filter(|f| f.name.starts_with("file-1")).count() > 1);
}

#[test]
fn the_table_counts_what_is_not_proved_unreachable() {
    let text = table(&coverage(), Rows::All);
    let words = |n: usize| text.lines().nth(n).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(words(1), ["src/a.c", "6", "2", "1", "3", "40.0%"]);
    assert!(table(&coverage(), Rows::Functions(0)).contains("(1 more functions"));
}

#[test]
fn a_proof_of_one_result_is_none_of_the_merged_one() {
    let mut other = coverage();
    let goals = other.goals.as_mut().unwrap();
    goals[1].state = crate::result::GoalState::Undecided { reason: "deadline".into() };
    goals[3].state = crate::result::GoalState::Covered { test: 1 };
    let merged = merge(vec![coverage(), other]).unwrap();
    let goals = merged.summary.unwrap().goals.unwrap();
    assert_eq!((goals.goals, goals.covered, goals.unreachable, goals.undecided, goals.tests), (6, 3, 0, 3, 2));
    assert!(matches!(merged.goals()[3].state, crate::result::GoalState::Covered { test: 2 }));
    assert_eq!(merged.execution.as_ref().unwrap().lines["src/a.c"][&2], 2);
    let merged = merge(vec![coverage(), violation()]).unwrap();
    assert_eq!(merged.verdict_text(), "false(bounds)");
}

#[test]
fn a_run_that_ended_early_leaves_nothing_complete() {
    let early = result("incomplete", json!({ "criteria": ["branch"], "goals": [], "tests": [] }));
    let mut complete = coverage();
    complete.goals.as_mut().unwrap().truncate(2);
    complete.verdict = "complete".into();
    assert_eq!(merge(vec![complete, early]).unwrap().verdict, "incomplete");
}
