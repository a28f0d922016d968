//! `prove`: functions against their contracts, one after the other, and what comes of them together.

use crate::cli::args::{ProgramArgs, ProveArgs};
use crate::cli::command::{catch_signals, check_writable, leave, verdict_status};
use crate::cli::progress::Progress;
use crate::cli::{output, request, settings};
use goto::PropertyClass;
use report::certificate::contracts::{ContractProof, ContractProofs};
use report::certificate::write::ProofFolder;
use report::result::{Contract, Property};
use report::text::Verdict;
use std::collections::BTreeSet;
use std::time::Duration;
use tasks::asked::properties;
use tasks::failure::Failure;
use tasks::prove::{ContractOf, ContractSelection, Obligation, Obligations, obligations, together, weak_clauses};
use tasks::supervise::Supervisor;
use tasks::task::{Limits, Outcome, Question, Task};
use tasks::verify::{Verification, Wanted};

/// What stands for all functions with contracts.
const ALL: &str = "*";

/// `gotcha prove`. The answer is the exit status.
pub(super) fn prove(args: &ProveArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let selection = selection(args);
    let mut classes = properties::asked(args.property.as_deref())?.classes;
    classes.extend([PropertyClass::Contract, PropertyClass::Vacuity]);
    let program_args = if let Some(harness) = &args.dfcc { &ProgramArgs { entry: Some(harness.clone()), ..args.program.clone() } } else { &args.program };
    let mut program = request::program_in_time(program_args, None, &args.analysis, supervisor)?.with_properties(&classes);
    program.malloc_may_fail = args.malloc_may_fail;
    program.competition = selection.from_entry;
    check_writable([args.output.json.as_deref()])?;
    let Obligations { all, warnings, text_hash } = obligations(&program, &selection, &request::lazily(&args.program)?)?;
    if !args.output.quiet {
        warnings.iter().for_each(|warning| output::complain(&format!("warning: {warning}")));
    }
    catch_signals(supervisor)?;
    // A proof is written when it is found.
    let cache = settings::cache(args.cache.as_deref(), args.no_cache || args.proof.is_some());
    let mut progress = Progress::new(args.output.progress, args.output.quiet);
    let mut proofs: Vec<Proof> = Vec::new();
    // What an earlier run has shown counts no more.
    write_list(args, &proofs)?;
    let mut attempt = |obligation: &Obligation, n_left: usize| -> Result<Proof, Failure> {
        let limits = share(request::limits(&args.analysis), supervisor, n_left);
        let mut question = obligation.question(classes.clone(), cache.clone());
        if let Some(folder) = &args.proof {
            let own = folder.join(ContractProofs::folder_of(&obligation.name));
            question.proof = Some(ProofFolder::create(&own, &obligation.program.about(question.asked()))?);
        }
        let task = Task { program: obligation.program.clone(), engines: request::engines(&args.analysis)?, limits, question };
        let outcome = task.run(supervisor, &mut progress)?;
        let is_late = limits.timeout.is_some_and(|timeout| supervisor.start.elapsed() + WORTH_IT >= timeout) && matches!(outcome.verdict, Verdict::Unknown(_));
        Ok(Proof { name: obligation.name.clone(), uses: obligation.uses(&outcome), outcome, is_late, weak: None })
    };
    for (i, obligation) in all.iter().enumerate() {
        proofs.push(attempt(obligation, all.len() - i)?);
        write_list(args, &proofs)?;
        if proofs[i].outcome.end.is_abandoned {
            break;
        }
    }
    // Those whose share was too small get what the others left of theirs.
    let mut late: Vec<usize> = (0..proofs.len()).filter(|&i| all.len() > 1 && proofs[i].is_late).collect();
    while let Some(i) = late.pop() {
        let has_time = request::limits(&args.analysis).timeout.is_some_and(|timeout| supervisor.start.elapsed() + WORTH_IT < timeout);
        if !has_time || proofs.iter().any(|proof| proof.outcome.end.is_abandoned) {
            break;
        }
        proofs[i] = attempt(&all[i], late.len() + 1)?;
        write_list(args, &proofs)?;
    }
    let mut is_abandoned = proofs.iter().any(|proof| proof.outcome.end.is_abandoned);
    if args.strength && !is_abandoned {
        is_abandoned = find_weak(args, supervisor, &mut progress, proofs.iter_mut().zip(&all))?;
    }
    progress.finish();
    let status = report(args, &proofs, &text_hash)?;
    if is_abandoned { leave(status) } else { Ok(status) }
}

/// Finds what proved contracts ensure also of functions that do nothing. Were engines left behind?
fn find_weak<'a>(
    args: &ProveArgs,
    supervisor: &Supervisor,
    progress: &mut Progress,
    proofs: impl Iterator<Item = (&'a mut Proof, &'a Obligation)>,
) -> Result<bool, Failure> {
    let proved: Vec<_> = proofs.filter(|(proof, _)| proof.outcome.verdict == Verdict::True).collect();
    let n_proved = proved.len();
    for (i, (proof, obligation)) in proved.into_iter().enumerate() {
        let idle = obligation.with_nothing_done();
        let question = idle.question(vec![PropertyClass::Contract], None);
        let limits = share(request::limits(&args.analysis), supervisor, n_proved - i);
        let task = Task { program: idle.program, engines: request::engines(&args.analysis)?, limits, question };
        let outcome = task.run(supervisor, progress)?;
        proof.weak = Some(weak_clauses(&outcome));
        if outcome.end.is_abandoned {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What came out of one function.
struct Proof {
    name: String,
    uses: Vec<String>,
    outcome: Outcome<Verification>,
    /// It is open, and its time was over.
    is_late: bool,
    /// What is ensured of a function that does nothing, if that was asked for.
    weak: Option<Vec<Property>>,
}

/// What was proved so far, for who checks the proofs.
fn write_list(args: &ProveArgs, proofs: &[Proof]) -> Result<(), Failure> {
    let Some(folder) = &args.proof else { return Ok(()) };
    Ok(ContractProofs::new(proofs.iter().map(Proof::told).collect()).write(folder)?)
}

/// With less time nothing is begun again. Analyses end somewhat before their time is over, to tell what they know.
const WORTH_IT: Duration = Duration::from_millis(500);

impl Proof {
    fn told(&self) -> ContractProof {
        let (name, verdict) = (self.name.clone(), self.outcome.verdict.to_string());
        let (folder, proved) = (ContractProofs::folder_of(&name), self.outcome.verdict == Verdict::True);
        ContractProof { name, folder, verdict, proved, uses: self.uses.clone() }
    }
}

fn selection(args: &ProveArgs) -> ContractSelection {
    let enforced = args.enforce_contract.iter().filter(|name| *name != ALL);
    let is_by_peers = !args.enforce_contract.is_empty() || !args.replace_call_with_contract.is_empty() || args.replace_all_contracts;
    let from_entry = is_by_peers || args.enforce_all_contracts || args.dfcc.is_some() || args.apply_loop_contracts;
    let replaced = args.replace.iter().chain(&args.replace_call_with_contract);
    ContractSelection {
        functions: args.function.iter().chain(enforced).map(|text| ContractOf::read(text)).collect(),
        all: args.all || args.enforce_all_contracts || args.enforce_contract.iter().any(|name| name == ALL),
        replace: replaced.clone().filter(|name| *name != ALL).map(|text| ContractOf::read(text)).collect(),
        replace_all: args.replace_all || args.replace_all_contracts || replaced.clone().any(|name| name == ALL),
        from_entry: from_entry && args.function.is_empty(),
        any_statics: args.dfcc.clone(),
        ignore_loops: args.ignore_loop_contracts,
        leaves_comments: args.no_acsl,
    }
}

/// A fair part of the time that is left.
fn share(limits: Limits, supervisor: &Supervisor, n_left: usize) -> Limits {
    let gone = supervisor.start.elapsed();
    let timeout = limits.timeout.map(|all| gone + all.saturating_sub(gone) / u32::try_from(n_left.max(1)).unwrap_or(u32::MAX).max(1));
    Limits { timeout: timeout.map(|t| t.max(gone + Duration::from_millis(1))), ..limits }
}

/// Prints what came out, and gives the exit status.
fn report(args: &ProveArgs, proofs: &[Proof], text_hash: &str) -> Result<u8, Failure> {
    let wanted = Wanted { quiet: args.output.quiet, all: args.all_properties, within_bound: false, trace: args.trace };
    let mut text = String::new();
    let told: BTreeSet<&String> = proofs.iter().flat_map(|proof| &proof.outcome.warnings).collect();
    if !args.output.quiet {
        told.iter().for_each(|w| output::complain(&format!("warning: {w}")));
    }
    for Proof { name, outcome, weak, .. } in proofs {
        for Property { id, place, text: clause, .. } in weak.iter().flatten() {
            text.push_str(&format!("{}:{}:{} {id}  WEAK  {clause}  (also if the function does nothing)\n", place.file, place.line, place.column));
        }
        let lines = outcome.text(wanted);
        if proofs.len() > 1 {
            let (lines, counts) = lines.trim_end().rsplit_once('\n').map_or(("", lines.trim_end()), |(lines, counts)| (lines, counts));
            let lines = if lines.is_empty() { String::new() } else { format!("{lines}\n") };
            text.push_str(&format!("{lines}{name}: {}  ({})\n", outcome.verdict, counts.to_lowercase()));
        } else {
            text.push_str(&lines);
        }
    }
    let verdict = verdict(proofs);
    if args.output.json.is_some() || args.output.results.is_some() {
        let results: Vec<_> = proofs.iter().map(|proof| proof.outcome.result()).collect();
        let contracts = proofs.iter().map(|p| Contract {
            name: p.name.clone(),
            verdict: p.outcome.verdict.word().to_owned(),
            uses: p.uses.clone(),
            known: p.outcome.is_known(),
            weak: p.weak.as_ref().map(|weak| weak.iter().map(|property| property.id.clone()).collect()),
            inferred: None,
        });
        let contracts = contracts.collect();
        if let Some(all) = together(&results, contracts, text_hash, &verdict) {
            args.output.json.as_deref().map_or(Ok(()), |path| output::write(path, &all.text()))?;
            args.output.results.as_deref().map_or(Ok(()), |path| super::campaign::add_result(path, &all.text(), verdict_status(&verdict)))?;
        }
    }
    if !args.output.json.as_deref().is_some_and(output::is_stdout) {
        let under = under(proofs);
        let shown = if verdict == Verdict::True && !under.is_empty() { format!("true under: {}", under.join(", ")) } else { verdict.to_string() };
        let n_known = proofs.iter().filter(|proof| proof.outcome.is_known()).count();
        let known = if n_known > 0 { format!("KNOWN: {n_known} of {} as known from before\n", proofs.len()) } else { String::new() };
        output::print(&format!("{text}{known}VERDICT: {shown}\n"))?;
    }
    Ok(verdict_status(&verdict))
}

/// The contracts that proofs rest on and that were not proved, with the reason.
fn under(proofs: &[Proof]) -> Vec<String> {
    let used: BTreeSet<&String> = proofs.iter().flat_map(|proof| &proof.uses).collect();
    let is_open = |name: &&&String| !proofs.iter().any(|proof| proof.name == ***name && proof.outcome.verdict == Verdict::True);
    used.iter().filter(is_open).map(|name| format!("{name} (not proved here)")).collect()
}

/// False if anything is, true if all is.
fn verdict(proofs: &[Proof]) -> Verdict {
    let mut open = None;
    for proof in proofs {
        match &proof.outcome.verdict {
            Verdict::False(class) => return Verdict::False(class),
            Verdict::True => {}
            other => _ = open.get_or_insert_with(|| other.clone()),
        }
    }
    open.unwrap_or(Verdict::True)
}
