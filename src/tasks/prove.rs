//! What it means to prove functions against their contracts: which functions there are, and for each of them the program in which it is checked. Each is a task of its own;
//! what came out of all of them makes a proof of the whole.

use crate::asked::properties::VerifyAim;
use crate::cache::Cache;
use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::task::Outcome;
use crate::verify::Verification;
use frontend::contracts::acsl::Variants;
use frontend::contracts::{self, Annotated, AnnotatedFrame, Arguments, CheckedBody, ContractIn, Weave};
use frontend::{LazyInputs, preprocess, similar, source};
use goto::PropertyClass;
use instrument::{ContractPlan, Contracted, Frame, LoopOf};
use report::files::fingerprint;
use report::result::{AnalysisResult, Contract, Property, PropertyState};
use report::text::Verdict;
use std::collections::BTreeMap;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ContractSelection {
    /// Functions to prove; none: all that have a contract, or loops with clauses.
    pub functions: Vec<ContractOf>,
    /// All functions with contracts.
    pub all: bool,
    /// Functions whose calls their contracts stand for.
    pub replace: Vec<ContractOf>,
    /// All functions with contracts but the one that is proved stand for their calls.
    pub replace_all: bool,
    /// Functions are checked where the program's entry function calls them, not for all that their contracts allow.
    pub from_entry: bool,
    /// Variables that live as long as the program have any value where this function begins.
    pub any_statics: Option<String>,
    /// Loops with clauses are unrolled like others, and their clauses say nothing.
    pub ignore_loops: bool,
    /// Comments are no annotations.
    pub leaves_comments: bool,
}

/// A function, and another one whose contract it has, if it is not its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContractOf {
    pub function: String,
    pub contract: Option<String>,
}

impl ContractOf {
    /// `f`, or `f/c`.
    pub fn read(text: &str) -> Self {
        match text.split_once('/') {
            Some((function, contract)) => Self { function: function.to_owned(), contract: Some(contract.to_owned()) },
            None => Self { function: text.to_owned(), contract: None },
        }
    }

    /// As it is read.
    fn told(&self) -> String {
        told(&self.function, self.of_contract())
    }

    fn of_contract(&self) -> &str {
        self.contract.as_deref().unwrap_or(&self.function)
    }
}

/// A program in which one or several functions are checked.
pub struct Obligation {
    /// What is proved.
    pub name: String,
    pub program: ProgramRequest,
    pub plan: ContractPlan,
    /// The functions whose contracts stand for calls.
    replaced: Vec<Replaced>,
}

/// A function whose contract stands for its calls.
struct Replaced {
    /// With the function whose contract it is, as the command line has it.
    told: String,
    /// What is called in its place.
    called: String,
}

impl Obligation {
    /// The question whose answer decides, with what earlier runs have found.
    pub fn question(&self, classes: Vec<PropertyClass>, cache: Option<Cache>) -> Verification {
        let aim = VerifyAim { classes, entry: None, specification: None, unsupported: None, is_default: false };
        Verification { contracts: Some(self.plan.clone()), cache, ..Verification::new(aim) }
    }

    /// The same with functions that do nothing and return anything.
    pub fn with_nothing_done(&self) -> Self {
        let contracts = Weave { body: CheckedBody::Nothing, ..self.program.contracts.clone() };
        let program = ProgramRequest { contracts, ..self.program.clone() };
        Self { name: self.name.clone(), program, plan: self.plan.clone(), replaced: Vec::new() }
    }

    /// The functions whose contracts the answer rests on.
    pub fn uses(&self, outcome: &Outcome<Verification>) -> Vec<String> {
        self.replaced.iter().filter(|replaced| outcome.may_run(&replaced.called)).map(|replaced| replaced.told.clone()).collect()
    }
}

/// What is ensured of functions that do nothing and return anything (`with_nothing_done`): it says little of a body.
pub fn weak_clauses(outcome: &Outcome<Verification>) -> Vec<Property> {
    let holds = |p: &&Property| p.id.contains(".ensures.") && matches!(p.state, PropertyState::Holds { .. });
    outcome.result().properties().iter().filter(holds).cloned().collect()
}

/// What came out of several functions as one result: the properties of all of them, with one verdict. It speaks of the text of the files, whatever was checked in it.
pub fn together(results: &[&AnalysisResult], contracts: Vec<Contract>, text_hash: &str, verdict: &Verdict) -> Option<AnalysisResult> {
    let mut all = (*results.first()?).clone();
    all.program.entry = contracts.iter().map(|contract| contract.name.as_str()).collect::<Vec<_>>().join(", ");
    all.program.hash = Some(text_hash.to_owned());
    all.contracts = Some(contracts);
    for result in &results[1..] {
        all.properties.get_or_insert_default().extend(result.properties.iter().flatten().cloned());
        all.warnings.extend(result.warnings.iter().filter(|w| !all.warnings.contains(w)).cloned().collect::<Vec<_>>());
        all.statistics.wall_s = all.statistics.wall_s.max(result.statistics.wall_s);
        all.statistics.k = all.statistics.k.max(result.statistics.k);
        all.statistics.solver_calls += result.statistics.solver_calls;
        if let (Some(sum), Some(counts)) = (all.summary.as_mut().and_then(|s| s.properties.as_mut()), result.summary.and_then(|s| s.properties)) {
            sum.properties += counts.properties;
            sum.holds += counts.holds;
            sum.violated += counts.violated;
            sum.unknown += counts.unknown;
        }
    }
    all.verdict = verdict.word().to_owned();
    all.reason = verdict.reason().map(str::to_owned);
    Some(all)
}

/// What is to be shown.
pub struct Obligations {
    pub all: Vec<Obligation>,
    /// What the user should know of the text.
    pub warnings: Vec<String>,
    /// The same for the same preprocessed text of the files, with the same sizes of types.
    pub text_hash: String,
}

/// All programs that are to be checked.
///
/// # Errors
/// Clauses that cannot be read, and names that select nothing.
pub fn obligations(request: &ProgramRequest, selection: &ContractSelection, lazy: &LazyInputs) -> Result<Obligations, Failure> {
    let (mut request, mut warnings) = (request.clone(), Vec::new());
    let mut annotated: Vec<InFile> = Vec::new();
    for (number, file) in request.files.iter().enumerate() {
        // Once for all functions.
        let text = preprocess::preprocess(file, &request.source)?;
        request.source.preprocessed.insert(file.clone(), text.into());
        // Who writes clauses in one notation does not mean comments to be clauses in another one.
        let has_clauses = source::annotated(file, &request.source)?.iter().any(|a| a.has_contract || !a.loops.is_empty());
        let plain = request.source.preprocessed.remove(file);
        if selection.leaves_comments || has_clauses {
            if !selection.leaves_comments && source::has_annotations(file, &request.source)? {
                warnings.push(format!("{}: comments in ACSL are left out, since there are clauses in another notation", file.display()));
            }
            request.source.preprocessed.extend(plain.map(|text| (file.clone(), text)));
        } else {
            let variants = if selection.ignore_loops { Variants::Ignored } else { Variants::Checked };
            let text = source::with_annotations(file, &request.source, variants)?;
            request.source.preprocessed.insert(file.clone(), text.into());
        }
        for found in source::annotated(file, &request.source)? {
            if !found.loops.is_empty() && annotated.iter().any(|a| a.found.function == found.function && !a.found.loops.is_empty()) {
                let function = &found.function;
                return Err(Failure::unavailable(&format!("a function with clauses of loops that stands in several files: {function}")));
            }
            annotated.push(InFile { found, number });
        }
    }
    let files = request.files.iter().map(|file| file.display().to_string()).collect();
    let text_hash = text_hash(&request);
    let (request, known) = (&request, Known { functions: annotated, files });
    let chosen = known.chosen(selection)?;
    // What ESBMC enforces and nobody calls it calls itself.
    let is_alone = !selection.all && !chosen.is_empty() && chosen.iter().all(|of| known.contract(of.of_contract()).is_some_and(|a| a.is_esbmc && !a.is_called));
    if selection.from_entry && !is_alone {
        return Ok(Obligations { all: vec![known.where_called(request, selection, &chosen)], warnings, text_hash });
    }
    let all = chosen.iter().map(|function| known.alone(request, selection, function, lazy)).collect();
    Ok(Obligations { all, warnings, text_hash })
}

/// The program that starts in its entry function with what the contract of that requires, if it has one in the notation of CBMC or ESBMC; otherwise as it is. Nothing is claimed,
/// and loops are unrolled.
///
/// # Errors
/// Clauses that cannot be read.
pub fn obeying_contract(mut request: ProgramRequest, lazy: &LazyInputs) -> Result<ProgramRequest, Failure> {
    let mut has_contract = false;
    for file in &request.files {
        // Once for all that reads it.
        let text = preprocess::preprocess(file, &request.source)?;
        request.source.preprocessed.insert(file.clone(), text.into());
        has_contract |= source::annotated(file, &request.source)?.iter().any(|found| found.function == request.entry && found.has_contract);
    }
    if !has_contract {
        return Ok(request);
    }
    let selection =
        ContractSelection { functions: vec![ContractOf::read(&request.entry)], ignore_loops: true, leaves_comments: true, ..ContractSelection::default() };
    let Obligations { mut all, .. } = obligations(&request, &selection, lazy)?;
    Ok(all.pop().map_or(request, |obligation| obligation.program))
}

/// A program with contracts, as runs of it are looked at: calls come with what contracts say, with arguments and memory as they are.
pub(crate) struct InRuns {
    pub program: ProgramRequest,
    pub plan: ContractPlan,
}

/// The same for a program as it is asked about, with what is claimed of its runs: all clauses, or, where it starts as the contract of its entry function allows, those of that.
/// `None` if there are no contracts.
///
/// # Errors
/// Clauses that cannot be read.
pub(crate) fn claimed_in_runs(request: &ProgramRequest) -> Result<Option<InRuns>, Failure> {
    if request.contracts.enforce.is_empty() {
        return in_runs(request, None);
    }
    let plan = Known::of_clauses(request)?.plan(&request.contracts);
    Ok(Some(InRuns { program: request.clone(), plan }))
}

/// The program in which calls of this function, or of all, come with what their contracts in the notation of CBMC or ESBMC say. With one function it starts there, and what is
/// not required is not followed; with all of them it starts where it did, and what is required is claimed, too. `None` if there is no such contract.
///
/// # Errors
/// Clauses that cannot be read.
pub(crate) fn in_runs(request: &ProgramRequest, function: Option<&str>) -> Result<Option<InRuns>, Failure> {
    let known = Known::of_clauses(request)?;
    let is_asked = |a: &&Annotated| a.has_contract && known.has_body(&a.function) && function.is_none_or(|name| a.function == name);
    let checked: Vec<ContractOf> = known.all().filter(is_asked).map(|a| ContractOf { function: a.function.clone(), contract: None }).collect();
    let has_loops = function.is_none() && known.all().any(|a| !a.loops.is_empty());
    if checked.is_empty() && !has_loops {
        return Ok(None);
    }
    let selection = ContractSelection { ignore_loops: true, ..ContractSelection::default() };
    let arguments = if function.is_some() { Arguments::GivenAndAllowed } else { Arguments::Given };
    let contracts = Weave { arguments, ..known.weave(&selection, &checked) };
    let entry = function.map_or_else(|| request.entry.clone(), contracts::enforcing);
    Ok(Some(InRuns { plan: known.plan(&contracts), program: ProgramRequest { contracts, entry, ..request.clone() } }))
}

/// The preprocessed text of all files.
pub(crate) fn text_hash(request: &ProgramRequest) -> String {
    let texts = request.files.iter().filter_map(|file| request.source.preprocessed.get(file));
    fingerprint(texts.fold(format!("{:?}\n", request.model()), |all, text| all + text + "\0").as_bytes())
}

/// A function with clauses, and the number of the file that has them.
struct InFile {
    found: Annotated,
    number: usize,
}

/// The functions with clauses.
struct Known {
    functions: Vec<InFile>,
    /// The files as they are named.
    files: Vec<String>,
}

impl Known {
    /// Those with clauses that are no comments.
    fn of_clauses(request: &ProgramRequest) -> Result<Self, Failure> {
        let mut functions = Vec::new();
        for (number, file) in request.files.iter().enumerate() {
            functions.extend(source::annotated(file, &request.source)?.into_iter().map(|found| InFile { found, number }));
        }
        Ok(Self { functions, files: Vec::new() })
    }

    fn contract(&self, name: &str) -> Option<&Annotated> {
        self.all().find(|a| a.function == name && a.has_contract)
    }

    fn all(&self) -> impl Iterator<Item = &Annotated> {
        self.functions.iter().map(|a| &a.found)
    }

    /// Where functions are written for a contract: in the file that has the body of its function, or else in the first one that has the contract.
    fn counts(&self, contract: &str) -> ContractIn {
        let of = |a: &&InFile| a.found.function == contract;
        let file = self.functions.iter().filter(of).find(|a| a.found.has_body).or_else(|| self.functions.iter().find(of)).map_or(0, |a| a.number);
        ContractIn { contract: contract.to_owned(), file }
    }

    fn has_body(&self, name: &str) -> bool {
        self.all().any(|a| a.function == name && a.has_body)
    }

    /// The functions to prove, each with a contract or loops that have clauses.
    fn chosen(&self, selection: &ContractSelection) -> Result<Vec<ContractOf>, Failure> {
        for asked in selection.functions.iter().chain(&selection.replace) {
            self.check(asked)?;
        }
        let is_by_name = !selection.functions.is_empty() && !selection.all;
        let is_for_entry = selection.from_entry && !selection.all;
        if is_by_name || is_for_entry {
            return Ok(selection.functions.clone());
        }
        let mut all: Vec<ContractOf> = selection.functions.clone();
        for a in self.all() {
            let is_new = all.iter().all(|of| of.function != a.function);
            if is_new && (a.has_body || (a.has_contract && selection.from_entry)) && (a.has_contract || !a.loops.is_empty()) {
                all.push(ContractOf { function: a.function.clone(), contract: None });
            }
        }
        if all.is_empty() {
            return Err(Failure::Usage("no function of the program has a contract, or a loop with clauses".to_owned()));
        }
        Ok(all)
    }

    fn check(&self, asked: &ContractOf) -> Result<(), Failure> {
        let name = asked.of_contract();
        let has_loops = self.all().any(|a| a.function == name && !a.loops.is_empty());
        if self.contract(name).is_some() || has_loops {
            return Ok(());
        }
        let names = self.all().filter(|a| a.has_contract).map(|a| a.function.as_str());
        let hint = similar::hint(name, names);
        Err(Failure::Usage(format!("there is no contract of {name}{hint}")))
    }

    /// What stands for its calls while these functions are checked.
    fn replaced(&self, selection: &ContractSelection, checked: &[ContractOf]) -> BTreeMap<String, ContractIn> {
        let is_checked = |name: &str| checked.iter().any(|of| of.function == name);
        let mut replaced: BTreeMap<String, ContractIn> = BTreeMap::new();
        if selection.replace_all {
            let all = self.all().filter(|a| a.has_contract && !is_checked(&a.function));
            replaced.extend(all.map(|a| (a.function.clone(), self.counts(&a.function))));
        }
        // Who annotates a function without a body means that its contract stands for it.
        let without_body = self.all().filter(|a| a.has_contract && a.is_acsl && !self.has_body(&a.function) && !is_checked(&a.function));
        replaced.extend(without_body.map(|a| (a.function.clone(), self.counts(&a.function))));
        let named = selection.replace.iter().filter(|of| !is_checked(&of.function));
        replaced.extend(named.map(|of| (of.function.clone(), self.counts(of.of_contract()))));
        replaced
    }

    fn weave(&self, selection: &ContractSelection, checked: &[ContractOf]) -> Weave {
        let enforce = checked.iter().map(|of| (of.function.clone(), self.counts(of.of_contract()))).collect();
        Weave {
            enforce,
            replace: self.replaced(selection, checked),
            loops: !selection.ignore_loops,
            any_statics: selection.any_statics.clone(),
            arguments: Arguments::Any,
            body: CheckedBody::Own,
        }
    }

    /// One program for all of them: the user's, in which calls of the functions are checked.
    fn where_called(&self, request: &ProgramRequest, selection: &ContractSelection, chosen: &[ContractOf]) -> Obligation {
        let weave = Weave { arguments: Arguments::AnyOrGiven, ..self.weave(selection, chosen) };
        let plan = self.plan(&weave);
        let replaced = replaced(&weave);
        Obligation { name: request.entry.clone(), program: ProgramRequest { contracts: weave, ..request.clone() }, plan, replaced }
    }

    /// The function alone, called with all that its contract allows.
    fn alone(&self, request: &ProgramRequest, selection: &ContractSelection, of: &ContractOf, lazy: &LazyInputs) -> Obligation {
        let weave = self.weave(selection, std::slice::from_ref(of));
        let plan = self.plan(&weave);
        let replaced = replaced(&weave);
        let entry = contracts::enforcing(&of.function);
        let program = ProgramRequest { contracts: weave, entry, lazy_inputs: Some(lazy.clone()), ..request.clone() };
        Obligation { name: of.told(), program, plan, replaced }
    }

    fn plan(&self, weave: &Weave) -> ContractPlan {
        let mut plan = ContractPlan::default();
        for InFile { found, number } in &self.functions {
            plan.logic.extend(found.lines.iter().map(|(file, line)| (file.clone().unwrap_or_else(|| self.files[*number].clone()), *line)));
        }
        for function in weave.replace.keys() {
            plan.calls.push(Contracted { function: function.clone(), called: contracts::replacing(function) });
        }
        for (function, ContractIn { contract, .. }) in &weave.enforce {
            plan.calls.push(Contracted { function: function.clone(), called: contracts::enforcing(function) });
            let frame = self.contract(contract).and_then(|a| a.n_targets);
            if frame.is_some() && self.has_body(function) {
                plan.frames.push(Frame {
                    name: function.clone(),
                    checker: contracts::enforcing(function),
                    active: contracts::active(function),
                    beginning: contracts::beginning(function),
                    targets: (0..frame.unwrap_or(0)).map(|n| contracts::target(function, n)).collect(),
                    freed: (0..self.contract(contract).map_or(0, |a| a.n_freed)).map(|n| contracts::freed(function, n)).collect(),
                    of_loop: None,
                });
            }
        }
        for a in self.all().filter(|_| weave.loops) {
            plan.frames.extend(a.loops.iter().map(|frame| loop_frame(&a.function, frame)));
        }
        plan
    }
}

/// A function with the function whose contract counts, as the command line has it.
fn told(function: &str, contract: &str) -> String {
    if function == contract { function.to_owned() } else { format!("{function}/{contract}") }
}

/// The contracts that stand for calls.
fn replaced(weave: &Weave) -> Vec<Replaced> {
    let of = |(function, counts): (&String, &ContractIn)| Replaced { told: told(function, &counts.contract), called: contracts::replacing(function) };
    weave.replace.iter().map(of).collect()
}

fn loop_frame(function: &str, frame: &AnnotatedFrame) -> Frame {
    Frame {
        name: frame.name.clone(),
        checker: String::new(),
        active: contracts::active(&frame.variable),
        beginning: contracts::beginning(&frame.variable),
        targets: (0..frame.n_targets).map(|n| contracts::target(&frame.variable, n)).collect(),
        freed: Vec::new(),
        of_loop: Some(LoopOf { function: function.to_owned(), named: frame.named.clone(), is_inferred: frame.is_inferred }),
    }
}
