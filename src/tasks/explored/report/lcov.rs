//! What was covered as a tracefile for lcov. Counts are those of executions.

use super::{Item, Report};
use goto::{FileId, Location};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// One record a file.
pub fn lcov(report: &Report<'_>) -> String {
    let mut text = String::new();
    let files: Vec<FileId> = report.program.files.ids().collect();
    for file in files {
        let of_file = |items: &[Item]| -> Vec<Item> { items.iter().filter(|i| i.loc.file == file).cloned().collect() };
        let (lines, functions, branches) = (of_file(&report.lines), of_file(&report.functions), of_file(&report.branches));
        if lines.is_empty() {
            continue;
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, "TN:\nSF:{}", report.program.files[file]);
        for f in &functions {
            let _ = writeln!(text, "FN:{},{}", f.loc.line, f.text);
        }
        for f in &functions {
            let _ = writeln!(text, "FNDA:{},{}", f.executions.len(), f.text);
        }
        let _ = writeln!(text, "FNF:{}\nFNH:{}", functions.len(), hit(&functions));
        // The two outcomes of a decision stand one after the other.
        let mut blocks: BTreeMap<Location, usize> = BTreeMap::new();
        for pair in branches.chunks(2) {
            let next = blocks.len();
            let block = *blocks.entry(pair[0].loc).or_insert(next);
            for (number, outcome) in pair.iter().enumerate() {
                let taken = if pair.iter().all(|o| o.executions.is_empty()) { "-".to_owned() } else { outcome.executions.len().to_string() };
                let _ = writeln!(text, "BRDA:{},{block},{number},{taken}", outcome.loc.line);
            }
        }
        let _ = writeln!(text, "BRF:{}\nBRH:{}", branches.len(), hit(&branches));
        for line in &lines {
            let _ = writeln!(text, "DA:{},{}", line.loc.line, line.executions.len());
        }
        let _ = writeln!(text, "LF:{}\nLH:{}\nend_of_record", lines.len(), hit(&lines));
    }
    text
}

fn hit(items: &[Item]) -> usize {
    items.iter().filter(|i| !i.executions.is_empty()).count()
}
