//! Tests of the checker on snippets of C.

mod invariants;
mod layout;

use super::Checker;
use crate::c::source::{self, on_big_stack};
use crate::c::tree::Tree;
use goto::DataModel;

/// The checked program of several units, or the first error's message.
fn check_units(model: DataModel, units: &[&str]) -> Result<Tree, String> {
    let work = || {
        let mut checker = Checker::new(model);
        for (i, unit) in units.iter().enumerate() {
            let source = source::parse(&format!("u{i}.c"), (*unit).to_owned()).map_err(|e| e.to_string())?;
            checker.add_unit(&source).map_err(|e| e.to_string())?;
        }
        let tree = checker.finish();
        invariants::assert_well_typed(&tree);
        Ok(tree)
    };
    on_big_stack(work)
}

fn check(unit: &str) -> Tree {
    check_units(DataModel::Lp64, &[unit]).unwrap_or_else(|e| panic!("{unit}: {e}"))
}

#[test]
#[ignore]
fn corpus() {
    let list = std::fs::read_to_string(std::env::var("CORPUS").unwrap()).unwrap();
    let mut bad = 0;
    for line in list.lines() {
        let (paths, model) = line.split_once('\t').unwrap_or((line, "LP64"));
        let model = if model == "ILP32" { DataModel::Ilp32 } else { DataModel::Lp64 };
        let run = || {
            on_big_stack(|| -> Result<(), String> {
                let mut checker = Checker::new(model);
                for path in paths.split(' ') {
                    let options = source::Options { data_model: model, ..Default::default() };
                    let s = source::read(std::path::Path::new(path), &options).map_err(|e| format!("SOURCE {e}"))?;
                    checker.add_unit(&s).map_err(|e| format!("CHECK {e} | {}", e.diagnostic().and_then(|d| d.source_line.clone()).unwrap_or_default()))?;
                }
                invariants::assert_well_typed(&checker.finish());
                Ok(())
            })
        };
        match std::panic::catch_unwind(run) {
            Ok(Ok(())) => {}
            Ok(Err(e)) => {
                bad += 1;
                println!("{paths}: {e}")
            }
            Err(_) => {
                bad += 1;
                println!("{paths}: PANIC")
            }
        }
    }
    println!("BAD {bad} of {}", list.lines().count());
}
