//! Loops with clauses.

use super::Weave;
use super::clauses::{AnnotatedLoop, FunctionContract};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

pub(super) fn write(
    _stream: &Stream<'_>,
    _text: &str,
    _contract: &FunctionContract,
    _number: usize,
    _annotated: &AnnotatedLoop,
    _weave: &Weave,
    _edits: &mut Vec<(Range<usize>, String)>,
) -> Result<(), Malformed> {
    Ok(())
}
