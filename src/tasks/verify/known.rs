//! What is kept of an analysis that has decided a program's properties, for runs to come: by what the program says from its start on, so that it holds whatever else has
//! changed. A violation is shown again by a run; that there is none was proved of the same content, by the same build of this tool.

use crate::cache::Cache;
use crate::content::{Content, KeptInput};
use crate::program::ProgramRequest;
use engine::board::Board;
use engine::status::{Engine, Evidence, Proof, Status};
use goto::limits::Stop;
use goto::reach::HiddenNames;
use goto::{Program, PropertyClass, PropertyId};
use report::text::{self, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is kept.
const KIND: &str = "properties";

/// A place for what is known of one program.
pub(super) struct Place<'a> {
    cache: &'a Cache,
    content: Content,
    made_of: String,
}

/// What was found. Properties are positions in the content.
#[derive(Serialize, Deserialize)]
struct Known {
    holds: BTreeMap<usize, Proof>,
    violated: BTreeMap<usize, Vec<KeptInput>>,
}

impl<'a> Place<'a> {
    /// The place for a program with its properties as engines get it. `None` if it begins threads: inputs alone do not say what it does.
    pub(super) fn new(cache: &'a Cache, request: &ProgramRequest, classes: &[PropertyClass], program: &Program, hidden: &HiddenNames) -> Option<Self> {
        if program.begins_threads() {
            return None;
        }
        let content = Content::of(program, hidden);
        // The content has all that these say of the program; what engines may take from them does not need to be known here.
        let dialects: Vec<_> = request.files.iter().map(|file| request.source.of(file).dialect).collect();
        let ProgramRequest { malloc_may_fail, lazy_inputs, competition, world, .. } = request;
        let options = (request.model(), dialects, malloc_may_fail, lazy_inputs, competition, world, classes);
        let made_of = format!("{options:?}\n{}", content.text);
        Some(Self { cache, content, made_of })
    }

    /// Tells the board what is known. True if everything that is asked is decided by that.
    pub(super) fn recall(&self, board: &Board, stop: &Stop) -> bool {
        let Some(known) = self.cache.get::<Known>(KIND, &self.made_of) else { return false };
        known.tell(&self.content, board, stop).is_some() && is_decided(board)
    }

    /// Keeps what the board knows, if that is enough for a verdict, and there was time to see whether it says something.
    pub(super) fn keep(&self, board: &Board, stop: &Stop) {
        let is_whole = stop.reason().is_none() || board.n_open() == 0;
        if is_whole
            && is_decided(board)
            && let Some(known) = Known::of(&self.content, board)
        {
            self.cache.put(KIND, &self.made_of, &known);
        }
    }
}

impl Known {
    /// `None` if it speaks of what the content does not have.
    fn of(content: &Content, board: &Board) -> Option<Self> {
        let mut known = Self { holds: BTreeMap::new(), violated: BTreeMap::new() };
        for (at, &property) in content.properties.iter().enumerate() {
            match board.status(property) {
                Status::Excluded(proof) => _ = known.holds.insert(at, proof),
                Status::Reached(Evidence::Inputs(inputs)) => _ = known.violated.insert(at, content.kept(&inputs)?),
                // That properties are violated is no test.
                // It stands on another program.
                Status::Reached(Evidence::UnwrittenMemory(_)) => return None,
                Status::Reached(Evidence::Test(_) | Evidence::NativeRuns(_)) | Status::Open(_) | Status::Superseded => {}
            }
        }
        Some(known)
    }

    /// Runs what violates properties; only if each run does what is said of it the proofs count. `None` if they do not.
    fn tell(&self, content: &Content, board: &Board, stop: &Stop) -> Option<()> {
        let property = |at: &usize| content.properties.get(*at).copied();
        let proofs: Vec<(PropertyId, Proof)> = self.holds.iter().map(|(at, proof)| Some((property(at)?, *proof))).collect::<Option<_>>()?;
        let compiled = board.compiled();
        for (at, inputs) in &self.violated {
            let (property, inputs) = (property(at)?, content.recalled(inputs)?);
            board.try_inputs(compiled, &inputs, &[property.into()], Engine::Given, stop);
            if !board.is_reached(property) {
                return None;
            }
        }
        proofs.into_iter().for_each(|(property, proof)| board.exclude(property, proof));
        Some(())
    }
}

/// Is there a verdict, and nothing left to look for but whether it says something?
fn is_decided(board: &Board) -> bool {
    let properties = board.program().properties.iter();
    let is_open = properties.filter(|(_, property)| property.class != PropertyClass::Vacuity).any(|(id, _)| board.is_open(id));
    !is_open && matches!(text::verify_verdict(board), Verdict::True | Verdict::False(_))
}
