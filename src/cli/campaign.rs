//! `campaign`: plans, runs and shows campaigns. What they are is in the crate `campaign`.

use crate::cli::args::{CampaignArgs, CampaignCommand, CancelArgs, EngineKind, MergeArgs, NewArgs, RunCampaignArgs, ShowCampaignArgs, WorkArgs};
use crate::cli::command::catch_signals;
use crate::cli::output;
use campaign::attempt::Attempt;
use campaign::coordinator::{Coordinator, Report};
use campaign::element;
use campaign::engine::hyperqueue::{self, HyperQueue};
use campaign::engine::local::Local;
use campaign::engine::slurm::{self, Slurm};
use campaign::engine::{Element, Engine, JobNumber};
use campaign::error::CampaignError;
use campaign::folder::{self, Folder};
use campaign::store::views::{Table, View};
use campaign::store::{CampaignId, State, Store};
use campaign::worker::{Running, Worker};
use campaign::{plan, rest};
use report::result::AnalysisResult;
use std::fmt::Write as _;
use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tasks::failure::Failure;
use tasks::supervise::Supervisor;

/// How often progress is printed.
const PROGRESS: Duration = Duration::from_secs(2);
/// The status by which `work` says that it could not write results.
const NOT_WRITTEN: u8 = 75;

/// `gotcha campaign`. The answer is the exit status.
pub(super) fn campaign(args: &CampaignArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    match &args.command {
        CampaignCommand::New(args) => new(args),
        CampaignCommand::Run(args) => run(args, supervisor),
        CampaignCommand::Show(args) => show(args),
        CampaignCommand::Cancel(args) => cancel(args),
        CampaignCommand::Merge(args) => merge(args),
        CampaignCommand::Work(args) => work(args, supervisor),
    }
}

/// What is wrong, as all commands say it.
pub(super) fn failure(error: CampaignError) -> Failure {
    match error {
        CampaignError::Plan(diagnostic) => Failure::Text(*diagnostic),
        CampaignError::Write { path, error } => Failure::Output { path: path.display().to_string(), error },
        other => Failure::Usage(other.to_string()),
    }
}

/// Adds the result of a command to a database. `json` is the result as it is written.
pub(super) fn add_result(path: &Path, json: &str, exit: u8) -> Result<(), Failure> {
    let result = AnalysisResult::read(json).map_err(|error| Failure::Usage(format!("--results: {error}")))?;
    let worker = Worker::new(&own_program()?, "command", None).map_err(failure)?;
    let words = plan::without_limits(std::env::args().skip(1));
    let started = folder::now().saturating_sub((result.statistics.wall_s * 1000.0) as u64);
    let mut store = Store::open(path).map_err(failure)?;
    store.add_result(&words, &worker, exit.into(), started, &result).map_err(failure)
}

/// This program.
pub(super) fn own_program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| Failure::Usage(format!("cannot find this program: {error}")))
}

fn new(args: &NewArgs) -> Result<u8, Failure> {
    let folder = match (&args.folder, &args.plan, &args.rest_of) {
        (Some(folder), Some(plan), _) => {
            let root = plan.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let plan = plan::read(plan, root).map_err(failure)?;
            Folder::create(folder, &plan, root, args.results.as_deref()).map_err(failure)?
        }
        (Some(folder), None, Some(other)) => {
            let other = Folder::open(other).map_err(failure)?;
            let store = Store::read(&other.about.results).map_err(failure)?;
            let shares = args.shares.map_or_else(cores, usize::from);
            let plan = rest::plan(&store, id_of(&store, &other)?, &other, shares, &args.stage).map_err(failure)?;
            Folder::create(folder, &plan, &other.about.root, Some(&other.about.results)).map_err(failure)?
        }
        _ => {
            output::print(plan::EXAMPLE)?;
            return Ok(0);
        }
    };
    Store::open(&folder.about.results).and_then(|mut store| store.register(&folder)).map_err(failure)?;
    output::print(&format!("{} is a campaign of {} tasks\n", folder.path.display(), folder.tasks.len()))?;
    Ok(0)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn run(args: &RunCampaignArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let folder = Folder::open(&args.folder).map_err(failure)?;
    let _lock = folder.lock().map_err(failure)?;
    folder.resume().map_err(failure)?;
    catch_signals(supervisor)?;
    let program = own_program()?;
    let worker = |engine| Worker::new(&program, engine, None).map_err(failure);
    let (engine, worker): (Box<dyn Engine>, Worker) = match args.engine {
        EngineKind::Local => {
            let worker = worker("local")?;
            folder.remove_parts(&worker.prefix()).map_err(failure)?;
            (Box::new(Local::new(&folder, worker.clone(), args.at_once.map_or_else(cores, usize::from))), worker)
        }
        EngineKind::HyperQueue => {
            (Box::new(HyperQueue::new(&folder, &program, args.at_once.map_or(100, usize::from), args.hq.clone())), worker(hyperqueue::NAME)?)
        }
        EngineKind::Slurm => (Box::new(Slurm::new(&folder, &program, args.at_once.map_or(100, usize::from), args.sbatch.clone())), worker(slurm::NAME)?),
    };
    let coordinator = Coordinator::new(&folder, engine, worker).map_err(failure)?;
    let (mut told, shows) = (Instant::now(), !args.quiet && std::io::stderr().is_terminal());
    let mut tell = |report: &Report| {
        if shows && told.elapsed() > PROGRESS {
            told = Instant::now();
            output::complain(&format!("{} of {} tasks finished", report.finished, report.tasks));
        }
    };
    let report = coordinator.run(&supervisor.interrupted, &mut tell).map_err(failure)?;
    report.damaged.iter().for_each(|damage| output::complain(&format!("warning: an execution does not count: {damage}")));
    let store = Store::read(&folder.about.results).map_err(failure)?;
    output::print(&summary(&folder, &store, &report)?)?;
    status(&folder, &store, &report)
}

/// How a campaign ended, in lines that scripts read.
fn summary(folder: &Folder, store: &Store, report: &Report) -> Result<String, Failure> {
    let id = id_of(store, folder)?;
    let totals = store.totals(id).map_err(failure)?;
    let mut text = format!("TASKS: {}  FINISHED: {}  LOST: {}  DEFECTS: {}\n", report.tasks, report.finished, report.lost, report.defects);
    // Writing to a string does not fail.
    let _ = writeln!(text, "GOALS: {}  REACHED: {}  EXCLUDED: {}  OPEN: {}", totals.goals(), totals.reached, totals.excluded, totals.open);
    if report.conflicts > 0 {
        let _ = writeln!(text, "CONFLICTS: {}: one of two answers is wrong (gotcha campaign show --what conflicts)", report.conflicts);
    }
    let _ = writeln!(text, "CAMPAIGN: {}", report.end.name());
    Ok(text)
}

fn status(folder: &Folder, store: &Store, report: &Report) -> Result<u8, Failure> {
    let id = id_of(store, folder)?;
    let totals = store.totals(id).map_err(failure)?;
    let violated = store.tasks(id, plan::TaskNumber(0), plan::MOST_TASKS).map_err(failure)?.iter().any(|task| task.stages.iter().any(|run| run.violated > 0));
    Ok(match report {
        Report { conflicts: 1.., .. } | Report { defects: 1.., .. } => 3,
        _ if violated => 10,
        Report { end: State::Finished, lost: 0, .. } if totals.open == 0 => 0,
        _ => 20,
    })
}

fn id_of(store: &Store, folder: &Folder) -> Result<CampaignId, Failure> {
    let found = store.campaign(&folder.about.id).map_err(failure)?;
    found.ok_or_else(|| Failure::Usage(format!("{} knows nothing of the campaign {}", store.path().display(), folder.path.display())))
}

fn show(args: &ShowCampaignArgs) -> Result<u8, Failure> {
    let folder = Folder::open(&args.folder).map_err(failure)?;
    let store = Store::read(&folder.about.results).map_err(failure)?;
    let id = id_of(&store, &folder)?;
    if let Some(lineage) = &args.history {
        output::print(&drawn(&store.history(lineage).map_err(failure)?))?;
        return Ok(0);
    }
    let Some(view) = args.what else {
        output::print(&overview(&folder, &store, id)?)?;
        return Ok(0);
    };
    let before = match &args.against {
        Some(path) => Some(id_of(&store, &Folder::open(path).map_err(failure)?)?),
        None => store.before(id).map_err(failure)?,
    };
    let table = store.view(view, id, before).map_err(failure)?;
    output::print(&drawn(&table))?;
    Ok(if matches!(view, View::Conflicts) && !table.rows.is_empty() { 3 } else { 0 })
}

fn overview(folder: &Folder, store: &Store, id: CampaignId) -> Result<String, Failure> {
    let totals = store.totals(id).map_err(failure)?;
    let state = store.campaigns().map_err(failure)?.into_iter().find(|row| row.id == id).map(|row| row.state).unwrap_or_default();
    let state = if state == "running" && !folder.is_running() { "interrupted".to_owned() } else { state };
    let mut text = format!("{} ({}): {} tasks, {state}\n", folder.about.name, folder.path.display(), folder.tasks.len());
    let outcomes: Vec<String> = store.outcomes(id).map_err(failure)?.into_iter().map(|(outcome, n)| format!("{outcome} {n}")).collect();
    let _ = writeln!(text, "runs: {}", if outcomes.is_empty() { "none".to_owned() } else { outcomes.join(", ") });
    let _ = writeln!(text, "GOALS: {}  REACHED: {}  EXCLUDED: {}  OPEN: {}", totals.goals(), totals.reached, totals.excluded, totals.open);
    let mut rows = Vec::new();
    for task in store.tasks(id, plan::TaskNumber(0), 1000).map_err(failure)? {
        let last = task.stages.last();
        let told = last.map_or("waits".to_owned(), |run| run.verdict.clone().unwrap_or_else(|| run.outcome.name().to_owned()));
        let decided = last.map_or(String::new(), |run| format!("{} of {}", run.decided, run.goals));
        rows.push(vec![task.number.0.to_string(), task.name, last.map_or(String::new(), |run| run.stage.0.to_string()), told, decided]);
    }
    text.push_str(&drawn(&Table { columns: vec!["number", "task", "stage (s)", "verdict", "decided"], rows, has_more: folder.tasks.len() > 1000 }));
    Ok(text)
}

/// A table with columns that stand below each other.
fn drawn(table: &Table) -> String {
    let heads = table.columns.iter().map(|head| (*head).to_owned()).collect::<Vec<_>>();
    let widths: Vec<usize> = (0..heads.len()).map(|n| table.rows.iter().chain([&heads]).map(|row| row[n].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in [&heads].into_iter().chain(&table.rows) {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{:<width$}", cell.replace(char::is_control, " "))).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    if table.has_more {
        text.push_str("(and more)\n");
    }
    text
}

fn cancel(args: &CancelArgs) -> Result<u8, Failure> {
    let folder = Folder::open(&args.folder).map_err(failure)?;
    folder.cancel().map_err(failure)?;
    output::print(&format!("{} is cancelled\n", folder.path.display()))?;
    Ok(0)
}

fn merge(args: &MergeArgs) -> Result<u8, Failure> {
    let mut store = Store::open(&args.results).map_err(failure)?;
    for path in &args.folders {
        let folder = Folder::open(path).map_err(failure)?;
        let id = store.register(&folder).map_err(failure)?;
        folder.shares().and_then(|shares| shares.iter().try_for_each(|share| store.note_share(id, &folder, share))).map_err(failure)?;
        let mut attempts = Vec::new();
        for path in folder.attempts().map_err(failure)? {
            match Attempt::read(&path) {
                Ok(attempt) => attempts.push(attempt),
                Err(error) => output::complain(&format!("warning: an execution does not count: {error}")),
            }
        }
        let merged = store.merge(id, &folder, &attempts).map_err(failure)?;
        let new = merged.iter().filter(|merged| merged.is_new).count();
        output::print(&format!("{}: {} executions, {new} of them new\n", folder.path.display(), merged.len()))?;
    }
    let conflicts = store.conflicts().map_err(failure)?;
    if conflicts > 0 {
        output::print(&format!("CONFLICTS: {conflicts}: one of two answers is wrong\n"))?;
    }
    Ok(if conflicts > 0 { 3 } else { 0 })
}

/// Which engine runs this process, the number of the element, and what the engine calls the job. Workers of HyperQueue may run in jobs of Slurm.
fn called_by() -> (&'static str, Option<u32>, Option<String>) {
    let variable = |name: &str| std::env::var(name).ok();
    let number = |name: &str| variable(name).and_then(|text| text.parse().ok());
    match number(hyperqueue::TASK_VARIABLE) {
        Some(task) => (hyperqueue::NAME, Some(task), variable(hyperqueue::JOB_VARIABLE)),
        None => (slurm::NAME, number(slurm::ELEMENT_VARIABLE), variable(slurm::JOB_VARIABLE)),
    }
}

fn work(args: &WorkArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let folder = Folder::open(&args.folder).map_err(failure)?;
    catch_signals(supervisor)?;
    let (engine, number, engine_id) = called_by();
    let element = args.element.or(number).ok_or_else(|| Failure::Usage("the number of the element is missing".to_owned()))?;
    let worker = Worker::new(&own_program()?, engine, engine_id).map_err(failure)?;
    let running = Arc::new(Running::default());
    let (watched, interrupted) = (Arc::clone(&running), Arc::clone(&supervisor.interrupted));
    std::thread::spawn(move || {
        loop {
            if interrupted.load(Ordering::Relaxed) {
                watched.stop();
            }
            watched.kill_late();
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    match element::run(&folder, JobNumber(args.job), Element(element), &worker, &running) {
        Ok(()) => Ok(0),
        Err(error) => {
            output::complain(&error.to_string());
            Ok(NOT_WRITTEN)
        }
    }
}
