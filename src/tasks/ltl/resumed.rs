//! What is left of a program for a formula, once earlier runs have looked at a part of it.
//!
//! A path is called analysed for a formula if no run along it, as far as the path goes, ends against the formula, has begun in a way that nothing can make good, or
//! comes back to a state with what violates the formula in between. So nothing of this kind is looked for any more while a run is on such a path. What closes
//! later counts, also where it began on the path: a state that was remembered there may come back behind it. No path is cut off, since runs go on behind it.
//!
//! A run without end leaves what was looked at some time, as each loop is counted there up to a bound, unless the formula was proved. So what is claimed of all visits
//! of a loop is claimed of those behind that alone: it is not accepted by what comes before.

use super::propositions::Propositions;
use crate::condition::{EarlierRuns, Purpose};
use crate::failure::Failure;
use crate::program::ProgramRequest;
use crate::program::stepped::{self, Stepped};
use frontend::Loaded;
use goto::edges::Edges;
use instrument::AnalysedRuns;

/// Lets the automaton of what was looked at run along the program with its propositions. `plain` is the program without them. With warnings.
///
/// # Errors
/// If the automaton was written for anything else.
pub(crate) fn rest(
    loaded: &mut Loaded,
    propositions: &Propositions,
    request: &ProgramRequest,
    plain: &Stepped,
    before: &EarlierRuns,
    question: &Purpose<'_>,
) -> Result<(AnalysedRuns, Vec<String>), Failure> {
    let outline = frontend::outline::read(&request.files, &request.source)?;
    let stepped = stepped::over(loaded.clone(), &outline)?;
    let (assumption, warnings) = before.for_formula(&plain.loaded.program, &stepped, question)?;
    let Stepped { loaded: with_anchors, edges, anchors, .. } = stepped;
    let edges: &Edges = &edges;
    *loaded = with_anchors;
    let looked = instrument::looked_at(&mut loaded.program, edges, &anchors, &assumption, |program, now| propositions.place_labels(program, now));
    Ok((looked, warnings))
}
