//! The machine-readable result of `explored`.

use super::{Counts, Item, Report};
use report::json::{Asked, Head, Run, Tail, class_name, head, input_infos, place, tail, text};
use report::result::{Input, Place};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Result<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    summary: BTreeMap<&'static str, CountsInfo>,
    lines: Vec<ItemInfo<'a>>,
    statements: Vec<ItemInfo<'a>>,
    functions: Vec<ItemInfo<'a>>,
    branches: Vec<ItemInfo<'a>>,
    executions: Vec<ExecutionInfo>,
    properties: Vec<PropertyInfo<'a>>,
    #[serde(flatten)]
    tail: Tail<'a>,
}

#[derive(Serialize)]
struct CountsInfo {
    total: usize,
    covered: usize,
    at_most: usize,
    explored: usize,
}

#[derive(Serialize)]
struct ItemInfo<'a> {
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
    status: &'static str,
    executions: Vec<usize>,
}

#[derive(Serialize)]
struct ExecutionInfo {
    id: usize,
    inputs: Vec<Input>,
}

#[derive(Serialize)]
struct PropertyInfo<'a> {
    id: &'a str,
    #[serde(flatten)]
    place: Place,
    class: &'static str,
    text: &'a str,
    status: &'static str,
    inputs: Vec<Input>,
}

fn infos<'a>(report: Option<&'a Report<'_>>, which: impl Fn(&'a Report<'_>) -> &'a [Item]) -> Vec<ItemInfo<'a>> {
    report.map(|r| which(r).iter().map(|i| info(r, i)).collect()).unwrap_or_default()
}

/// The result; without a report the run ended before there was anything to count.
pub fn json(run: &Run, report: Option<&Report<'_>>) -> String {
    let summary = report.map(|r| r.kinds().into_iter().map(|(name, items)| (name, counts(items))).collect()).unwrap_or_default();
    let executions = report.map(|r| {
        let all = r.findings.executions.iter().enumerate();
        all.map(|(n, e)| ExecutionInfo { id: n + 1, inputs: input_infos(r.judge, &e.inputs) }).collect()
    });
    let properties = report.map(|r| {
        let violated = r.findings.violations.iter();
        violated
            .map(|v| PropertyInfo {
                id: &v.property.name,
                place: place(r.program, v.property.loc, v.property.function),
                class: class_name(v.property.class),
                text: &v.property.text,
                status: "violated",
                inputs: input_infos(r.judge, &v.inputs),
            })
            .collect()
    });
    text(&Result {
        head: head(run, Some(Asked::Mode(&run.asked))),
        summary,
        lines: infos(report, |r| &r.lines),
        statements: infos(report, |r| &r.statements),
        functions: infos(report, |r| &r.functions),
        branches: infos(report, |r| &r.branches),
        executions: executions.unwrap_or_default(),
        properties: properties.unwrap_or_default(),
        tail: tail(run),
    })
}

fn counts(items: &[Item]) -> CountsInfo {
    let Counts { total, covered, at_most, explored } = Counts::of(items);
    CountsInfo { total, covered, at_most, explored }
}

fn info<'a>(report: &'a Report<'_>, item: &'a Item) -> ItemInfo<'a> {
    ItemInfo {
        place: place(report.program, item.loc, item.function),
        text: &item.text,
        status: item.status.name(),
        executions: item.executions.iter().map(|n| n + 1).collect(),
    }
}
