//! `show`: intermediate forms.

use crate::cli::args::{ShowArgs, What};
use crate::cli::cover::read_query;
use crate::cli::{output, request};
use frontend::preprocess::HEADER;
use std::path::Path;
use tasks::asked::{criteria, properties};
use tasks::failure::Failure;
use tasks::ltl::formula::{self, Source};
use tasks::program::{self, Aim, ProgramRequest, stepped};
use tasks::query::question::QueryText;
use tasks::show::{self, Shown};

/// `gotcha show`. The answer is the exit status.
pub(super) fn show(args: &ShowArgs) -> Result<u8, Failure> {
    output::print(&text(args)?)?;
    Ok(0)
}

fn text(args: &ShowArgs) -> Result<String, Failure> {
    match args.what {
        What::Header => return Ok(HEADER.1.to_owned()),
        What::Buchi | What::BuchiGraph => return automata(args),
        _ => {}
    }
    let criteria = criteria::named(&args.criterion)?;
    let mut request = request::program(&args.program, None)?;
    request.decisions = criteria.iter().any(|c| c.needs_decisions());
    if let Some(query) = read_query(&args.question)? {
        return of_query(args.what, &query, &request);
    }
    match args.what {
        What::Steps => return Ok(stepped::read(&request)?.print()),
        What::Promela => return model(args, &request),
        _ => {}
    }
    let is_library = matches!(args.what, What::Goals | What::Loops | What::Callgraph | What::Functions | What::Cfg) && args.program.entry.is_none();
    let mut compiled = if is_library { show::compile_library(&mut request)? } else { program::compile(&request)? };
    if matches!(args.what, What::Goals | What::Goto | What::Vcs | What::Loops) {
        let aim = match &args.property {
            Some(property) => Aim::Verify(properties::checkable(Some(property))?.classes),
            None => Aim::Cover(criteria, None),
        };
        program::instrument(&mut compiled, &aim);
    }
    let mut program = compiled.program;
    if matches!(args.what, What::Loops | What::Cfg) {
        // As the engines see it, so that names of loops are the same.
        program::tidy(&mut program);
    }
    Ok(match args.what {
        What::Goto => goto::print::print(&program),
        What::Goals => show::goals(&program),
        What::Loops => show::loops(&mut program),
        What::Cfg => show::cfg(&program, args.models),
        What::Callgraph => show::callgraph(&program, args.models, args.program.entry.is_some() || request.entry == "main"),
        What::Functions => show::functions(&program),
        What::Vcs => show::conditions(&program, args.unwind),
        // Shown above.
        What::Header | What::Steps | What::Promela | What::Buchi | What::BuchiGraph => String::new(),
    })
}

/// The automata of the formulas.
fn automata(args: &ShowArgs) -> Result<String, Failure> {
    let property = args.property.as_deref().map(Path::new);
    let formulas = formula::read(&Source { formula: args.formula.as_deref(), property, files: &args.program.files })?;
    formulas.iter().map(|formula| show::automaton(formula, args.what == What::BuchiGraph)).collect()
}

/// The goals of a query, or the program with its events.
fn of_query(what: What, query: &QueryText, request: &ProgramRequest) -> Result<String, Failure> {
    match what {
        What::Goals => Ok(told(show::goals_of_query(query, request)?)),
        What::Goto => show::program_of_query(query, request),
        _ => Err(Failure::Usage("of a query there are --what goals and --what goto".into())),
    }
}

/// The model of the whole program, if it begins threads and no function is named, or of a function; what its table lacks is added to the file, which is made if it does not exist.
fn model(args: &ShowArgs, request: &ProgramRequest) -> Result<String, Failure> {
    if args.function.is_none()
        && args.table.is_none()
        && let Some(text) = show::threads(request)?
    {
        return Ok(text);
    }
    let (shown, table) = show::promela(request, args.function.as_deref(), args.table.as_deref())?;
    let text = told(shown);
    args.table.as_deref().map_or(Ok(()), |path| output::write(path, &table))?;
    Ok(text)
}

/// The text, whose warnings are told.
fn told(shown: Shown) -> String {
    shown.warnings.iter().for_each(|w| output::complain(&format!("warning: {w}")));
    shown.text
}
