//! Contracts of functions in correctness witnesses: what they claim of each call, as clauses in the text of the program. A witness is no evidence, so all of it is shown again:
//! what is required at each call, what is ensured at each return.

use super::check_witness::Check;
use super::witness::is_expression;
use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::{self, ProgramRequest};
use engine::board::{Board, LostRuns};
use frontend::contracts::{self, AddedContract, Arguments, ContractIn, SaidContract, Weave};
use frontend::source;
use goto::limits::Stop;
use goto::{ExprKind, Program, Property, PropertyClass};
use instrument::{ContractPlan, Contracted};
use report::witness::WitnessError;
use report::witness::model::{Column, Content, FunctionContract, Ghosts, Metadata, Witness, WitnessPlace};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is checked in the conditions of contracts whose numbers have no bounds: that it makes no difference.
pub(super) const BOUNDS: [PropertyClass; 2] = [PropertyClass::UnsignedOverflow, PropertyClass::Conversion];

/// Why the contracts are not put into a program.
pub(super) enum Refused {
    Witness(WitnessError),
    Program(Failure),
}

/// The program with the contracts of a witness in place of its own.
pub(super) fn claimed(request: &ProgramRequest, contracts: &[FunctionContract]) -> Result<ProgramRequest, Refused> {
    let mut request = request.clone();
    let mut weave = Weave { arguments: Arguments::Given, ..Weave::default() };
    for (number, file) in request.files.clone().iter().enumerate() {
        let mut added = Vec::new();
        for contract in contracts.iter().filter(|contract| is_named(&contract.place.file, file)) {
            let own = added_of(contract)?;
            if weave.enforce.insert(own.function.clone(), ContractIn { contract: own.function.clone(), file: number }).is_some() {
                return Err(wrong(contract, format!("{} has a contract already", own.function)));
            }
            added.push(own);
        }
        if !added.is_empty() {
            let text = source::with_contracts(file, &request.source, &added).map_err(|error| Refused::Program(Failure::Source(error)))?;
            let text = text.map_err(|function| match contracts.iter().find(|contract| contract.place.function.as_deref() == Some(&*function)) {
                Some(contract) => wrong(contract, format!("{} defines no function {function}", file.display())),
                None => Refused::Witness(WitnessError::new(None, format!("there is no function {function}"))),
            })?;
            request.source.preprocessed.insert(file.clone(), text.into());
        }
    }
    if let Some(lost) = contracts.iter().find(|contract| !request.files.iter().any(|file| is_named(&contract.place.file, file))) {
        return Err(wrong(lost, format!("{} is no file of the program", lost.place.file)));
    }
    Ok(ProgramRequest { contracts: weave, ..request })
}

fn is_named(name: &str, file: &Path) -> bool {
    Path::new(name).file_name() == file.file_name()
}

fn wrong(contract: &FunctionContract, message: String) -> Refused {
    Refused::Witness(WitnessError::new(contract.line, message))
}

/// The clauses of a contract, if its conditions are expressions that change nothing and call nothing.
fn added_of(contract: &FunctionContract) -> Result<AddedContract, Refused> {
    let Some(function) = &contract.place.function else { return Err(wrong(contract, "a contract names its function".to_owned())) };
    let clause = |condition: &str| {
        let condition = condition.trim();
        let refused = |why: String| wrong(contract, format!("`{condition}` is not understood: {why}"));
        let written = in_words(condition).map_err(refused)?;
        // What the words stand for are an expression and a variable.
        let plain = written.replace(OLD, "").replace("==>", "||");
        is_expression(&plain, &[]).map_err(refused)?;
        Ok(written)
    };
    Ok(AddedContract { function: function.clone(), requires: clause(&contract.requires)?, ensures: clause(&contract.ensures)? })
}

const OLD: &str = "__ESBMC_old";

/// With the words of clauses in place of those of witnesses. `Err` is a word that is not known.
fn in_words(condition: &str) -> Result<String, String> {
    if condition.contains("__ESBMC_") || condition.contains("__CPROVER_") || condition.contains(contracts::PREFIX) {
        return Err("names of this form are not for programs".to_owned());
    }
    let mut text = condition.replace("\\result", "__ESBMC_return_value").replace("\\old", OLD);
    while let Some(at) = text.find("\\at") {
        let open = at + text[at..].find('(').ok_or("an argument is expected behind \\at")?;
        let close = open + matching(&text[open..]).ok_or("its brackets do not match")?;
        let comma = text[open..close].rfind(',').ok_or("\\at has two arguments")? + open;
        if !matches!(text[comma + 1..close].trim(), "Old" | "Pre") {
            return Err(format!("the label {} of \\at is not supported, only Old and Pre", text[comma + 1..close].trim()));
        }
        text = format!("{}{OLD}({}){}", &text[..at], &text[open + 1..comma], &text[close + 1..]);
    }
    match text.find('\\') {
        Some(at) => Err(format!("{} is not supported", text[at..].split(|c: char| c.is_whitespace() || "(),".contains(c)).next().unwrap_or_default())),
        None => Ok(text),
    }
}

/// The bracket that closes the one with which the text begins.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Calls that come with what the contracts say. Where stores go is not asked.
pub(super) fn plan(contracts: &[FunctionContract]) -> ContractPlan {
    let functions = contracts.iter().filter_map(|contract| contract.place.function.clone());
    let calls = functions.map(|function| Contracted { called: contracts::enforcing(&function), function }).collect();
    ContractPlan { calls, ..ContractPlan::default() }
}

/// Why not every call of these functions can be looked at.
pub(super) fn obstacle(program: &Program, contracts: &[FunctionContract]) -> Option<String> {
    for name in contracts.iter().filter_map(|contract| contract.place.function.as_ref()) {
        let Some((id, _)) = program.functions.iter().find(|(_, function)| function.name == *name) else {
            return Some(format!("the contract of {name} is not supported: several functions have that name, or nothing calls it"));
        };
        if !program.functions.values().any(|function| function.name == contracts::enforcing(name)) {
            return Some(format!("the contract of {name} is not supported"));
        }
        if program.exprs.any(|kind| kind == ExprKind::FunctionAddress(id)) {
            return Some(format!("the contract of {name} is not supported: its address is used, so it may be called by other names"));
        }
    }
    None
}

/// The time within which contracts of the program are proved for a witness.
const TIME: Duration = Duration::from_secs(5);

/// The contracts that the program has and that a witness can say, as far as they are proved of all calls: by themselves, as who checks the witness will do.
pub(super) fn proved(request: &ProgramRequest, engines: &Engines, metadata: &Metadata) -> Vec<FunctionContract> {
    let candidates = said(request).unwrap_or_default();
    if candidates.is_empty() {
        return candidates;
    }
    let board = board(request, metadata, &candidates);
    let Ok(board) = board else { return Vec::new() };
    if engines.analyse(&board, &Stop::new(Some(Instant::now() + TIME))).is_err() {
        return Vec::new();
    }
    let program = board.program();
    let is_proved = |contract: &FunctionContract| {
        let own = format!("{}.", contract.place.function.as_deref().unwrap_or_default());
        let mut of_it = program.properties.iter().filter(|(_, property)| property.name.starts_with(&own)).peekable();
        of_it.peek().is_some() && of_it.all(|(id, _)| board.status(id).is_excluded())
    };
    candidates.into_iter().filter(is_proved).collect()
}

/// The contracts of the program.
fn said(request: &ProgramRequest) -> Result<Vec<FunctionContract>, Failure> {
    let mut all = Vec::new();
    for file in &request.files {
        for SaidContract { function, line, requires, ensures } in source::said_contracts(file, &request.source)? {
            let line = u32::try_from(line).unwrap_or(u32::MAX);
            let place = WitnessPlace { file: file.display().to_string(), line, column: Column::Leftmost, function: Some(function) };
            all.push(FunctionContract { place, requires, ensures, is_acsl: false, line: None });
        }
    }
    // Those that are refused are left out one by one.
    all.retain(|contract| claimed(request, std::slice::from_ref(contract)).is_ok());
    Ok(all)
}

/// A program in which they are claimed, and nothing else.
fn board(request: &ProgramRequest, metadata: &Metadata, contracts: &[FunctionContract]) -> Result<Board, Failure> {
    let content = Content::Correctness { invariants: Vec::new(), contracts: contracts.to_vec(), ghosts: Ghosts::default() };
    let check = Check::of(Witness { metadata: metadata.clone(), content });
    let (mut loaded, placed) = check.compile(request)?;
    check.instrument(&placed, &mut loaded, &[]).map_err(Failure::Usage)?;
    program::tidy(&mut loaded.program);
    Ok(Board::new(Arc::new(loaded.program), None, LostRuns::Count))
}

/// Is the property about a contract: a clause, or what its conditions do?
pub(super) fn is_of_contract(program: &Program, property: &Property) -> bool {
    property.class == PropertyClass::Contract || contracts::enforced(&program.functions[property.function].name).is_some()
}
