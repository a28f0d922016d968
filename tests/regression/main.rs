//! Runs every program under `regression/` with the command in its first line and holds the result against what the program's comments expect.
//! `regression/README.md` describes the comments. `GOTCHA_SOLVERS=embedded,z3` chooses the solvers for all cases; by default each case has the embedded solver and one of the
//! others that are installed.

mod answers;
mod in_process;
mod symex;
mod times;

use answers::Answers;
use libtest_mimic::{Arguments, Failed};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use times::Times;

/// Wall time of one run of the program.
const LIMIT: Duration = Duration::from_secs(20);
/// What a run that was not decided gets more of, the second time: on a busy machine the first time says nothing.
const PATIENCE: u32 = 5;
/// Only one run at a time is repeated.
static REPEATED: Mutex<()> = Mutex::new(());
/// Names of proofs.
const METHODS: [&str; 11] = [
    "forward-condition",
    "k-induction",
    "dominator",
    "interval",
    "arg",
    "exhaustive",
    "contracts",
    "control-graph",
    "synchronisation",
    "thread-modular",
    "clocks",
];
/// The solver that is always there, and whose answers the others' are compared with.
const EMBEDDED: &str = "embedded";
const GOTCHA: &str = env!("CARGO_BIN_EXE_gotcha");

#[expect(clippy::print_stderr, reason = "what no single trial can say is said behind all of them")]
fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("regression");
    let solvers = solvers();
    let times = match Times::from_environment() {
        Ok(times) => times,
        Err(error) => {
            eprintln!("GOTCHA_TIMES: {error}");
            return ExitCode::FAILURE;
        }
    };
    let all_proofs = std::env::var_os("GOTCHA_PROOFS").is_some_and(|which| which == "all");
    // The trials with other solvers come last: a trial that waits for the embedded solver's result of its case holds up a thread.
    let (mut trials, mut external) = (Vec::new(), Vec::new());
    let is_chosen = std::env::var_os("GOTCHA_SOLVERS").is_some();
    let answers: Vec<Arc<Answers>> = solvers.iter().filter(|solver| *solver != EMBEDDED).map(|solver| Arc::new(Answers::new(solver))).collect();
    for path in sources(&root) {
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let case = match Case::read(&path) {
            Ok(Some(case)) => Arc::new(case),
            // A part of another case.
            Ok(None) => continue,
            Err(message) => {
                trials.push(times.trial(name, move || Err(Failed::from(message))));
                continue;
            }
        };
        let is_for = |solver: &str| case.solvers.is_empty() || case.solvers.iter().any(|s| s == solver);
        if solvers.iter().any(|s| s == EMBEDDED) && is_for(EMBEDDED) {
            let case = case.clone();
            trials.push(times.trial(format!("{name} [{EMBEDDED}]"), move || case.check_embedded()));
        }
        let able: Vec<&Arc<Answers>> = answers.iter().filter(|answers| is_for(answers.solver())).collect();
        // What stays open takes all its time with every solver, so one of them has to do there, too.
        let one_of_them = !is_chosen || case.is_left_open();
        for (at, &answers) in able.iter().enumerate() {
            if !one_of_them || at == turn_of(&name, able.len()) {
                let (case, answers) = (case.clone(), answers.clone());
                external.push(times.trial(format!("{name} [{}]", answers.solver()), move || case.check_external(&answers)));
            }
        }
        if case.command == "cover" && !case.arguments.iter().any(|a| a == "--entry") {
            let case = case.clone();
            trials.push(times.trial(format!("{name} [replay]"), move || case.check_replay()));
        }
        let may_have_proofs = matches!(case.command.as_str(), "cover" | "verify") && !case.arguments.iter().any(|a| a == "--check-witness");
        if may_have_proofs && (case.proof.is_some() || all_proofs) {
            let others: Vec<String> = solvers.iter().filter(|s| ["z3", "cvc5"].contains(&s.as_str())).cloned().collect();
            trials.push(times.trial(format!("{name} [proof]"), move || case.check_proof(&others)));
        }
    }
    trials.extend(symex::trials(&times));
    trials.append(&mut external);
    let conclusion = libtest_mimic::run(&arguments, trials);
    answers.iter().filter_map(|a| a.left_out()).for_each(|message| eprintln!("{message}"));
    let silent: Vec<String> = answers.iter().filter_map(|a| a.too_few()).collect();
    silent.iter().for_each(|message| eprintln!("{message}"));
    if silent.is_empty() { conclusion.exit_code() } else { ExitCode::FAILURE }
}

/// All C files below a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c" || e == "i") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Which of so many others a case has. It depends on nothing but the name, so that it stays the same when cases are added.
fn turn_of(name: &str, others: usize) -> usize {
    name.bytes().map(usize::from).sum::<usize>() % others.max(1)
}

/// The solvers to use: what the environment says, or all that `gotcha solvers` finds.
fn solvers() -> Vec<String> {
    let installed: Vec<String> = match Command::new(GOTCHA).arg("solvers").output() {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().filter(|l| !l.contains("not found")).filter_map(|l| l.split_whitespace().next()).map(str::to_string).collect()
        }
        Err(_) => Vec::new(),
    };
    match std::env::var("GOTCHA_SOLVERS") {
        Ok(wanted) => wanted.split(',').map(str::trim).filter(|w| *w == EMBEDDED || installed.iter().any(|i| i == w)).map(str::to_string).collect(),
        Err(_) if installed.is_empty() => vec![EMBEDDED.into()],
        Err(_) => installed,
    }
}

/// A program with what its comments say.
#[derive(Debug)]
struct Case {
    path: PathBuf,
    command: String,
    arguments: Vec<String>,
    /// Further files of the same program.
    with: Vec<PathBuf>,
    /// The solvers that decide the case in time; empty if all do.
    solvers: Vec<String>,
    /// How the text of the verdict starts.
    verdict: Option<String>,
    /// Names of counts with their values.
    counts: Vec<(String, u64)>,
    lines: Vec<LineExpectation>,
    /// What the certificates of its proofs are made of, if other solvers check them.
    proof: Option<Vec<String>>,
    /// How the right verdict starts, if the one expected is known to be wrong.
    wrong: Option<String>,
    /// The result with the embedded solver, which the trials of the case share.
    embedded: OnceLock<Result<Embedded, Failed>>,
}

/// What the embedded solver gives.
#[derive(Debug)]
struct Embedded {
    result: Value,
    /// An earlier result, if the run was repeated.
    hasty: Option<Value>,
}

/// Is the word an option of a C compiler, which has a single dash?
fn is_compiler_option(word: &str) -> bool {
    word.starts_with('-') && !word.starts_with("--") && word.len() > 2
}

/// What is expected of the goals or properties of one line.
#[derive(Clone, Debug)]
struct LineExpectation {
    line: u64,
    /// The last part of the ids concerned, or all if there is none.
    suffix: Option<String>,
    status: String,
    /// How it must have been proved, and with which `k` at most: invariants that a solver finds in time may save iterations.
    method: Option<String>,
    k: Option<u64>,
}

impl Case {
    /// `None` if the file is no case of its own.
    fn read(path: &Path) -> Result<Option<Self>, String> {
        let text = String::from_utf8_lossy(&fs::read(path).map_err(|e| e.to_string())?).into_owned();
        let Some(first) = text.lines().next().and_then(|l| l.strip_prefix("// gotcha:")) else {
            return Ok(None);
        };
        let mut words = first.split_whitespace().map(str::to_string);
        let command = words.next().ok_or("the first line names no command")?;
        let mut case = Case {
            path: path.to_path_buf(),
            command,
            arguments: words
                .map(|w| if w.ends_with(".spc") || w.ends_with(".prop") || w.ends_with(".aliases") { path.with_file_name(&w).display().to_string() } else { w })
                .collect(),
            with: Vec::new(),
            solvers: Vec::new(),
            verdict: None,
            counts: Vec::new(),
            lines: Vec::new(),
            proof: None,
            wrong: None,
            embedded: OnceLock::new(),
        };
        for (index, line) in text.lines().enumerate() {
            case.read_line(index as u64 + 1, line).map_err(|m| format!("line {}: {m}", index + 1))?;
        }
        match case.verdict {
            Some(_) => Ok(Some(case)),
            None => Err("there is no `// verdict:` line".into()),
        }
    }

    fn read_line(&mut self, number: u64, line: &str) -> Result<(), String> {
        if let Some(verdict) = line.strip_prefix("// verdict:") {
            self.verdict = Some(verdict.trim().to_string());
        } else if let Some(files) = line.strip_prefix("// with:") {
            let folder = self.path.parent().unwrap_or(Path::new("")).to_path_buf();
            self.with.extend(files.split_whitespace().map(|f| folder.join(f)));
        } else if let Some(solvers) = line.strip_prefix("// solvers:") {
            let names = solvers.split('(').next().unwrap_or(solvers);
            self.solvers = names.split_whitespace().map(str::to_string).collect();
        } else if let Some(proof) = line.strip_prefix("// proof:") {
            self.proof = Some(proof.split_whitespace().map(str::to_string).collect());
        } else if let Some(wrong) = line.strip_prefix("// wrong:") {
            self.wrong = wrong.split_whitespace().next().map(str::to_string);
        } else if line.starts_with("// goals:") || line.starts_with("// tests:") || line.starts_with("// paths:") {
            let words = line.strip_prefix("// paths:").unwrap_or(line.get(3..).unwrap_or_default());
            let words: Vec<&str> = words.split_whitespace().collect();
            for pair in words.chunks(2) {
                let [name, value] = pair else { return Err("a count without a value".into()) };
                let name = name.strip_suffix(':').ok_or("expected NAME: VALUE")?.to_string();
                self.counts.push((name, value.parse().map_err(|_| format!("{value} is no number"))?));
            }
        }
        if let Some((_, expected)) = line.split_once("//~") {
            for word in expected.split_whitespace() {
                if let Some(proved) = self.lines.last_mut().filter(|l| l.line == number) {
                    if METHODS.contains(&word) {
                        proved.method = Some(word.to_string());
                        continue;
                    }
                    if let Ok(k) = word.parse() {
                        proved.k = Some(k);
                        continue;
                    }
                }
                let (suffix, status) = match word.split_once(':') {
                    Some((suffix, status)) => (Some(suffix.to_string()), status),
                    None => (None, word),
                };
                let status = status.to_lowercase();
                if !["covered", "unreachable", "undecided", "violated", "holds", "unknown", "feasible", "infeasible"].contains(&status.as_str()) {
                    return Err(format!("{word} is no status"));
                }
                self.lines.push(LineExpectation { line: number, suffix, status, method: None, k: None });
            }
        }
        Ok(())
    }

    /// The options that say what the goals are: a replay needs them too.
    fn program_arguments(&self) -> Vec<String> {
        let taken = ["--criterion", "--data-model", "-I", "-D", "-U", "--include"];
        let mut kept = Vec::new();
        let mut words = self.arguments.iter();
        while let Some(word) = words.next() {
            if taken.contains(&word.as_str()) {
                kept.push(word.clone());
                kept.extend(words.next().cloned());
            } else if taken.iter().any(|t| word.starts_with(&format!("{t}=")) || (t.len() == 2 && word.starts_with(t)))
                || is_compiler_option(word)
                || word == "--volatile-inputs"
            {
                kept.push(word.clone());
            }
        }
        kept
    }

    fn check_embedded(&self) -> Result<(), Failed> {
        let Embedded { result, hasty } = self.embedded()?;
        let mut wrong = Vec::new();
        self.compare(result, &mut wrong);
        if let Some(hasty) = hasty {
            // What was decided in haste must be right, too.
            contradictions(hasty, result, "the first time", &mut wrong);
        }
        if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
    }

    /// What another solver decides must be right. How much it decides depends on the time that it needs, so that is asked of all cases together.
    fn check_external(&self, answers: &Answers) -> Result<(), Failed> {
        let Embedded { result: embedded, .. } = self.embedded()?;
        if embedded["statistics"]["solver_calls"] == 0 {
            // All would be as it was.
            answers.leave_out();
            return Ok(());
        }
        let Some(result) = self.run(answers.solver(), 1)? else {
            answers.add(false);
            return Ok(());
        };
        let is_answered = n_open(&result) <= n_open(embedded);
        answers.add(is_answered);
        let mut wrong = Vec::new();
        if is_answered {
            self.compare(&result, &mut wrong);
        }
        contradictions(embedded, &result, "by the embedded solver", &mut wrong);
        if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
    }

    fn is_left_open(&self) -> bool {
        self.verdict.as_deref().is_some_and(|verdict| ["unknown", "incomplete"].iter().any(|open| verdict.starts_with(open)))
    }

    fn embedded(&self) -> Result<&Embedded, Failed> {
        self.embedded.get_or_init(|| self.run_embedded()).as_ref().map_err(Failed::clone)
    }

    /// A run that leaves open what the case expects to be decided is repeated with patience.
    fn run_embedded(&self) -> Result<Embedded, Failed> {
        let hasty = match self.run(EMBEDDED, 1)? {
            Some(result) if !self.stays_open(&result) => return Ok(Embedded { result, hasty: None }),
            hasty => hasty,
        };
        let _alone = REPEATED.lock().unwrap_or_else(PoisonError::into_inner);
        let unfinished = || Failed::from(format!("not finished in {PATIENCE} times {} s", LIMIT.as_secs()));
        Ok(Embedded { result: self.run(EMBEDDED, PATIENCE)?.ok_or_else(unfinished)?, hasty })
    }

    /// Is the verdict open that should not be, and the result not what is expected?
    fn stays_open(&self, result: &Value) -> bool {
        let open = |verdict: &str| ["unknown", "incomplete"].iter().any(|v| verdict.starts_with(v));
        let mut wrong = Vec::new();
        self.compare(result, &mut wrong);
        !wrong.is_empty() && open(result["verdict"].as_str().unwrap_or_default()) && !self.verdict.as_deref().is_some_and(open)
    }

    /// The result as JSON; `None` if there is none in time. A run that is given patience may take so many times as long.
    fn run(&self, solver: &str, patience: u32) -> Result<Option<Value>, Failed> {
        let mut arguments = vec![self.command.clone()];
        arguments.extend(self.files());
        arguments.extend(self.arguments.iter().cloned());
        if let Some(at) = arguments.iter().position(|a| a == "--timeout")
            && let Some(seconds) = arguments.get(at + 1).and_then(|t| t.strip_suffix('s')).and_then(|t| t.parse::<u32>().ok())
        {
            arguments[at + 1] = format!("{}s", seconds * patience);
        }
        // What native runs show where C does not determine it depends on the machine.
        if self.command == "cover" && !self.arguments.iter().any(|a| a == "testcomp") {
            arguments.extend(["--without", "replay"].map(str::to_string));
        }
        let options = &arguments[1 + self.files().len()..];
        if solver == EMBEDDED
            && let Some(result) = in_process::run(&self.command, &self.files(), options, LIMIT * patience)
        {
            return Ok(result?.map(|text| serde_json::from_str(&text)).transpose().map_err(|e| format!("no JSON: {e}"))?);
        }
        arguments.extend(["--solver", solver, "--json", "-"].map(str::to_string));
        let Some(output) = run_within(&arguments, LIMIT * patience)? else { return Ok(None) };
        let result: Value =
            serde_json::from_str(&output.stdout).map_err(|e| format!("exit status {:?}, no JSON: {e}\n{}{}", output.status, output.stdout, output.stderr))?;
        let expected = match result["verdict"].as_str().and_then(|v| v.split('(').next()) {
            Some("true" | "complete") => 0,
            Some("false") => 10,
            _ => 20,
        };
        if output.status != Some(expected) {
            return Err(Failed::from(format!("exit status {:?} for {}\n{}", output.status, result["verdict"], output.stderr)));
        }
        Ok(Some(result))
    }

    fn files(&self) -> Vec<String> {
        std::iter::once(&self.path).chain(&self.with).map(|p| p.display().to_string()).collect()
    }

    fn compare(&self, result: &Value, wrong: &mut Vec<String>) {
        let verdict = match result["reason"].as_str() {
            Some(reason) => format!("{}({reason})", result["verdict"].as_str().unwrap_or_default()),
            None => result["verdict"].as_str().unwrap_or_default().to_string(),
        };
        if let Some(expected) = self.verdict.as_ref().filter(|e| !verdict.starts_with(*e)) {
            wrong.push(format!("verdict: expected {expected}, found {verdict}"));
        }
        if let Some(right) = self.wrong.as_ref().filter(|r| verdict.starts_with(*r)) {
            wrong.push(format!("the verdict has turned right, it is {right} now: remove the `wrong` line and correct `verdict`"));
        }
        for (name, expected) in &self.counts {
            let found = result["summary"][name].as_u64();
            if found != Some(*expected) {
                wrong.push(format!("{name}: expected {expected}, found {found:?}"));
            }
        }
        for expectation in &self.lines {
            self.compare_line(expectation, result, wrong);
        }
    }

    fn compare_line(&self, expectation: &LineExpectation, result: &Value, wrong: &mut Vec<String>) {
        let items = ["goals", "properties"].into_iter().filter_map(|key| result[key].as_array()).flatten();
        let file = self.path.display().to_string();
        if expectation.suffix.as_deref() == Some("one") {
            let here = items.filter(|i| i["line"].as_u64() == Some(expectation.line) && i["file"].as_str() == Some(&file));
            let statuses: Vec<&str> = here.filter_map(|i| i["status"].as_str()).filter(|s| *s != "holds").collect();
            if statuses != [expectation.status.as_str()] {
                wrong.push(format!("line {}: expected one {} and nothing else that does not hold, found {statuses:?}", expectation.line, expectation.status));
            }
            return;
        }
        let mut found = 0;
        for item in items.filter(|i| i["line"].as_u64() == Some(expectation.line) && i["file"].as_str() == Some(&file)) {
            let id = item["id"].as_str().unwrap_or_default();
            if expectation.suffix.as_ref().is_some_and(|s| id.rsplit('.').next() != Some(s)) {
                continue;
            }
            found += 1;
            let status = item["status"].as_str().unwrap_or_default();
            if status != expectation.status {
                wrong.push(format!("line {}: {id}: expected {}, found {status} {}", expectation.line, expectation.status, item["reason"]));
            }
            let proof = &item["proof"];
            let (method, k) = (proof["method"].as_str(), proof["k"].as_u64());
            if expectation.method.as_deref().is_some_and(|m| method != Some(m)) || expectation.k.is_some_and(|e| k.is_none_or(|k| k > e)) {
                wrong.push(format!("line {}: {id}: expected a proof by {:?} {:?}, found {proof}", expectation.line, expectation.method, expectation.k));
            }
        }
        if found == 0 {
            let suffix = expectation.suffix.as_deref().unwrap_or("any");
            wrong.push(format!("line {}: there is nothing ({suffix}) that could be {}", expectation.line, expectation.status));
        }
    }

    /// The suite of the case, run natively, must do what the interpreter does.
    fn check_replay(&self) -> Result<(), Failed> {
        let folder = tempfile::tempdir()?;
        let suite = folder.path().join("suite").display().to_string();
        let mut arguments = vec![self.command.clone()];
        arguments.extend(self.files());
        arguments.extend(self.arguments.iter().cloned());
        arguments.extend(["--quiet".into(), "--suite".into(), suite.clone()]);
        run(&arguments)?;
        let mut arguments = vec!["replay".to_string()];
        arguments.extend(self.files());
        arguments.extend(self.program_arguments());
        arguments.extend(["--json", "-", "--suite", &suite].map(str::to_string));
        let output = run(&arguments)?;
        let result: Value = serde_json::from_str(&output.stdout).map_err(|e| format!("no JSON: {e}\n{}{}", output.stdout, output.stderr))?;
        let tests = result["tests"].as_array().cloned().unwrap_or_default();
        let differing: Vec<String> = tests.iter().filter(|t| t["agreement"] == "differs").map(Value::to_string).collect();
        if differing.is_empty() { Ok(()) } else { Err(Failed::from(differing.join("\n"))) }
    }
}

/// Solvers that are given less time than this are asked in vain.
const CHECK_TIME: &str = "15s";

impl Case {
    /// The certificates of the case must be made of what it says, and other solvers must agree with every claim. Without a comment in the file they
    /// must not disagree.
    fn check_proof(&self, solvers: &[String]) -> Result<(), Failed> {
        let folder = tempfile::tempdir()?;
        let proof = folder.path().join("proof").display().to_string();
        let mut arguments = vec![self.command.clone()];
        arguments.extend(self.files());
        arguments.extend(self.arguments.iter().cloned());
        arguments.extend(["--quiet", "--proof", &proof].map(str::to_string));
        run(&arguments)?;
        let text = fs::read_to_string(folder.path().join("proof/proof.json"))?;
        if let Some(part) = self.proof.iter().flatten().find(|part| !text.contains(&format!("\"{part}\""))) {
            return Err(Failed::from(format!("no certificate has {part}\n{text}")));
        }
        if solvers.is_empty() {
            return Ok(());
        }
        let mut arguments = vec!["check-proof".to_string(), proof];
        arguments.extend(solvers.iter().flat_map(|solver| ["--solver".to_string(), solver.clone()]));
        arguments.extend(["--timeout", CHECK_TIME].map(str::to_string));
        let output = run(&arguments)?;
        match (output.status, &self.proof) {
            (Some(0), _) | (Some(20), None) => Ok(()),
            (status, _) => Err(Failed::from(format!("exit status {status:?}\n{}{}", output.stdout, output.stderr))),
        }
    }
}

/// The status of each goal or property.
fn statuses(result: &Value) -> BTreeMap<String, String> {
    let items = ["goals", "properties"].into_iter().filter_map(|key| result[key].as_array()).flatten();
    let text = |v: &Value| v.as_str().unwrap_or_default().to_string();
    items.map(|i| (text(&i["id"]), text(&i["status"]))).collect()
}

fn is_open(status: &str) -> bool {
    matches!(status, "undecided" | "unknown")
}

/// How much of a result is not decided.
fn n_open(result: &Value) -> usize {
    let is_undecided = ["unknown", "incomplete"].iter().any(|v| result["verdict"].as_str().unwrap_or_default().starts_with(v));
    usize::from(is_undecided) + statuses(result).values().filter(|status| is_open(status)).count()
}

/// Goals or properties that one result proves and the other refutes.
fn contradictions(a: &Value, b: &Value, when: &str, wrong: &mut Vec<String>) {
    let (a, b) = (statuses(a), statuses(b));
    for (id, status) in &a {
        let other = b.get(id).map_or("absent", String::as_str);
        if status != other && !is_open(status) && !is_open(other) {
            wrong.push(format!("{id}: {status} {when}, {other} now"));
        }
    }
}

struct Output {
    /// `None` for a death by signal.
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[String]) -> Result<Output, Failed> {
    run_within(arguments, LIMIT)?.ok_or_else(|| Failed::from(format!("not finished after {} s: {}", LIMIT.as_secs(), arguments.join(" "))))
}

/// Runs the program in a process group of its own, which ends with the limit; `None` if that comes first.
fn run_within(arguments: &[String], limit: Duration) -> Result<Option<Output>, Failed> {
    let mut command = Command::new(GOTCHA);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn()?;
    let read = |mut pipe: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // What was read before an error is what there is to show.
            let _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = child.stdout.take().map(|p| read(Box::new(p)));
    let stderr = child.stderr.take().map(|p| read(Box::new(p)));
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > limit {
            // SAFETY: the group is the child's own.
            unsafe { libc::kill(-(child.id() as i32), libc::SIGKILL) };
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let text = |thread: Option<std::thread::JoinHandle<String>>| thread.and_then(|t| t.join().ok()).unwrap_or_default();
    Ok(Some(Output { status: status.code(), stdout: text(stdout), stderr: text(stderr) }))
}
