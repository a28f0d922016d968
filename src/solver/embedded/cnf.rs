//! Bits to clauses (G. Tseitin, 1968), on demand: only what lies below a literal that is asked for, each node once. Parities, majorities, if-then-else and
//! wide conjunctions are encoded as such. Knows the graph and the SAT solver.

use super::aig::{Aig, Gate, Lit, Node};
use super::sat::{Sat, SatLit};
use base::limits::{Stop, StopReason};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many nodes are encoded between two looks at the clock.
const INTERVAL: u32 = 4096;

/// The SAT variables of nodes.
#[derive(Default)]
pub(super) struct Cnf {
    /// Zero without a variable.
    variables: Vec<i32>,
    /// Nodes that have a variable but no clauses yet.
    queue: Vec<Node>,
    /// Wanted values of inputs that have no variable yet.
    phases: FxHashMap<Node, bool>,
    /// Definitions that are asserted.
    defined: FxHashSet<Lit>,
}

impl Cnf {
    /// The SAT literal of a bit that is not constant; [`finish`](Self::finish) adds the clauses of all that it depends on.
    pub(super) fn literal(&mut self, aig: &Aig, sat: &mut Sat, lit: Lit) -> SatLit {
        let node = lit.node();
        if self.variables.len() <= node.index() {
            self.variables.resize(aig.len(), 0);
        }
        if self.variables[node.index()] == 0 {
            let variable = sat.variable();
            self.variables[node.index()] = variable;
            self.queue.push(node);
            if let Some(value) = self.phases.remove(&node) {
                sat.phase(SatLit::new(variable, !value));
            }
        }
        SatLit::new(self.variables[node.index()], lit.negated())
    }

    /// The literal, if the bit has a variable.
    pub(super) fn known(&self, lit: Lit) -> Option<SatLit> {
        let variable = *self.variables.get(lit.node().index())?;
        (variable != 0).then(|| SatLit::new(variable, lit.negated()))
    }

    /// Makes the bit true for good. Conjunctions fall into their parts, disjunctions become a clause.
    pub(super) fn assert(&mut self, aig: &Aig, sat: &mut Sat, lit: Lit) {
        let mut parts = vec![lit];
        let mut seen: FxHashSet<Lit> = FxHashSet::default();
        while let Some(part) = parts.pop() {
            // Shared parts once, or it would take exponential time.
            if !seen.insert(part) {
                continue;
            }
            let operands = aig.operands(part.node());
            match (part.value(), operands) {
                (Some(true), _) => {}
                (Some(false), _) => sat.clause(&[]),
                (None, Some((a, b))) if !part.negated() => parts.extend([a, b]),
                (None, Some(_)) if self.known(part).is_none() && aig.gate(part.node()).is_none() && self.pattern(aig, part.node()).is_none() => {
                    let clause: Vec<SatLit> = self.conjuncts(aig, part.node()).into_iter().map(|l| self.literal(aig, sat, !l)).collect();
                    sat.clause(&clause);
                }
                (None, _) => {
                    let unit = self.literal(aig, sat, part);
                    sat.clause(&[unit]);
                }
            }
        }
    }

    /// Prefers a value of an input in models.
    pub(super) fn prefer(&mut self, sat: &mut Sat, lit: Lit, value: bool) {
        match self.known(lit) {
            Some(known) => sat.phase(if value { known } else { !known }),
            None => {
                self.phases.insert(lit.node(), value != lit.negated());
            }
        }
    }

    /// Adds all clauses that are missing. Interrupted, it goes on at the next call; before it is complete the SAT solver must not be asked.
    pub(super) fn finish(&mut self, aig: &Aig, definitions: &FxHashMap<Node, Lit>, sat: &mut Sat, stop: &Stop) -> Result<(), StopReason> {
        let mut steps = 0u32;
        while let Some(node) = self.queue.pop() {
            if aig.operands(node).is_some() {
                self.define(aig, sat, node);
            } else if let Some(&truth) = definitions.get(&node) {
                // The inputs of one definition share it.
                if self.defined.insert(truth) {
                    let unit = self.literal(aig, sat, truth);
                    sat.clause(&[unit]);
                }
            }
            steps += 1;
            if steps.is_multiple_of(INTERVAL)
                && let Some(reason) = stop.reason()
            {
                return Err(reason);
            }
        }
        Ok(())
    }

    /// The clauses of one conjunction.
    fn define(&mut self, aig: &Aig, sat: &mut Sat, node: Node) {
        let res = self.literal(aig, sat, Lit::new(node, false));
        let mut operand = |lit: Lit| self.literal(aig, sat, lit);
        match aig.gate(node) {
            Some(Gate::Majority(list)) => {
                let [a, b, c] = list.map(&mut operand);
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.clause(&[!x, !y, res]);
                    sat.clause(&[x, y, !res]);
                }
                return;
            }
            Some(Gate::Parity(list)) => {
                let [a, b, c] = list.map(&mut operand);
                for values in 0..8u32 {
                    let differs = |l: SatLit, i: u32| if values >> i & 1 == 1 { !l } else { l };
                    let odd = values.count_ones() % 2 == 1;
                    sat.clause(&[differs(a, 0), differs(b, 1), differs(c, 2), if odd { res } else { !res }]);
                }
                return;
            }
            None => {}
        }
        match self.pattern(aig, node) {
            Some(Pattern::Xor(a, b)) => {
                let (a, b) = (self.literal(aig, sat, a), self.literal(aig, sat, b));
                for clause in [[a, b, !res], [!a, !b, !res], [a, !b, res], [!a, b, res]] {
                    sat.clause(&clause);
                }
            }
            Some(Pattern::Ite(cond, then, other)) => {
                let [c, t, o] = [cond, then, other].map(|l| self.literal(aig, sat, l));
                for clause in [[!c, !t, res], [!c, t, !res], [c, !o, res], [c, o, !res]] {
                    sat.clause(&clause);
                }
            }
            None => {
                let list: Vec<SatLit> = self.conjuncts(aig, node).into_iter().map(|l| self.literal(aig, sat, l)).collect();
                for &l in &list {
                    sat.clause(&[l, !res]);
                }
                let clause: Vec<SatLit> = list.into_iter().map(|l| !l).chain([res]).collect();
                sat.clause(&clause);
            }
        }
    }

    /// The node as a parity of two or an if-then-else.
    fn pattern(&self, aig: &Aig, node: Node) -> Option<Pattern> {
        let (p, q) = aig.operands(node)?;
        if !p.negated() || !q.negated() {
            return None;
        }
        // !(a & b) & !(c & d)
        let ((a, b), (c, d)) = (aig.operands(p.node())?, aig.operands(q.node())?);
        if a == !c && b == !d || a == !d && b == !c {
            return Some(Pattern::Xor(a, b));
        }
        for (a, b) in [(a, b), (b, a)] {
            for (c, d) in [(c, d), (d, c)] {
                if a == !c {
                    return Some(Pattern::Ite(a, !b, !d));
                }
            }
        }
        None
    }

    /// The operands of a conjunction, with those of operands that nothing else uses in their place.
    fn conjuncts(&self, aig: &Aig, node: Node) -> Vec<Lit> {
        let mut res = Vec::new();
        let mut stack: Vec<Lit> = aig.operands(node).map(|(a, b)| vec![b, a]).unwrap_or_default();
        while let Some(lit) = stack.pop() {
            let inner = lit.node();
            match aig.operands(inner) {
                Some((a, b))
                    if !lit.negated()
                        && aig.used_once(inner)
                        && self.known(lit).is_none()
                        && aig.gate(inner).is_none()
                        && self.pattern(aig, inner).is_none() =>
                {
                    stack.extend([b, a]);
                }
                _ => res.push(lit),
            }
        }
        res.sort_unstable();
        res.dedup();
        res
    }
}

enum Pattern {
    Xor(Lit, Lit),
    Ite(Lit, Lit, Lit),
}
