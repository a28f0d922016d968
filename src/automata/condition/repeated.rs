//! The parts of a body that are repeated, as the unrolling sees them: it enters each loop at one head, also where a jump leads into the middle of it. Of loops that overlap
//! it is not said how often they are repeated.

use goto::cfg::Cfg;
use goto::loops::Loops;
use goto::{Body, Id, InstrId, InstrKind};
use std::collections::BTreeMap;

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Repeated {
    pub head: InstrId,
    /// In their order; where loops are entered in the middle all up to the last jump back, also those from which nothing leads there.
    pub instrs: Vec<InstrId>,
    pub entry: Entry,
}

/// Where a loop is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// At its head only.
    Head,
    /// Also behind it.
    Middle,
}

/// A jump into more loops at once than this is not made one to their heads.
const DEEPEST_JUMP: usize = 7;

/// The loops of a body.
pub(super) fn repeated(body: &Body, cfg: &Cfg) -> Option<Vec<Repeated>> {
    let loops = Loops::new(cfg);
    if loops.iter().all(|(_, l)| l.is_reducible()) {
        return Some(loops.iter().map(|(_, l)| Repeated { head: l.head, instrs: l.body.clone(), entry: Entry::Head }).collect());
    }
    let jumps: Vec<(InstrId, InstrId)> =
        cfg.order().iter().filter_map(|&at| if let InstrKind::Goto { target, .. } = body[at].kind { Some((at, target)) } else { None }).collect();
    let mut last: BTreeMap<InstrId, InstrId> = BTreeMap::new();
    for &(at, head) in jumps.iter().filter(|(at, target)| target <= at) {
        let end = last.entry(head).or_insert(at);
        *end = at.max(*end);
    }
    let overlap = |(a, a_last): (&InstrId, &InstrId), (b, b_last): (&InstrId, &InstrId)| a < b && b <= a_last && a_last < b_last;
    if last.iter().any(|a| last.iter().any(|b| overlap(a, b))) {
        return None;
    }
    let enters = |at: InstrId, target: InstrId, head: InstrId, end: InstrId| at < head && head < target && target <= end;
    if jumps.iter().any(|&(at, target)| last.iter().filter(|&(&head, &end)| enters(at, target, head, end)).count() > DEEPEST_JUMP) {
        return None;
    }
    let repeated = |(&head, &end): (&InstrId, &InstrId)| {
        let entry = if jumps.iter().any(|&(at, target)| enters(at, target, head, end)) { Entry::Middle } else { Entry::Head };
        Repeated { head, instrs: (head.index()..=end.index()).map(InstrId::new).collect(), entry }
    };
    Some(last.iter().map(repeated).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Option<Vec<(usize, usize, Entry)>> {
        let program = goto::parse::parse(&format!("goto lp64 start f static x#0: bool function f: fn() -> void {{ {body} }}")).expect("is right");
        let body = program.functions[program.start].body.as_ref().expect("has a body");
        let found = repeated(body, &Cfg::new(&program, body))?;
        Some(found.iter().map(|r| (r.head.index(), r.instrs[r.instrs.len() - 1].index(), r.entry)).collect())
    }

    #[test]
    fn loops_that_are_entered_in_the_middle_are_those_of_the_text() {
        assert_eq!(found("0: SKIP 1: IF x#0 GOTO 0 2: RETURN"), Some(vec![(0, 1, Entry::Head)]));
        assert_eq!(found("0: IF x#0 GOTO 2 1: SKIP 2: SKIP 3: IF x#0 GOTO 1 4: RETURN"), Some(vec![(1, 3, Entry::Middle)]));
        let nested = "0: IF x#0 GOTO 4 1: SKIP 2: IF x#0 GOTO 6 3: SKIP 4: SKIP 5: IF x#0 GOTO 3 6: IF x#0 GOTO 1 7: RETURN";
        assert_eq!(found(nested), Some(vec![(1, 6, Entry::Middle), (3, 5, Entry::Middle)]));
    }

    #[test]
    fn nothing_is_said_of_loops_that_overlap() {
        assert_eq!(found("0: IF x#0 GOTO 3 1: SKIP 2: SKIP 3: SKIP 4: IF x#0 GOTO 1 5: IF x#0 GOTO 3 6: RETURN"), None);
    }
}
