//! Assumption automata: from files, over a program, and as text.

use crate::engines::Engines;
use crate::failure::Failure;
use crate::program::stepped::{self, Stepped};
use crate::program::{self, ProgramRequest, identity};
use crate::shares::Share;
use automata::assumption::{Assumption, Region};
use automata::condition::read::{self, Facts, Reading, Unfit, WrittenOf};
use automata::condition::scope::Scope;
use automata::condition::write::{self, Extent, Spot};
use automata::condition::{intersection, spelled, union};
use automata::spec::ast::{Automaton, Match};
use automata::spec::{Matcher, Specification, Steps};
use engine::board::{self, Board, LostRuns};
use engine::rest::hand_over;
use engine::status::Depth;
use frontend::Loaded;
use goto::edges::{EdgeId, Edges};
use goto::limits::Stop;
use goto::{FuncId, Program, PropertyClass};
use report::json;
use report::text::Verdict;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The automaton of a specification over a program, with warnings.
pub(crate) fn over(path: &Path, specification: &Specification, stepped: &Stepped) -> Result<(Assumption, Vec<String>), Failure> {
    let unfit = |u: Unfit| Failure::Usage(format!("{}: {}", path.display(), u.0));
    let automaton = read::chosen(specification).map_err(unfit)?;
    let facts = StepFacts { matcher: Matcher::new(specification), steps: &stepped.steps };
    let scope = std::fs::read_to_string(path).ok().and_then(|text| Scope::of(&text).ok()?);
    let written_of = match scope {
        Some(scope) if scope.is_elsewhere(&identity(&stepped.loaded.program)).is_none() => WrittenOf::This,
        _ => WrittenOf::Unknown,
    };
    let Reading { assumption, warnings } = read::over(automaton, written_of, &stepped.edges, &facts).map_err(unfit)?;
    Ok((assumption, warnings))
}

/// Why an automaton says nothing of a program, although it says something.
pub(crate) fn is_elsewhere(path: &Path, program: &Program) -> Option<String> {
    let scope = Scope::of(&std::fs::read_to_string(path).ok()?).ok()??;
    Some(format!("{}: {}", path.display(), scope.is_elsewhere(&identity(program))?))
}

/// What is asked of a program that an automaton may say something about.
pub(crate) struct Purpose<'a> {
    pub about: About<'a>,
    pub malloc_may_fail: bool,
}

pub(crate) enum About<'a> {
    Properties(&'a [PropertyClass]),
    /// Goals of criteria.
    Goals,
    Query(&'a str),
    Formula(&'a str),
}

impl Purpose<'_> {
    fn scope(&self, program: &Program) -> Scope {
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let properties = match self.about {
            About::Properties(classes) => classes.iter().map(|c| json::class_name(*c).to_owned()).collect(),
            About::Goals => Vec::new(),
            About::Query(text) => vec![format!("the query {}", one_line(text))],
            About::Formula(text) => vec![format!("the formula {}", one_line(text))],
        };
        Scope { properties, malloc_may_fail: self.malloc_may_fail, program: identity(program) }
    }
}

/// An automaton that says where to go on.
pub struct EarlierRuns {
    path: PathBuf,
    text: String,
    specification: Specification,
    /// For what it was written; nothing is known of files of others.
    scope: Option<Scope>,
}

impl EarlierRuns {
    /// Reads an automaton that an earlier run wrote.
    ///
    /// # Errors
    /// If it cannot be read or is none.
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
    pub(crate) fn restrict(&self, stepped: &Stepped, loaded: &mut Loaded, classes: &[PropertyClass], malloc_may_fail: bool) -> Result<Vec<String>, Failure> {
        let (assumption, warnings) = over(&self.path, &self.specification, stepped)?;
        if assumption.region(assumption.initial()) != Region::Unexplored {
            let question = Purpose { about: About::Properties(classes), malloc_may_fail };
            self.fits(&stepped.loaded.program, &question, classes).map_err(|why| Failure::Usage(format!("{}: {why}", self.path.display())))?;
        }
        let Loaded { program, operations, .. } = loaded;
        instrument::restricted_properties(program, &stepped.edges, operations, &assumption, classes);
        Ok(warnings)
    }

    /// What it says of a program that was made of the same text as another one, of which the question is asked.
    ///
    /// # Errors
    /// If it says something, but not for this question.
    pub(crate) fn for_formula(&self, of: &Program, stepped: &Stepped, question: &Purpose<'_>) -> Result<(Assumption, Vec<String>), Failure> {
        let (assumption, warnings) = over(&self.path, &self.specification, stepped)?;
        if assumption.region(assumption.initial()) != Region::Unexplored {
            let foreign = || Err("gotcha did not write this automaton, so it does not say for which formula paths were looked at".to_owned());
            let fits = self.scope.as_ref().map_or_else(foreign, |scope| scope.differs(&question.scope(of)).map_or(Ok(()), Err));
            fits.map_err(|why| Failure::Usage(format!("{}: {why}", self.path.display())))?;
        }
        Ok((assumption, warnings))
    }

    fn fits(&self, program: &Program, question: &Purpose<'_>, classes: &[PropertyClass]) -> Result<(), String> {
        match &self.scope {
            Some(scope) => scope.differs(&question.scope(program)).map_or(Ok(()), Err),
            None if classes.iter().any(|c| c.is_check()) => Err("gotcha did not write this automaton, so it does not say which operations of a statement \
                                                                          were looked at: it is taken with --property assertions,unreach-call"
                .to_owned()),
            None => Ok(()),
        }
    }
}

/// What was looked at.
pub(crate) enum Analysed<'a> {
    So(Extent),
    /// The paths of an automaton whose letters are these edges, by number.
    Along(Assumption, &'a Edges),
}

/// What was looked at of a share as text: nothing of others.
pub(crate) fn text_of_share(stepped: Option<&Stepped>, extent: &Extent, question: &Purpose<'_>, share: &Share) -> String {
    let Some(Stepped { loaded, edges, steps, .. }) = stepped else { return NOTHING.to_owned() };
    let looked = write::automaton(&loaded.program, edges, steps, extent);
    let own = share.automaton().and_then(|own| intersection(own, &looked));
    let own = own.unwrap_or_else(|| write::automaton(&loaded.program, edges, steps, &Extent::Nothing));
    format!("{}{own}", question.scope(&loaded.program).line())
}

/// What was looked at as text, with what was given before.
pub(crate) fn text(stepped: Option<&Stepped>, looked: &Analysed<'_>, question: &Purpose<'_>, before: Option<&EarlierRuns>) -> String {
    let Some(stepped) = stepped else { return before.map_or(NOTHING, |before| &before.text).to_owned() };
    let Stepped { loaded, edges, steps, .. } = stepped;
    let new = match looked {
        Analysed::So(extent) => write::automaton(&loaded.program, edges, steps, extent),
        Analysed::Along(assumption, of) => {
            spelled(assumption, of, steps, edges).unwrap_or_else(|| write::automaton(&loaded.program, edges, steps, &Extent::Nothing))
        }
    };
    let text = |automaton: &Automaton| format!("{}{automaton}", question.scope(&loaded.program).line());
    match before.and_then(|before| Some((before, before.together(&new, looked, stepped)?))) {
        None => text(&new),
        Some((before, Together::Before)) => before.text.clone(),
        Some((_, Together::Both(both))) => text(&both),
    }
}

/// What to write where something was known before.
enum Together {
    Before,
    Both(Box<Automaton>),
}

impl EarlierRuns {
    /// With what was looked at now; `None` if that is all.
    fn together(&self, new: &Automaton, looked: &Analysed<'_>, stepped: &Stepped) -> Option<Together> {
        let initial = |automaton: &Automaton| automaton.states[automaton.initial].name.clone();
        let old = read::chosen(&self.specification).ok()?;
        match (initial(old).as_str(), initial(new).as_str()) {
            (_, "__FALSE") | ("__TRUE", _) => return Some(Together::Before),
            ("__FALSE", _) | (_, "__TRUE") => return None,
            _ => {}
        }
        let grows = match (looked, self.bound()) {
            (Analysed::So(Extent::Bounded { k, .. }), Some(bound)) if bound >= *k => return Some(Together::Before),
            (Analysed::So(Extent::Bounded { before, .. }), Some(_)) if before.is_empty() => return None,
            (Analysed::So(Extent::Bounded { .. }), bound) => bound.is_some(),
            _ => false,
        };
        // An automaton that was read with a warning says less than its text.
        let is_clear = over(&self.path, &self.specification, stepped).is_ok_and(|(_, warnings)| warnings.is_empty());
        match union(old, new).filter(|_| is_clear) {
            Some(both) => Some(Together::Both(Box::new(both))),
            None if grows => None,
            None => Some(Together::Before),
        }
    }
}

/// Of a program that could not be read.
const NOTHING: &str =
    "OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE __FALSE;\n\nSTATE USEFIRST __FALSE :\n    TRUE -> GOTO __FALSE;\n\nEND AUTOMATON\n";

/// What was looked at for goals and properties, if there is a board.
pub(crate) fn so_far(board: Option<&Board>, stepped: Option<&Stepped>, question: &Purpose<'_>, verdict: &Verdict) -> Extent {
    match (board, stepped) {
        (Some(_), _) if matches!(verdict, Verdict::True | Verdict::Complete) => Extent::All,
        (Some(board), _) if board.all_excluded_on_share() => Extent::All,
        (Some(board), Some(stepped)) => extent(board, stepped, question).unwrap_or(Extent::Nothing),
        _ => Extent::Nothing,
    }
}

/// What the board says of its goals and properties, if anything.
fn extent(board: &Board, stepped: &Stepped, question: &Purpose<'_>) -> Option<Extent> {
    let mut before = match question.about {
        About::Properties(classes) => violated(board, stepped, classes)?,
        About::Goals | About::Query(_) | About::Formula(_) => Vec::new(),
    };
    // Where all is decided nothing is known only behind what is violated.
    if !before.is_empty() && !board.anything_open() {
        return Some(Extent::Before(before));
    }
    let Depth { k, unsupported } = board.depth()?;
    before.extend(unsupported.into_iter().map(|(function, loc)| Spot::Line(function, loc)));
    Some(Extent::Bounded { k, before })
}

/// Where properties are asked that are violated.
fn violated(board: &Board, stepped: &Stepped, classes: &[PropertyClass]) -> Option<Vec<Spot>> {
    let properties = &board.program().properties;
    let violated: Vec<_> = properties.ids().filter(|id| board.status(*id).is_reached()).collect();
    if violated.is_empty() {
        return Some(Vec::new());
    }
    let places = instrument::places_of_properties(&stepped.loaded.program, &stepped.loaded.operations, classes);
    if places.len() != properties.len() {
        return None;
    }
    let mut spots = Vec::new();
    for id in violated {
        if places[id].is_empty() {
            return None;
        }
        spots.extend(places[id].iter().map(|&(function, instr)| Spot::At(function, instr)));
    }
    Some(spots)
}

/// A depth that was noted in another program made of the same text.
pub(crate) fn extent_of(depth: Option<Depth>, noted_in: &Program, stepped: Option<&Stepped>) -> Extent {
    let (Some(Depth { k, unsupported }), Some(stepped)) = (depth, stepped) else { return Extent::Nothing };
    let own = |f: FuncId| {
        let name = &noted_in.functions[f].name;
        stepped.loaded.program.functions.iter().find(|(_, g)| !g.model && g.name == *name).map(|(id, _)| id)
    };
    let before: Option<Vec<Spot>> = unsupported.into_iter().map(|(f, loc)| Some(Spot::Line(own(f)?, loc))).collect();
    before.map_or(Extent::Nothing, |before| Extent::Bounded { k, before })
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

/// Of the time that is left, for the whole program before what is left of it to look at; and where there is no deadline.
const SHARE_FOR_WHOLE: u32 = 8;
const TIME_FOR_WHOLE: Duration = Duration::from_secs(5);

/// The time for the whole program.
pub(crate) fn share_for_whole(stop: &Stop) -> Stop {
    let time = stop.deadline().map_or(TIME_FOR_WHOLE, |d| d.saturating_duration_since(Instant::now()) / SHARE_FOR_WHOLE);
    stop.earlier(Instant::now() + time)
}

/// What was looked at before makes a program that may be harder than the whole one, of which this may be all that there was to do.
pub(crate) fn try_whole(whole: Loaded, request: &ProgramRequest, engines: &Engines, rest: &Board, stop: &Stop) -> Result<(), Failure> {
    let mut program = whole.program;
    if request.malloc_may_fail {
        program::let_allocations_fail(&mut program);
    }
    program::tidy(&mut program);
    let board = Board::new(Arc::new(program), None, LostRuns::Count);
    board.want_depth(board::About::Everything);
    engines.analyse(&board, &share_for_whole(stop))?;
    hand_over(&board, rest, stop);
    Ok(())
}
