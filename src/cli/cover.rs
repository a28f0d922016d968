//! `cover` and `query`: goals by criteria and by queries.

use crate::cli::args::{AnalysisArgs, BlocksName, CoverArgs, DialectName, EngineName, OutputArgs, ProgramArgs, QueryArgs, QuestionArgs, ReportArgs};
use crate::cli::command::{check_writable, run};
use crate::cli::{output, report, request};
use ::report::certificate::write::ProofFolder;
use ::report::read_suite;
use ::report::result::AnalysisResult;
use ::report::suite::Suite;
use std::fs;
use std::io::IsTerminal;
use std::path::Path;
use tasks::asked::criteria;
use tasks::cover::Coverage;
use tasks::cover::asked_goals::AskedGoals;
use tasks::failure::Failure;
use tasks::program::ProgramRequest;
use tasks::program::scope::Scope;
use tasks::query::Query;
use tasks::query::graphs::{Graphs, PictureForm, Pictures};
use tasks::query::question::{BasicBlocks, Dialect, QueryText, Reading};
use tasks::recorder::NativeRecorder;
use tasks::supervise::Supervisor;
use tasks::task::{Question, Task};
use tasks::unit_tests;

/// `gotcha cover`. The answer is the exit status.
pub(super) fn cover(args: &CoverArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    if asks_a_query(args) {
        return cover_query(args, supervisor);
    }
    let condition = args.condition.condition.as_deref();
    check_writable([condition])?;
    report::check(&args.reports.files)?;
    let aim = criteria::asked(args.property.as_deref(), &args.criterion)?;
    let scope = Scope::of(&args.scope.scope)?;
    let engines = request::engines(&args.analysis)?;
    let program = request::program_in_time(&args.program, aim.entry, &args.analysis, supervisor)?.with_criteria(&aim.criteria);
    // Tests in C cannot make what a contract requires.
    let program = if args.harness.is_some() { program } else { request::obeying_contract(program, &args.program)? };
    check_writable([args.output.json.as_deref(), args.coverage_history.as_deref()])?;
    let suite = suite(args.reports.suite.as_deref(), &program, aim.specification)?;
    let mut question =
        Coverage { goals_in: args.goals_in.clone(), scope, suite, minimise: args.minimise, condition: condition.is_some(), ..Coverage::new(aim.criteria) };
    question.goals = args.goals.as_deref().map(AskedGoals::read).transpose()?;
    for path in &args.tests {
        question.given.extend(read_suite::read(path)?);
    }
    if let Some(path) = &args.proof {
        question.proof = Some(ProofFolder::create(path, &program.about(question.asked()))?);
    }
    if args.harness.is_some() && program.entry == "main" {
        return Err(Failure::Usage("--harness writes tests of a function: name it with --entry FUNCTION; a test of main is a folder of --suite".to_owned()));
    }
    let (called, with) = (program.clone(), engines.clone());
    let task = Task { program, engines, limits: request::limits(&args.analysis), question };
    run(
        task,
        supervisor,
        &args.output,
        |outcome| table(&args.reports, &args.output, || outcome.result()) + &outcome.text(args.output.quiet, args.reports.all_goals),
        |outcome| {
            write_reports(&args.reports, || outcome.result())?;
            condition.map_or(Ok(()), |path| output::write(path, &outcome.condition()))?;
            if let (Some(folder), Some(board)) = (&args.harness, outcome.board()) {
                let tests: Vec<_> = board.tests().into_iter().map(|test| test.inputs).collect();
                let report = unit_tests::write(&called, &with, folder, &tests, supervisor)?;
                output::print(&super::unit_tests::text(&report, args.output.quiet))?;
            }
            args.coverage_history.as_deref().map_or(Ok(()), |path| output::write(path, &outcome.history()))
        },
    )
}

/// Does `cover` ask for goals by a query: in FQL, by a property file, or by a criterion that stands for one?
fn asks_a_query(args: &CoverArgs) -> bool {
    let by_criterion = matches!(args.criterion.as_slice(), [name] if criteria::criterion_query(name).is_some());
    by_criterion || args.query.is_some() || args.property.as_deref().is_some_and(criteria::is_query)
}

/// `gotcha cover` of a query.
fn cover_query(args: &CoverArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let alone = [
        ("--criterion", args.query.is_some() && !args.criterion.is_empty()),
        ("--property", args.query.is_some() && args.property.is_some()),
        ("--goals-in", !args.goals_in.is_empty()),
        ("--scope", !args.scope.scope.is_empty()),
        ("--goals", args.goals.is_some()),
        ("--tests", !args.tests.is_empty()),
        ("--minimise", args.minimise),
        ("--coverage-history", args.coverage_history.is_some()),
        ("--proof", args.proof.is_some()),
        ("--harness", args.harness.is_some()),
    ];
    if let Some((option, _)) = alone.iter().find(|(_, given)| *given) {
        return Err(Failure::Usage(format!("{option} does not go with a query")));
    }
    let CoverArgs { program, analysis, condition, output, reports, .. } = args;
    let asked = QueryRun { program, analysis, condition: condition.condition.as_deref(), output, reports };
    check_writable([asked.condition])?;
    let text = args.query.clone().or_else(|| args.criterion.first().and_then(|name| criteria::criterion_query(name)));
    let query = query_text(text.as_deref(), args.property.as_deref(), Reading::default())?;
    asked.run(query.ok_or_else(no_query)?, || Ok(None), supervisor)
}

/// `gotcha query`. The answer is the exit status.
pub(super) fn query(args: &QueryArgs, supervisor: &Supervisor) -> Result<u8, Failure> {
    let QueryArgs { program, analysis, condition, output, reports, .. } = args;
    let asked = QueryRun { program, analysis, condition: condition.condition.as_deref(), output, reports };
    if args.question.uninitialised_inputs && reports.suite.is_some() {
        let why = "a suite cannot hold what uninitialised variables are to be: give --suite or --uninitialised-inputs";
        return Err(Failure::Usage(why.to_owned()));
    }
    check_writable([asked.condition])?;
    asked.run(read_query(&args.question)?.ok_or_else(no_query)?, || graphs(args), supervisor)
}

fn no_query() -> Failure {
    Failure::Usage("there is no query: give one with --query 'cover ...' or --query-file FILE".into())
}

/// The query of the arguments; `None` if there is none.
pub(super) fn read_query(args: &QuestionArgs) -> Result<Option<QueryText>, Failure> {
    let dialect = args.dialect.map(|d| match d {
        DialectName::Fshell => Dialect::Fshell,
        DialectName::Tiger => Dialect::Tiger,
    });
    let basic_blocks = match args.basic_blocks {
        BlocksName::Fshell => BasicBlocks::Fshell,
        BlocksName::Tiger => BasicBlocks::Tiger,
    };
    let reading = Reading { dialect, basic_blocks, max_goals: args.max_goals, uninitialised_inputs: args.uninitialised_inputs };
    query_text(args.query.as_deref(), args.query_file.as_deref(), reading)
}

fn query_text(text: Option<&str>, file: Option<&Path>, reading: Reading) -> Result<Option<QueryText>, Failure> {
    match (text, file) {
        (Some(text), _) => QueryText::parse("the query".to_owned(), text.to_owned(), reading).map(Some),
        (None, Some(path)) => QueryText::read(path, reading).map(Some),
        (None, None) => Ok(None),
    }
}

/// What the command line says of graphs; `None` if another engine decides.
fn graphs(args: &QueryArgs) -> Result<Option<Graphs>, Failure> {
    let options = Graphs::options_without(args.arg_without.as_deref().unwrap_or_default())?;
    check_writable([args.dump_arg.as_deref()])?;
    let is_engine = args.engine == EngineName::Arg;
    if let Some(folder) = &args.reuse_dir {
        if !is_engine {
            return Err(Failure::Usage("--reuse-dir needs --engine arg".into()));
        }
        fs::create_dir_all(folder).map_err(|error| Failure::Output { path: folder.display().to_string(), error })?;
    }
    let pictures = args.dump_arg.clone().map(|path| Pictures {
        form: if path.extension().is_some_and(|e| e == "dot" || e == "gv") { PictureForm::Graphviz } else { PictureForm::Text },
        write: Box::new(move |text| output::write(&path, text)),
    });
    Ok(is_engine.then(|| Graphs { options, pictures, folder: args.reuse_dir.clone() }))
}

/// What `cover` and `query` are told of a query beside its text.
struct QueryRun<'a> {
    program: &'a ProgramArgs,
    analysis: &'a AnalysisArgs,
    condition: Option<&'a Path>,
    output: &'a OutputArgs,
    reports: &'a ReportArgs,
}

impl QueryRun<'_> {
    fn run(&self, query: QueryText, graphs: impl FnOnce() -> Result<Option<Graphs>, Failure>, supervisor: &Supervisor) -> Result<u8, Failure> {
        let engines = request::engines(self.analysis)?;
        let program = request::program_in_time(self.program, None, self.analysis, supervisor)?;
        check_writable([self.output.json.as_deref()])?;
        report::check(&self.reports.files)?;
        let specification = format!("COVER( init({}()), FQL({}) )", program.entry, query.text.split_whitespace().collect::<Vec<_>>().join(" "));
        let suite = suite(self.reports.suite.as_deref(), &program, specification)?;
        let question = Query { query, suite, graphs: graphs()?, condition: self.condition.is_some() };
        run(
            Task { program, engines, limits: request::limits(self.analysis), question },
            supervisor,
            self.output,
            |outcome| table(self.reports, self.output, || outcome.result()) + &outcome.text(self.output.quiet, self.reports.all_goals),
            |outcome| {
                write_reports(self.reports, || outcome.result())?;
                self.condition.map_or(Ok(()), |path| output::write(path, &outcome.condition()))
            },
        )
    }
}

/// The table by file and function where a person reads it or asks for it.
fn table<'a>(args: &ReportArgs, output: &OutputArgs, result: impl FnOnce() -> &'a AnalysisResult) -> String {
    let is_wanted = args.table || (!output.quiet && std::io::stdout().is_terminal());
    if is_wanted { report::terminal_table(result(), args.table) } else { String::new() }
}

/// Writes the reports that are asked for.
fn write_reports<'a>(args: &ReportArgs, result: impl FnOnce() -> &'a AnalysisResult) -> Result<(), Failure> {
    if report::is_asked(&args.files) { report::write(&args.files, result()) } else { Ok(()) }
}

/// The suite that is written, if one is wanted.
pub(super) fn suite(path: Option<&Path>, program: &ProgramRequest, specification: String) -> Result<Option<Suite>, Failure> {
    let suite = path.map(|path| Suite::create(path, &program.metadata(specification))).transpose()?;
    Ok(suite.map(|suite| NativeRecorder::attach(suite, program)))
}
