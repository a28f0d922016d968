//! Assumption automata from files, over a program, and into files.

use crate::automata::assumption::{Assumption, Region};
use crate::c::Loaded;
use crate::cli::failure::Failure;
use crate::cli::identity;
use crate::cli::output;
use crate::cli::stepped::{self, Stepped};
use crate::condition::read::{self, Facts, Reading, Unfit};
use crate::condition::scope::Scope;
use crate::condition::write::{self, Extent};
use crate::emit::json;
use crate::engine::board::Board;
use crate::engine::status::{Depth, PropertyStatus};
use crate::instrument;
use crate::spec::ast::Match;
use crate::spec::{Matcher, Specification, Steps};
use goto::edges::EdgeId;
use goto::{Program, PropertyClass};
use std::path::{Path, PathBuf};

/// The automaton of a specification over a program, with warnings.
pub fn over(path: &Path, specification: &Specification, stepped: &Stepped) -> Result<(Assumption, Vec<String>), Failure> {
    let unfit = |u: Unfit| Failure::Usage(format!("{}: {}", path.display(), u.0));
    let automaton = read::chosen(specification).map_err(unfit)?;
    let facts = StepFacts { matcher: Matcher::new(specification), steps: &stepped.steps };
    let Reading { assumption, warnings } = read::over(automaton, &stepped.edges, &facts).map_err(unfit)?;
    Ok((assumption, warnings))
}

/// Why an automaton says nothing of a program, although it says something.
pub fn is_elsewhere(path: &Path, program: &Program) -> Option<String> {
    let scope = Scope::of(&std::fs::read_to_string(path).ok()?).ok()??;
    Some(format!("{}: {}", path.display(), scope.is_elsewhere(&identity::of(program))?))
}

/// What is asked of a program that an automaton may say something about.
pub struct Question<'a> {
    pub classes: &'a [PropertyClass],
    pub malloc_may_fail: bool,
}

impl Question<'_> {
    fn scope(&self, program: &Program) -> Scope {
        Scope {
            properties: self.classes.iter().map(|c| json::class_name(*c).to_owned()).collect(),
            malloc_may_fail: self.malloc_may_fail,
            program: identity::of(program),
        }
    }
}

/// An automaton that says where to go on.
pub struct Given {
    path: PathBuf,
    text: String,
    specification: Specification,
    /// For what it was written; nothing is known of files of others.
    scope: Option<Scope>,
}

impl Given {
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let specification = stepped::specification(std::slice::from_ref(&path.to_path_buf()))?;
        let text = std::fs::read_to_string(path).map_err(|e| Failure::Usage(format!("cannot read {}: {e}", path.display())))?;
        let scope = Scope::of(&text).map_err(|why| Failure::Usage(format!("{}: {why}", path.display())))?;
        Ok(Self { path: path.to_path_buf(), text, specification, scope })
    }

    /// The bound up to which everything was looked at, if the automaton says so in its name.
    fn bound(&self) -> Option<u32> {
        let automaton = read::chosen(&self.specification).ok()?;
        automaton.states[automaton.initial].name.strip_prefix(write::BOUND)?.parse().ok()
    }

    /// Puts the properties of these classes into the program so that only what was not looked at before counts.
    pub fn restrict(&self, stepped: &Stepped, loaded: &mut Loaded, question: &Question<'_>) -> Result<Vec<String>, Failure> {
        let (assumption, warnings) = over(&self.path, &self.specification, stepped)?;
        if assumption.region(assumption.initial()) != Region::Unexplored {
            self.fits(&stepped.loaded.program, question).map_err(|why| Failure::Usage(format!("{}: {why}", self.path.display())))?;
        }
        let Loaded { program, operations, .. } = loaded;
        instrument::restricted_properties(program, &stepped.edges, operations, &assumption, question.classes);
        Ok(warnings)
    }

    fn fits(&self, program: &Program, question: &Question<'_>) -> Result<(), String> {
        match &self.scope {
            Some(scope) => scope.differs(&question.scope(program)).map_or(Ok(()), Err),
            None if question.classes.iter().any(|c| c.is_check()) => {
                Err("gotcha did not write this automaton, so it does not say which operations of a statement \
                                                                          were looked at: it is taken with --property assertions,unreach-call"
                    .to_owned())
            }
            None => Ok(()),
        }
    }
}

/// Writes down what was looked at: what the board says of the bound, or what was given before if that is more.
pub fn write(
    path: &Path,
    stepped: Option<&Stepped>,
    board: Option<&Board>,
    question: &Question<'_>,
    is_decided: bool,
    before: Option<&Given>,
) -> Result<(), Failure> {
    let extent = match (board, is_decided) {
        (Some(_), true) => Extent::All,
        (Some(board), false) => extent(board),
        (None, _) => Extent::Nothing,
    };
    let k = match extent {
        Extent::All => None,
        Extent::Nothing => Some(0),
        Extent::Bounded { k, .. } => Some(k),
    };
    // What was looked at before still was.
    if let (Some(before), Some(k)) = (before, k)
        && before.bound().is_none_or(|b| b >= k)
    {
        return output::write(path, &before.text);
    }
    let Some(Stepped { loaded, edges, steps }) = stepped else { return output::write(path, NOTHING) };
    let automaton = write::automaton(&loaded.program, edges, steps, &extent);
    output::write(path, &format!("{}{automaton}", question.scope(&loaded.program).line()))
}

/// Of a program that could not be read.
const NOTHING: &str =
    "OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE __FALSE;\n\nSTATE USEFIRST __FALSE :\n    TRUE -> GOTO __FALSE;\n\nEND AUTOMATON\n";

fn extent(board: &Board) -> Extent {
    let Some(Depth { k, unsupported }) = board.depth() else { return Extent::Nothing };
    let mut before = unsupported;
    for (id, property) in board.program().properties.iter() {
        if matches!(board.property(id), PropertyStatus::Violated { .. }) {
            before.push((property.function, property.loc));
        }
    }
    Extent::Bounded { k, before }
}

struct StepFacts<'a> {
    matcher: Matcher,
    steps: &'a Steps,
}

impl Facts for StepFacts<'_> {
    fn steps(&self, edge: EdgeId) -> usize {
        self.steps.of(edge).len()
    }

    fn answers(&self, edge: EdgeId, step: usize, question: &Match) -> bool {
        self.matcher.matches(question, &self.steps.of(edge)[step])
    }
}
