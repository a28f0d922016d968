//! Control vectors: their values where execution comes to heads of loops, and where it goes on in the state that stands for all arrivals.

use crate::run::Run;
use crate::{Arrival, Met};
use goto::{ExprId, InstrId};
use term::TermId;

impl Run<'_> {
    /// Writes down the vectors of a head in the current state, which is met under this condition.
    pub(super) fn note_vectors(&mut self, head: InstrId, condition: TermId, list: fn(&mut Met) -> &mut Vec<Arrival>) {
        let function = self.frame().function;
        let Some(vectors) = self.inductive.as_ref().map(|i| i.vectors) else { return };
        for (index, vector) in vectors.iter().enumerate().filter(|(_, v)| (v.function, v.head) == (function, head)) {
            let values = vector.coordinates.iter().map(|&coordinate| self.coordinate(coordinate, head)).collect();
            if let Some(inductive) = &mut self.inductive {
                inductive.moments += 1;
                list(&mut inductive.step.vectors[index]).push(Arrival { moment: inductive.moments, condition, values });
            }
        }
    }

    /// The value of an expression in the current state; `None` if it cannot be told here.
    fn coordinate(&mut self, coordinate: ExprId, head: InstrId) -> Option<TermId> {
        if !self.can_tell(coordinate, None, head) {
            return None;
        }
        let (path, n_cuts) = (self.state.path.clone(), self.n_cuts());
        let value = self.eval_bits(coordinate);
        let told = std::mem::replace(&mut self.live, true) && self.n_cuts() == n_cuts && self.cx.take_trouble().is_none() && self.state.path.is_same(&path);
        self.state.path = path;
        self.forget_cuts(n_cuts);
        told.then_some(value)
    }
}
