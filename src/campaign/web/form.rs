//! The form of a new campaign. What is typed is checked at once, by those who read it later. Options are from a short list: neither the compiler nor the shell gets words from a page.

use super::answer::Answer;
use super::change::start;
use super::pages::{marked, note, page};
use super::{Shared, Site, below};
use crate::error::Result;
use crate::folder::Folder;
use crate::plan::{Plan, Stage, TaskNumber, TaskSpec, seconds};
use crate::store::Store;
use goto::Diagnostic;
use maud::{Markup, html};
use std::path::{Path, PathBuf};
use tasks::asked::{criteria, properties};
use tasks::check::Observers;
use tasks::failure::Failure;
use tasks::ltl::formula;
use tasks::query::question::{QueryText, Reading};

/// Tasks of a campaign that was begun on a page.
const MOST_TASKS: usize = 10_000;
/// Bytes that a task may use.
const MEMORY: u64 = 2 << 30;

/// Properties that need no formula: what is read first fills in the others.
const TEMPLATES: [(&str, &str, &str); 4] = [
    ("never", "P never holds", "G !\"P\""),
    ("always", "P always holds", "G \"P\""),
    ("leads-to", "whenever P holds, Q holds later", "G (\"P\" -> F \"Q\")"),
    ("precedence", "P does not hold before Q has held", "(!\"P\" U \"Q\") | G !\"P\""),
];

/// What is asked for.
const QUESTIONS: [(&str, &str); 11] = [
    ("cover", "Tests that cover goals of criteria"),
    ("verify", "Safety properties by their names"),
    ("never", "P never holds"),
    ("always", "P always holds"),
    ("leads-to", "Whenever P holds, Q holds later"),
    ("precedence", "P does not hold before Q has held"),
    ("ltl", "A formula of linear temporal logic"),
    ("query", "A query in FQL"),
    ("contract", "Functions keep their contracts"),
    ("locks", "Variables that threads share are protected by locks"),
    ("automaton", "A property automaton, or several, in files"),
];

/// What somebody typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Typed {
    name: String,
    files: String,
    whole: bool,
    question: String,
    asked: String,
    p: String,
    q: String,
    function: String,
    options: String,
    stages: String,
}

/// What is wrong with it.
enum Wrong {
    Words(String),
    Text(Box<Diagnostic>),
}

impl From<String> for Wrong {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<Failure> for Wrong {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Text(diagnostic) => Self::Text(Box::new(diagnostic)),
            other => Self::Words(other.to_string()),
        }
    }
}

/// The empty form.
pub(super) fn show(site: &Site, form: &str) -> Answer {
    let typed = Typed { name: "campaign".into(), question: "cover".into(), asked: "branch".into(), stages: "5s 60s 600s".into(), ..Typed::default() };
    Answer::page(filled(site, form, &typed, None))
}

/// Makes a campaign and starts it, or shows the form again with what is wrong.
pub(super) fn create(shared: &Shared, pairs: &[(String, String)]) -> Result<Answer> {
    let value = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.replace('\r', "")).unwrap_or_default();
    let typed = Typed {
        name: value("title"),
        files: value("files"),
        whole: value("whole") == "1",
        question: value("question"),
        asked: value("asked"),
        p: value("p"),
        q: value("q"),
        function: value("function"),
        options: value("options"),
        stages: value("stages"),
    };
    let site = &shared.site;
    let Some(root) = &site.programs else { return Ok(Answer::page(filled(site, shared.guard.form(), &typed, None))) };
    let plan = match plan(root, &typed) {
        Ok(plan) => plan,
        Err(wrong) => {
            let content = filled(site, shared.guard.form(), &typed, Some(&wrong)).into_string();
            return Ok(Answer::Page { status: 422, content });
        }
    };
    let folder = Folder::create(&place(site, &plan.name), &plan, root, Some(&site.results))?;
    let campaign = Store::open(&site.results)?.register(&folder)?;
    start(shared, &folder)?;
    Ok(Answer::see(format!("/campaign/{}", campaign.0)))
}

/// A new folder beside the database.
fn place(site: &Site, name: &str) -> PathBuf {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let beside = site.results.parent().map(Path::to_owned).unwrap_or_default();
    let unused = crate::random::name();
    beside.join(format!("{plain}-{}", &unused[..8]))
}

/// The plan of what was typed.
fn plan(root: &Path, typed: &Typed) -> std::result::Result<Plan, Wrong> {
    if typed.name.trim().is_empty() || typed.name.len() > 100 {
        return Err("a campaign has a name of at most 100 bytes".to_owned().into());
    }
    let mut stages = typed.stages.split_whitespace().map(seconds).collect::<std::result::Result<Vec<Stage>, String>>()?;
    stages.sort();
    stages.dedup();
    if stages.is_empty() {
        return Err("name at least one time that each task is given".to_owned().into());
    }
    let files = programs(root, &typed.files)?;
    let programs: Vec<Vec<String>> = if typed.whole { vec![files] } else { files.into_iter().map(|file| vec![file]).collect() };
    let questions = questions(root, typed)?;
    let mut common = options(root, &typed.options)?;
    let function = typed.function.trim();
    if !function.is_empty() {
        if !is_identifier(function) {
            return Err(format!("{function} is no name of a function").into());
        }
        let option = if typed.question == "contract" { "--function" } else { "--entry" };
        common.extend([option.to_owned(), function.to_owned()]);
    }
    if programs.len() * questions.len() > MOST_TASKS {
        return Err(format!("more than {MOST_TASKS} tasks").into());
    }
    let mut tasks = Vec::new();
    for program in &programs {
        for (command, words, title) in &questions {
            let argv = [vec![(*command).to_owned()], program.clone(), words.clone(), common.clone()].concat();
            let name = format!("{} {title}", program[0]);
            tasks.push(TaskSpec { number: TaskNumber(tasks.len() as u32), name, program: program.join(" "), argv, division: None });
        }
    }
    Ok(Plan { name: typed.name.trim().to_owned(), stages, memory: MEMORY, tasks })
}

/// Files below the root, relative to it; a folder stands for the programs in it.
fn programs(root: &Path, text: &str) -> std::result::Result<Vec<String>, Wrong> {
    let mut files = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let path = inside(root, line)?;
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let entries = std::fs::read_dir(&path).map_err(|error| format!("cannot read {line}: {error}"))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| is_program(path)).collect();
        inside.sort();
        files.extend(inside.iter().filter_map(|path| below(root, path)));
    }
    if files.is_empty() {
        return Err("name at least one C file, one a line".to_owned().into());
    }
    let root = root.canonicalize().map_err(|error| format!("cannot find the programs: {error}"))?;
    let relative = |path: PathBuf| match path.strip_prefix(&root) {
        Ok(name) if is_program(&path) && !name.to_string_lossy().starts_with('-') => Ok(name.display().to_string()),
        _ => Err(Wrong::Words(format!("{} is no C file", path.display()))),
    };
    files.into_iter().map(relative).collect()
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
}

fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "c" || end == "i")
}

/// What the name leads to, if that is below the root.
fn inside(root: &Path, name: &str) -> std::result::Result<PathBuf, String> {
    below(root, &root.join(name)).ok_or_else(|| format!("there is no {name} among the programs"))
}

/// Options of the preprocessor, of which only these cannot make a compiler run or write something.
fn options(root: &Path, text: &str) -> std::result::Result<Vec<String>, Wrong> {
    let mut words = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (option, value) = line.split_at(line.len().min(2));
        match (option, line.strip_prefix("--include ")) {
            (_, Some(file)) => {
                inside(root, file.trim())?;
                words.extend(["--include".to_owned(), file.trim().to_owned()]);
            }
            ("-I", None) => {
                inside(root, value.trim())?;
                words.extend(["-I".to_owned(), value.trim().to_owned()]);
            }
            ("-D" | "-U", None) if value.trim().starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()) => {
                words.extend([option.to_owned(), value.trim().to_owned()]);
            }
            _ => return Err(format!("{line}: only -I FOLDER, -D NAME=VALUE, -U NAME and --include FILE can be given here, one a line").into()),
        }
    }
    Ok(words)
}

/// A command, what it is asked, and what a person calls that.
type Question = (&'static str, Vec<String>, String);

/// The commands with what they are asked, each read as they will read it.
fn questions(root: &Path, typed: &Typed) -> std::result::Result<Vec<Question>, Wrong> {
    let names = || typed.asked.split([',', ' ', '\n']).map(str::trim).filter(|name| !name.is_empty());
    // A name that leads to a file is no name.
    if let Some(strange) = names().find(|name| name.contains('/') || name.ends_with(".prp")).filter(|_| matches!(typed.question.as_str(), "cover" | "verify")) {
        return Err(format!("{strange}: name criteria and properties, not files").into());
    }
    let of_formula = |text: &str, title: String| -> std::result::Result<Vec<Question>, Wrong> {
        formula::read(&formula::Source { formula: Some(text), property: None, files: &[] })?;
        Ok(vec![("ltl", vec!["--formula".to_owned(), text.to_owned()], title)])
    };
    match typed.question.as_str() {
        "cover" => {
            let names: Vec<String> = names().map(str::to_owned).collect();
            criteria::named(&names)?;
            let words = names.iter().flat_map(|name| ["--criterion".to_owned(), name.clone()]).collect();
            Ok(vec![("cover", words, format!("cover {}", names.join(" ")))])
        }
        "verify" => {
            let mut all = Vec::new();
            for name in names() {
                properties::checkable(Some(name))?;
                all.push(("verify", vec!["--property".to_owned(), name.to_owned()], format!("verify {name}")));
            }
            if all.is_empty() { Ok(vec![("verify", Vec::new(), "verify".to_owned())]) } else { Ok(all) }
        }
        "contract" => {
            if let Some(strange) = names().find(|name| *name != "*" && !is_identifier(name)) {
                return Err(format!("{strange} is no name of a function, and no * for all of them").into());
            }
            let words = names().flat_map(|name| ["--replace".to_owned(), name.to_owned()]).collect();
            Ok(vec![("prove", words, "contracts".to_owned())])
        }
        "locks" => Ok(vec![("check", vec!["--lockset".to_owned()], "locks".to_owned())]),
        "automaton" => {
            let files: Vec<String> = typed.asked.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
            let paths = files.iter().map(|file| inside(root, file)).collect::<std::result::Result<Vec<PathBuf>, String>>()?;
            if files.is_empty() || files.iter().any(|file| file.starts_with('-')) {
                return Err("name the files of the automata, one a line".to_owned().into());
            }
            Observers::automata(&paths)?;
            let words = files.iter().flat_map(|file| ["--spec".to_owned(), file.clone()]).chain(["--vacuity".to_owned()]).collect();
            Ok(vec![("check", words, format!("check {}", files.join(" ")))])
        }
        "ltl" => of_formula(typed.asked.trim(), format!("ltl {}", typed.asked.trim())),
        "query" => {
            let text = typed.asked.trim().to_owned();
            QueryText::parse("the query".to_owned(), text.clone(), Reading::default())?;
            Ok(vec![("query", vec!["--query".to_owned(), text.clone()], format!("query {text}"))])
        }
        name => {
            let template = TEMPLATES.iter().find(|(other, ..)| *other == name).ok_or_else(|| "there is no such question".to_owned())?;
            let needs_q = template.2.contains("\"Q\"");
            for (letter, value) in [("P", &typed.p), ("Q", &typed.q)] {
                if value.trim().is_empty() && (letter == "P" || needs_q) {
                    return Err(format!("{letter} is missing: a condition in C over global variables").into());
                }
                if value.contains('"') {
                    return Err(format!("{letter} cannot contain quotation marks").into());
                }
            }
            let text = template.2.replace("\"P\"", &format!("\"{}\"", typed.p.trim())).replace("\"Q\"", &format!("\"{}\"", typed.q.trim()));
            of_formula(&text, template.1.replace('P', typed.p.trim()).replace('Q', typed.q.trim()))
        }
    }
}

fn filled(site: &Site, form: &str, typed: &Typed, wrong: Option<&Wrong>) -> Markup {
    let Some(root) = &site.programs else {
        let content = html! {
            h1 { "New campaign" }
            p { "This server was started without " code { "--programs DIR" } ": it only shows campaigns. On the command line, " code { "gotcha campaign new" } " makes one." }
        };
        return page("New campaign", false, content);
    };
    let field = |name: &str, label: &str, hint: &str, value: &str| {
        html! {
            div.field {
                label for=(name) { (label) }
                input id=(name) name=(name) value=(value) aria-describedby={ (name) "-hint" };
                span.hint id={ (name) "-hint" } { (hint) }
            }
        }
    };
    let area = |name: &str, label: &str, hint: &str, value: &str, rows: u32| {
        html! {
            div.field {
                label for=(name) { (label) }
                textarea id=(name) name=(name) rows=(rows) aria-describedby={ (name) "-hint" } { (value) }
                span.hint id={ (name) "-hint" } { (hint) }
            }
        }
    };
    page(
        "New campaign",
        false,
        html! {
            h1 { "New campaign" }
            @match wrong {
                None => {},
                Some(Wrong::Words(words)) => (note(words)),
                Some(Wrong::Text(diagnostic)) => {
                    (note(&format!("{}, in line {}, column {}", diagnostic.message, diagnostic.line, diagnostic.column)))
                    @if let Some(line) = &diagnostic.source_line { (marked(line, diagnostic.column)) }
                },
            }
            form method="post" action="/new" {
                input type="hidden" name="form" value=(form);
                (field("title", "Name", "campaigns of the same name are compared", &typed.name))
                fieldset {
                    legend { "Programs" }
                    (area("files", "C files or folders, one a line", &format!("below {}", root.display()), &typed.files, 4))
                    div.field { label { input type="checkbox" name="whole" value="1" checked[typed.whole]; " all files are one program" } }
                    (field("function", "Function", "where execution starts, if not in main; which one keeps its contract, if not all", &typed.function))
                    (area("options", "Options of the preprocessor, one a line", "-I FOLDER, -D NAME=VALUE, -U NAME, --include FILE", &typed.options, 2))
                }
                fieldset {
                    legend { "What is asked" }
                    div.field {
                        label for="question" { "Question" }
                        select #question name="question" {
                            @for (name, title) in QUESTIONS { option value=(name) selected[typed.question == name] { (title) } }
                        }
                    }
                    (area("asked", "Criteria, properties, the formula, the query or the files", "branch, mcdc, ...; bounds, no-overflow, ...; G (\"x > 0\" -> F \"y == 1\"); cover @BASICBLOCKENTRY; functions whose contracts stand for their calls, * for all; lock.spc", &typed.asked, 2))
                    (field("p", "P", "a condition in C, for the questions that name it", &typed.p))
                    (field("q", "Q", "another one", &typed.q))
                }
                (field("stages", "Times", "what each task is given in turn, while something is open", &typed.stages))
                p { button { "Start" } }
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn typed(files: &str) -> Typed {
        Typed { name: "x".into(), files: files.into(), question: "cover".into(), asked: "branch".into(), stages: "5s".into(), ..Typed::default() }
    }

    fn root() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        std::fs::write(folder.path().join("a.c"), "int main(void) { return 0; }").unwrap();
        std::fs::write(folder.path().join("in/b.c"), "int main(void) { return 0; }").unwrap();
        symlink("/etc/passwd", folder.path().join("link.c")).unwrap();
        symlink("/etc", folder.path().join("etc")).unwrap();
        let automaton = "OBSERVER AUTOMATON A\nINITIAL STATE S;\nSTATE USEFIRST S : MATCH {f($?)} -> ERROR;\nEND AUTOMATON\n";
        std::fs::write(folder.path().join("in/lock.spc"), automaton).unwrap();
        folder
    }

    #[test]
    fn programs_are_below_their_root() {
        let root = root();
        assert_eq!(plan(root.path(), &typed("a.c\nin")).ok().map(|plan| plan.tasks.len()), Some(2));
        for name in ["../x.c", "/etc/passwd", "link.c", "etc/passwd", "in/../../x.c", "no.c", "", "in/nothing/.."] {
            assert!(plan(root.path(), &typed(name)).is_err(), "{name}");
        }
    }

    #[test]
    fn options_that_run_or_write_something_are_refused() {
        let root = root();
        for good in ["-I in", "-Iin", "-D X=1", "-DX", "-U X", "--include a.c"] {
            assert!(plan(root.path(), &Typed { options: good.into(), ..typed("a.c") }).is_ok(), "{good}");
        }
        for bad in [
            "-fplugin=x.so",
            "-B in",
            "-wrapper sh",
            "@in/b.c",
            "-specs=x",
            "-o out",
            "-I /etc",
            "-I ..",
            "--include /etc/passwd",
            "--html x",
            "-D -o",
            "--include link.c",
        ] {
            assert!(plan(root.path(), &Typed { options: bad.into(), ..typed("a.c") }).is_err(), "{bad}");
        }
        assert!(plan(root.path(), &Typed { function: "f --html x".into(), ..typed("a.c") }).is_err());
        for asked in ["/etc/passwd", "x.prp"] {
            assert!(plan(root.path(), &Typed { asked: asked.into(), ..typed("a.c") }).is_err(), "{asked}");
        }
    }

    #[test]
    fn what_is_asked_is_read_at_once() {
        let root = root();
        let asks = |question: &str, asked: &str, p: &str, q: &str| {
            plan(root.path(), &Typed { question: question.into(), asked: asked.into(), p: p.into(), q: q.into(), ..typed("a.c") })
        };
        for (question, asked, p, q) in [
            ("verify", "bounds", "", ""),
            ("never", "", "x > 0", ""),
            ("leads-to", "", "x > 0", "y"),
            ("precedence", "", "x", "y"),
            ("query", "cover @BASICBLOCKENTRY", "", ""),
            ("contract", "*", "", ""),
            ("locks", "", "", ""),
            ("automaton", "in/lock.spc", "", ""),
        ] {
            assert!(asks(question, asked, p, q).is_ok(), "{question}");
        }
        assert!(matches!(asks("ltl", "G (\"x\" ->", "", ""), Err(Wrong::Text(d)) if d.column > 3));
        assert!(matches!(asks("query", "cover @NOTHING", "", ""), Err(Wrong::Text(_))));
        for (question, asked, p) in [
            ("verify", "boundz", ""),
            ("cover", "brunch", ""),
            ("never", "", ""),
            ("never", "", "x\" | \"y"),
            ("leads-to", "", "x"),
            ("shell", "", ""),
            ("contract", "f --html x", ""),
            ("automaton", "", ""),
            ("automaton", "link.c", ""),
            ("automaton", "a.c", ""),
        ] {
            assert!(asks(question, asked, p, "").is_err(), "{question} {asked}");
        }
    }
}
