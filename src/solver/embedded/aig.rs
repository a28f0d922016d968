//! And-inverter graph: two-input conjunctions and inverters, hash-consed, with the local two-level rewriting of R. Brummayer and A. Biere, "Local
//! Two-Level And-Inverter Graph Minimization without Blowup", 2006. Knows bits, not words or clauses.

use rustc_hash::FxHashMap;
use std::ops::Not;

/// A node or its negation. The low bit is the sign; node 0 is the constant false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) const FALSE: Lit = Lit(0);
    pub(super) const TRUE: Lit = Lit(1);

    pub(super) fn new(node: Node, negated: bool) -> Self {
        Lit(node.0 << 1 | u32::from(negated))
    }

    pub(super) fn node(self) -> Node {
        Node(self.0 >> 1)
    }

    pub(super) fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// The value, if it is a constant.
    pub(super) fn value(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// Negated if asked for.
    pub(super) fn flip(self, negate: bool) -> Self {
        Lit(self.0 ^ u32::from(negate))
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A node's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Node(u32);

impl Node {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node is known to be beyond its structure; clauses for it are fewer and propagate more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gate {
    Majority([Lit; 3]),
    Parity([Lit; 3]),
}

/// The graph.
pub(super) struct Aig {
    /// The operands of conjunctions; an input has `INPUT` as its first.
    nodes: Vec<(Lit, Lit)>,
    /// How many conjunctions use the node, saturating.
    uses: Vec<u8>,
    ids: FxHashMap<(Lit, Lit), Node>,
    gates: FxHashMap<Node, Gate>,
}

const INPUT: Lit = Lit(u32::MAX);

impl Default for Aig {
    fn default() -> Self {
        Self { nodes: vec![(INPUT, INPUT)], uses: vec![0], ids: FxHashMap::default(), gates: FxHashMap::default() }
    }
}

impl Aig {
    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A fresh unconstrained bit.
    pub(super) fn input(&mut self) -> Lit {
        self.push(INPUT, INPUT)
    }

    fn push(&mut self, a: Lit, b: Lit) -> Lit {
        // 2^31 nodes take more memory than a run may have.
        let node = Node(u32::try_from(self.nodes.len()).expect("more than 2^31 bits"));
        self.nodes.push((a, b));
        self.uses.push(0);
        Lit::new(node, false)
    }

    /// The operands of a conjunction; nothing for an input.
    pub(super) fn operands(&self, node: Node) -> Option<(Lit, Lit)> {
        let (a, b) = self.nodes[node.index()];
        (a != INPUT).then_some((a, b))
    }

    /// True if exactly one conjunction uses the node.
    pub(super) fn used_once(&self, node: Node) -> bool {
        self.uses[node.index()] == 1
    }

    pub(super) fn gate(&self, node: Node) -> Option<Gate> {
        self.gates.get(&node).copied()
    }

    /// The operands, for a literal that is a conjunction and not negated.
    fn conjunction(&self, a: Lit) -> Option<(Lit, Lit)> {
        if a.negated() { None } else { self.operands(a.node()) }
    }

    /// The operands, for a negated conjunction.
    fn disjunction(&self, a: Lit) -> Option<(Lit, Lit)> {
        if a.negated() { self.operands(a.node()) } else { None }
    }

    pub(super) fn and(&mut self, mut a: Lit, mut b: Lit) -> Lit {
        loop {
            if a > b {
                std::mem::swap(&mut a, &mut b);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.simplify(a, b).or_else(|| self.simplify(b, a)) {
                Some(Simpler::Is(res)) => return res,
                Some(Simpler::And(x, y)) => (a, b) = (x, y),
                None => break,
            }
        }
        if let Some(&node) = self.ids.get(&(a, b)) {
            return Lit::new(node, false);
        }
        for operand in [a, b] {
            let uses = &mut self.uses[operand.node().index()];
            *uses = uses.saturating_add(1);
        }
        let res = self.push(a, b);
        self.ids.insert((a, b), res.node());
        res
    }

    /// One step of the two-level rules, by the structure of `a` or of both.
    fn simplify(&self, a: Lit, b: Lit) -> Option<Simpler> {
        if let Some((x, y)) = self.conjunction(a) {
            if x == !b || y == !b {
                return Some(Simpler::Is(Lit::FALSE));
            }
            if x == b || y == b {
                return Some(Simpler::Is(a));
            }
            if let Some((p, q)) = self.conjunction(b) {
                if x == !p || x == !q || y == !p || y == !q {
                    return Some(Simpler::Is(Lit::FALSE));
                }
                if x == p || y == p {
                    return Some(Simpler::And(a, q));
                }
                if x == q || y == q {
                    return Some(Simpler::And(a, p));
                }
            }
            if let Some((p, q)) = self.disjunction(b) {
                // b is !p | !q.
                if x == !p || x == !q || y == !p || y == !q {
                    return Some(Simpler::Is(a));
                }
                if x == p || y == p {
                    return Some(Simpler::And(a, !q));
                }
                if x == q || y == q {
                    return Some(Simpler::And(a, !p));
                }
            }
        }
        if let Some((x, y)) = self.disjunction(a) {
            // a is !x | !y.
            if x == !b || y == !b {
                return Some(Simpler::Is(b));
            }
            if x == b {
                return Some(Simpler::And(!y, b));
            }
            if y == b {
                return Some(Simpler::And(!x, b));
            }
            if let Some((p, q)) = self.disjunction(b) {
                if x == p && y == !q || x == q && y == !p {
                    return Some(Simpler::Is(!x));
                }
                if y == p && x == !q || y == q && x == !p {
                    return Some(Simpler::Is(!y));
                }
            }
        }
        None
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = a.negated() != b.negated();
        let (a, b) = (a.flip(a.negated()), b.flip(b.negated()));
        // The positive literals of constants are false.
        if a == b {
            return Lit::constant(sign);
        }
        if a == Lit::FALSE {
            return b.flip(sign);
        }
        if b == Lit::FALSE {
            return a.flip(sign);
        }
        let both = self.and(a, b);
        let none = self.and(!a, !b);
        self.and(!both, !none).flip(sign)
    }

    pub(super) fn ite(&mut self, cond: Lit, then: Lit, other: Lit) -> Lit {
        let (cond, then, other) = if cond.negated() { (!cond, other, then) } else { (cond, then, other) };
        if then == other || cond == Lit::FALSE {
            return other;
        }
        if then == !other {
            return self.xor(cond, other);
        }
        let (sign, then, other) = (then.negated(), then.flip(then.negated()), other.flip(then.negated()));
        let yes = self.and(cond, then);
        let no = self.and(!cond, other);
        self.or(yes, no).flip(sign)
    }

    /// Sorted, so that equal gates have equal nodes.
    fn sorted(a: Lit, b: Lit, c: Lit) -> [Lit; 3] {
        let mut list = [a, b, c];
        list.sort_unstable();
        list
    }

    /// True if at least two of the three are.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut list = Self::sorted(a, b, c);
        for (i, j, k) in [(0, 1, 2), (0, 2, 1), (1, 2, 0)] {
            if list[i] == list[j] {
                return list[i];
            }
            if list[i] == !list[j] {
                return list[k];
            }
        }
        if list[0].value().is_some() {
            return if list[0] == Lit::TRUE { self.or(list[1], list[2]) } else { self.and(list[1], list[2]) };
        }
        // The majority of the negations is the negation.
        let sign = list.iter().filter(|l| l.negated()).count() >= 2;
        list = list.map(|l| l.flip(sign));
        list.sort_unstable();
        let [a, b, c] = list;
        let both = self.and(a, b);
        let any = self.or(a, b);
        let carried = self.and(c, any);
        let res = self.or(both, carried);
        self.remember(res, list, |list| Gate::Majority(list.map(|l| l.flip(res.negated()))));
        res.flip(sign)
    }

    /// True if one or three of the three are.
    pub(super) fn parity(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut list = Self::sorted(a, b, c);
        let sign = list.iter().fold(false, |sign, l| sign ^ l.negated());
        list = list.map(|l| l.flip(l.negated()));
        list.sort_unstable();
        let [a, b, c] = list;
        let plain = a == Lit::FALSE || a == b || b == c;
        let first = self.xor(a, b);
        let res = self.xor(first, c);
        if !plain {
            self.remember(res, list, |[a, b, c]| Gate::Parity([a.flip(res.negated()), b, c]));
        }
        res.flip(sign)
    }

    /// Notes the gate, if the literal is a conjunction made after all operands of the gate (so that definitions stay acyclic).
    fn remember(&mut self, res: Lit, operands: [Lit; 3], gate: impl FnOnce([Lit; 3]) -> Gate) {
        let node = res.node();
        if self.operands(node).is_some() && operands.iter().all(|l| l.node() < node) {
            self.gates.entry(node).or_insert_with(|| gate(operands));
        }
    }
}

/// What a conjunction can be replaced by.
enum Simpler {
    Is(Lit),
    And(Lit, Lit),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(aig: &Aig, lit: Lit, inputs: u32) -> bool {
        let positive = match aig.operands(lit.node()) {
            Some((a, b)) => value(aig, a, inputs) && value(aig, b, inputs),
            None if lit.node().index() == 0 => false,
            None => inputs >> (lit.node().index() - 1) & 1 == 1,
        };
        positive != lit.negated()
    }

    /// Random graphs over four inputs have the truth tables of their recipe.
    #[test]
    fn rewriting_keeps_the_function() {
        let mut random = base::Random::new(7);
        for _ in 0..300 {
            let mut aig = Aig::default();
            let mut lits: Vec<(Lit, u16)> = vec![(Lit::TRUE, 0xffff)];
            for table in [0xaaaa, 0xcccc, 0xf0f0, 0xff00] {
                lits.push((aig.input(), table));
            }
            for _ in 0..40 {
                let [(a, x), (b, y), (c, z)] = std::array::from_fn(|_| {
                    let (lit, table) = lits[random.below(lits.len())];
                    if random.below(2) == 0 { (!lit, !table) } else { (lit, table) }
                });
                lits.push(match random.below(5) {
                    0 => (aig.and(a, b), x & y),
                    1 => (aig.xor(a, b), x ^ y),
                    2 => (aig.ite(a, b, c), x & y | !x & z),
                    3 => (aig.majority(a, b, c), x & y | x & z | y & z),
                    _ => (aig.parity(a, b, c), x ^ y ^ z),
                });
            }
            for (lit, table) in lits {
                for inputs in 0..16 {
                    assert_eq!(value(&aig, lit, inputs), table >> inputs & 1 == 1);
                }
                let Some(gate) = aig.gate(lit.node()) else { continue };
                for inputs in 0..16 {
                    let v = |l: Lit| value(&aig, l, inputs);
                    let expected = match gate {
                        Gate::Majority([a, b, c]) => u8::from(v(a)) + u8::from(v(b)) + u8::from(v(c)) >= 2,
                        Gate::Parity([a, b, c]) => v(a) ^ v(b) ^ v(c),
                    };
                    assert_eq!(value(&aig, Lit::new(lit.node(), false), inputs), expected);
                }
            }
        }
    }
}
