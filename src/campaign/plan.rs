//! A plan: what a user wants to have analysed, as a text in TOML, and the tasks that it comes to. Knows neither where tasks run nor what comes out of them.

use crate::error::{CampaignError, Result, reading};
use goto::Diagnostic;
use report::files::fingerprint;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Tasks of a campaign at most.
pub const MOST_TASKS: usize = 1_000_000;

/// What every task is given in turn, unless the plan says something else.
const STAGES: [u64; 3] = [5, 60, 600];

/// Options that a campaign gives to its tasks itself, or that would send results elsewhere.
const OWN: [&str; 9] = ["--timeout", "--memory", "--jobs", "--json", "--results", "--progress", "--color", "--quiet", "--exit-zero"];

/// Those of them that have no value.
const OWN_ALONE: [&str; 2] = ["--quiet", "--exit-zero"];

/// Commands whose results a campaign can keep.
pub const COMMANDS: [&str; 6] = ["cover", "verify", "prove", "query", "ltl", "check"];

/// The number of a task in its campaign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TaskNumber(pub u32);

/// How much time a task is given: whole seconds, by which stages are called, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stage(pub u64);

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub name: String,
    /// Ascending.
    pub stages: Vec<Stage>,
    /// Bytes that a task may use.
    pub memory: u64,
    pub tasks: Vec<TaskSpec>,
}

/// One task: a command line of gotcha, without limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TaskSpec {
    pub number: TaskNumber,
    /// As a person calls it.
    pub name: String,
    /// The program as a person calls it: its files.
    pub program: String,
    /// The command and its arguments.
    pub argv: Vec<String>,
    /// How it is divided once its stages leave it open: its paths where properties are asked, its goals where goals are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub division: Option<Division>,
}

/// How a task is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Division {
    /// So many at first; those that stay open are divided again.
    pub shares: u32,
    /// What a share is given.
    pub stage: Stage,
}

impl TaskSpec {
    /// By what the same task is known in other campaigns.
    pub fn key(&self) -> String {
        fingerprint(self.argv.join("\0").as_bytes())
    }

    pub fn command(&self) -> &str {
        self.argv.first().map_or("", String::as_str)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanText {
    name: Option<String>,
    #[serde(default)]
    stages: Vec<toml::Spanned<String>>,
    memory: Option<toml::Spanned<String>>,
    #[serde(default)]
    task: Vec<toml::Spanned<TaskText>>,
}

/// Tasks of one kind: one for each program, function, property and formula.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskText {
    command: String,
    /// The files of one program.
    #[serde(default)]
    files: Vec<String>,
    /// Programs of one file each; a folder stands for the C files in it.
    #[serde(default)]
    each: Vec<String>,
    #[serde(default)]
    functions: Vec<String>,
    #[serde(default)]
    properties: Vec<String>,
    #[serde(default)]
    formulas: Vec<String>,
    #[serde(default)]
    options: Vec<String>,
    /// Shares of a task that its stages leave open, and what each is given.
    shares: Option<u32>,
    #[serde(rename = "share-time")]
    share_time: Option<String>,
}

/// Shares of a task at first, at most.
const MOST_SHARES: u32 = 256;
/// What shares are given, unless the plan says it.
const SHARE_TIME: Stage = Stage(30);

/// The words of a command line without what a campaign would give: by them the command is the same task.
pub fn without_limits(words: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut words = words.into_iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if !OWN.contains(&name) {
            kept.push(word);
        } else if name == word && !OWN_ALONE.contains(&name) {
            words.next();
        }
    }
    kept
}

/// An example with a remark for each key.
pub const EXAMPLE: &str = include_str!("plan.toml");

/// Reads a plan. Paths in it are relative to the folder `root`.
///
/// # Errors
/// If the file cannot be read or is wrong; the error says where.
pub fn read(path: &Path, root: &Path) -> Result<Plan> {
    let text = fs::read_to_string(path).map_err(reading(path))?;
    parse(&path.display().to_string(), &text, root)
}

/// The plan of a text. `file` is what errors call it.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse(file: &str, text: &str, root: &Path) -> Result<Plan> {
    let wrong = |span: Option<std::ops::Range<usize>>, message: String| diagnostic(file, text, span.unwrap_or(0..0), message);
    let read: PlanText = toml::from_str(text).map_err(|error| wrong(error.span(), error.message().to_owned()))?;
    let mut stages = Vec::new();
    for stage in &read.stages {
        stages.push(seconds(stage.get_ref()).map_err(|why| wrong(Some(stage.span()), why))?);
    }
    if stages.is_empty() {
        stages.extend(STAGES.map(Stage));
    }
    stages.sort();
    stages.dedup();
    let memory = match &read.memory {
        None => 2 << 30,
        Some(size) => size.get_ref().parse::<bytesize::ByteSize>().map_err(|why| wrong(Some(size.span()), why))?.0,
    };
    let mut tasks = Vec::new();
    for kind in &read.task {
        expand(kind.get_ref(), root, &mut tasks).map_err(|why| wrong(Some(kind.span()), why))?;
    }
    if tasks.is_empty() {
        return Err(wrong(None, "the plan has no tasks".to_owned()));
    }
    let name = read.name.unwrap_or_else(|| "campaign".to_owned());
    Ok(Plan { name, stages, memory, tasks })
}

/// Whole seconds, at least one.
pub fn seconds(text: &str) -> Result<Stage, String> {
    let time = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => humantime::parse_duration(text).map_err(|error| error.to_string())?,
    };
    match time.as_secs() {
        seconds @ 1..=31_536_000 => Ok(Stage(seconds)),
        _ => Err(format!("{text} is not between a second and a year")),
    }
}

/// Tasks of one kind, behind those that are there.
fn expand(kind: &TaskText, root: &Path, tasks: &mut Vec<TaskSpec>) -> Result<(), String> {
    let TaskText { command, files, each, functions, properties, formulas, options, shares, share_time } = kind;
    if !COMMANDS.contains(&command.as_str()) {
        return Err(format!("campaigns run {}, not `{command}`", COMMANDS.join(", ")));
    }
    if let Some(own) = options.iter().find(|word| OWN.contains(&word.split_once('=').map_or(word.as_str(), |(name, _)| name))) {
        return Err(format!("{own} is given by the campaign itself"));
    }
    let division = division(command, options, *shares, share_time.as_deref())?;
    let mut programs: Vec<Vec<String>> = if files.is_empty() { Vec::new() } else { vec![files.clone()] };
    for name in each {
        programs.extend(files_of(root, name)?.into_iter().map(|file| vec![file]));
    }
    if programs.is_empty() {
        return Err("there is no program: name its `files`, or `each` of several".to_owned());
    }
    let properties = asked("--property", properties);
    let formulas = asked("--formula", formulas);
    for program in &programs {
        if let Some(strange) = program.iter().find(|file| file.starts_with('-') || file.is_empty()) {
            return Err(format!("`{strange}` is no name of a file"));
        }
        // What no execution comes to is shown with every answer.
        let shown = || if command == "check" && has(options, "--spec") && !has(options, "--vacuity") { vec!["--vacuity".to_owned()] } else { Vec::new() };
        for function in asked(if command == "prove" { "--function" } else { "--entry" }, functions) {
            for property in &properties {
                for formula in &formulas {
                    let number = u32::try_from(tasks.len()).ok().filter(|_| tasks.len() < MOST_TASKS).ok_or(format!("more than {MOST_TASKS} tasks"))?;
                    let about: Vec<&String> = [&function, property, formula].into_iter().flat_map(|words| words.get(1)).collect();
                    let name = [program[0].as_str(), command].into_iter().chain(about.into_iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
                    let argv = [vec![command.clone()], program.clone(), function.clone(), property.clone(), formula.clone(), options.clone(), shown()].concat();
                    tasks.push(TaskSpec { number: TaskNumber(number), name, program: program.join(" "), argv, division });
                }
            }
        }
    }
    Ok(())
}

fn division(command: &str, options: &[String], shares: Option<u32>, time: Option<&str>) -> Result<Option<Division>, String> {
    let stage = time.map(seconds).transpose()?.unwrap_or(SHARE_TIME);
    match shares {
        None if time.is_some() => Err("share-time says what shares are given: how many there are is missing (shares)".to_owned()),
        None => Ok(None),
        Some(_) if !["cover", "verify"].contains(&command) => Err(format!("`{command}` is not divided: only cover and verify have shares")),
        Some(_) if command == "cover" && has(options, "--suite") => {
            Err("--suite: tasks that are divided write their suites themselves, as suite.zip".to_owned())
        }
        Some(_) if command == "cover" && has(options, "--query") => Err("--query: goals of queries are not divided".to_owned()),
        Some(shares @ 2..=MOST_SHARES) => Ok(Some(Division { shares, stage })),
        Some(shares) => Err(format!("{shares} is not between 2 and {MOST_SHARES} shares")),
    }
}

fn has(options: &[String], name: &str) -> bool {
    options.iter().any(|word| word.split('=').next() == Some(name))
}

/// An option with each of its values; without it if there is none.
fn asked(option: &str, values: &[String]) -> Vec<Vec<String>> {
    if values.is_empty() { vec![Vec::new()] } else { values.iter().map(|value| vec![option.to_owned(), value.clone()]).collect() }
}

/// The file, or the C files of the folder in the order of their names.
fn files_of(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let path = root.join(name);
    if !path.is_dir() {
        return Ok(vec![name.to_owned()]);
    }
    let entries = fs::read_dir(&path).map_err(|error| format!("cannot read the folder {name}: {error}"))?;
    let is_program = |file: &String| [".c", ".i", ".yml"].iter().any(|end| file.ends_with(end));
    let mut files: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(is_program).collect();
    files.sort();
    let name = name.trim_end_matches('/');
    Ok(files.into_iter().map(|file| format!("{name}/{file}")).collect())
}

fn diagnostic(file: &str, text: &str, span: std::ops::Range<usize>, message: String) -> CampaignError {
    let mut start = span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let before = &text[..start];
    let begin = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text[begin..].lines().next().unwrap_or_default();
    let length = span.len().min(line.len().saturating_sub(start - begin)).max(1);
    Box::new(Diagnostic {
        message,
        file: file.to_owned(),
        line: before.matches('\n').count() as u32 + 1,
        column: (start - begin) as u32 + 1,
        length: length as u32,
        source_line: Some(line.to_owned()),
    })
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        parse("p.toml", text, Path::new(".")).unwrap().tasks.into_iter().map(|task| task.name).collect()
    }

    fn error(text: &str) -> (u32, u32, String) {
        match parse("p.toml", text, Path::new(".")) {
            Err(CampaignError::Plan(d)) => (d.line, d.column, d.message.clone()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_kind_of_tasks_is_the_product_of_what_it_lists() {
        let text = "[[task]]\ncommand = 'verify'\neach = ['a.c', 'b.c']\nproperties = ['bounds', 'shift']\n";
        assert_eq!(names(text), ["a.c verify bounds", "a.c verify shift", "b.c verify bounds", "b.c verify shift"]);
        let plan = parse("p.toml", "[[task]]\ncommand = 'ltl'\nfiles = ['a.c', 'b.c']\nformulas = ['G x']\nfunctions = ['f']\n", Path::new(".")).unwrap();
        assert_eq!(plan.tasks[0].argv, ["ltl", "a.c", "b.c", "--entry", "f", "--formula", "G x"]);
        assert_eq!(plan.stages, [Stage(5), Stage(60), Stage(600)]);
        let plan =
            parse("p.toml", "[[task]]\ncommand = 'prove'\nfiles = ['a.c']\nfunctions = ['f', 'g']\noptions = ['--replace-all']\n", Path::new(".")).unwrap();
        assert_eq!(plan.tasks[1].argv, ["prove", "a.c", "--function", "g", "--replace-all"]);
    }

    #[test]
    fn folders_stand_for_the_programs_in_them() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("x")).unwrap();
        for name in ["b.c", "a.i", "c.h"] {
            fs::write(folder.path().join("x").join(name), "").unwrap();
        }
        let plan = parse("p.toml", "[[task]]\ncommand = 'cover'\neach = ['x/']\n", folder.path()).unwrap();
        assert_eq!(plan.tasks.iter().map(|t| t.program.as_str()).collect::<Vec<_>>(), ["x/a.i", "x/b.c"]);
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        assert_eq!(error("name = 'x'\nstages = ['1s', 'soon']\n").0, 2);
        assert_eq!(error("nam = 'x'\n"), (1, 1, "unknown field `nam`, expected one of `name`, `stages`, `memory`, `task`".to_owned()));
        assert_eq!(error("name = 'x'\n"), (1, 1, "the plan has no tasks".to_owned()));
        let own = error("\n[[task]]\ncommand = 'cover'\nfiles = ['a.c']\noptions = ['--timeout=3']\n");
        assert_eq!((own.0, own.2.as_str()), (2, "--timeout=3 is given by the campaign itself"));
        assert!(error("[[task]]\ncommand = 'rm'\nfiles = ['a.c']\n").2.contains("not `rm`"));
        assert!(error("[[task]]\ncommand = 'cover'\nfiles = ['--json']\n").2.contains("no name of a file"));
        assert!(error("memory = 'much'\n").0 == 1);
        assert!(error("[[task]]\ncommand = 'ltl'\nfiles = ['a.c']\nshares = 4\n").2.contains("only cover and verify have shares"));
        assert!(error("[[task]]\ncommand = 'cover'\nfiles = ['a.c']\nshares = 4\noptions = ['--suite=x']\n").2.contains("as suite.zip"));
        assert!(error("[[task]]\ncommand = 'verify'\nfiles = ['a.c']\nshares = 1\n").2.contains("not between 2 and 256"));
        assert!(error("[[task]]\ncommand = 'verify'\nfiles = ['a.c']\nshare-time = '5s'\n").2.contains("(shares)"));
    }

    #[test]
    fn limits_are_no_part_of_a_task() {
        let words = ["cover", "--timeout", "5", "a.c", "--json=x", "--quiet", "-DX"].map(str::to_owned);
        assert_eq!(without_limits(words), ["cover", "a.c", "-DX"]);
    }

    #[test]
    fn the_example_is_a_plan() {
        assert!(parse("plan.toml", EXAMPLE, Path::new(".")).unwrap().tasks.len() > 3);
    }
}
