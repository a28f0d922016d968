//! Terms to bits: each term once, iteratively over the graph of terms. Knows terms and circuits, not clauses.

use super::aig::{Aig, Lit, Node};
use super::circuit::{self, Shift, Word};
use base::Bits;
use base::index::Id;
use base::limits::{Stop, StopReason};
use rustc_hash::FxHashMap;
use term::{Term, TermId, TermPool};

/// How many terms are translated between two looks at the clock.
const INTERVAL: u32 = 16;

/// The bits of all terms translated so far.
#[derive(Default)]
pub(super) struct Blaster {
    pub aig: Aig,
    /// Where a term's bits start in `bits`, plus one; zero without bits.
    starts: Vec<u32>,
    bits: Vec<Lit>,
    /// Quotient and remainder by unsigned dividend and divisor.
    divisions: FxHashMap<(Word, Word), (Word, Word)>,
    /// Truths about fresh inputs: they hold in every model in which the input counts.
    pub definitions: FxHashMap<Node, Lit>,
    pub terms: u64,
}

impl Blaster {
    /// The bits of a term, if it is translated.
    pub(super) fn get(&self, pool: &TermPool, term: TermId) -> Option<&[Lit]> {
        let start = *self.starts.get(term.index())?;
        let start = start.checked_sub(1)? as usize;
        Some(&self.bits[start..start + usize::from(pool.width(term))])
    }

    /// Translates a term and everything below it. What is translated when it stops stays.
    pub(super) fn blast(&mut self, pool: &TermPool, term: TermId, stop: &Stop) -> Result<&[Lit], StopReason> {
        if self.starts.len() < pool.len() {
            self.starts.resize(pool.len(), 0);
        }
        let mut stack = vec![term];
        let mut steps = 0;
        while let Some(&at) = stack.last() {
            if self.starts[at.index()] != 0 {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(pool.get(at).operands().filter(|o| self.starts[o.index()] == 0));
            if stack.len() > before {
                continue;
            }
            stack.pop();
            steps += 1;
            if u32::is_multiple_of(steps, INTERVAL)
                && let Some(reason) = stop.reason()
            {
                return Err(reason);
            }
            let word = self.word(pool, at);
            debug_assert_eq!(word.len(), usize::from(pool.width(at)));
            // 2^32 bits take more memory than a run may have.
            self.starts[at.index()] = u32::try_from(self.bits.len() + 1).expect("more than 2^32 bits");
            self.bits.extend(word);
            self.terms += 1;
        }
        // The loop ends only when the term has bits.
        Ok(self.get(pool, term).unwrap_or_default())
    }

    /// The bits of an operand, which comes before what it is an operand of.
    fn operand(&self, pool: &TermPool, term: TermId) -> Word {
        self.get(pool, term).unwrap_or_default().to_vec()
    }

    fn word(&mut self, pool: &TermPool, term: TermId) -> Word {
        let bits = |blaster: &Self, id: TermId| blaster.operand(pool, id);
        match *pool.get(term) {
            Term::Const(value) => constant(value),
            Term::Var { width, .. } => (0..width).map(|_| self.aig.input()).collect(),
            Term::Not(a) => circuit::invert(&bits(self, a)),
            Term::And(a, b) => self.zip(pool, a, b, Aig::and),
            Term::Xor(a, b) => self.zip(pool, a, b, Aig::xor),
            Term::Neg(a) => {
                let a = bits(self, a);
                circuit::negate(&mut self.aig, &a)
            }
            Term::Add(a, b) => self.sum(pool, a, b),
            Term::Mul(a, b) => {
                let (a, b) = (bits(self, a), bits(self, b));
                circuit::multiply(&mut self.aig, &a, &b)
            }
            Term::Udiv(a, b) => self.divide(bits(self, a), bits(self, b)).0,
            Term::Urem(a, b) => self.divide(bits(self, a), bits(self, b)).1,
            Term::Sdiv(a, b) => self.divide_signed(&bits(self, a), &bits(self, b)).0,
            Term::Srem(a, b) => self.divide_signed(&bits(self, a), &bits(self, b)).1,
            Term::Shl(a, b) => self.shift(pool, a, b, Shift::Left),
            Term::Lshr(a, b) => self.shift(pool, a, b, Shift::Right),
            Term::Ashr(a, b) => self.shift(pool, a, b, Shift::RightSigned),
            Term::Eq(a, b) => {
                let (a, b) = (bits(self, a), bits(self, b));
                vec![circuit::equal(&mut self.aig, &a, &b)]
            }
            Term::Ult(a, b) => {
                let (a, b) = (bits(self, a), bits(self, b));
                vec![circuit::less(&mut self.aig, &a, &b)]
            }
            Term::Slt(a, b) => {
                let (a, b) = (bits(self, a), bits(self, b));
                vec![circuit::signed_less(&mut self.aig, &a, &b)]
            }
            Term::Concat(a, b) => {
                let mut word = bits(self, b);
                word.extend(bits(self, a));
                word
            }
            Term::Extract { of, low, width } => bits(self, of)[usize::from(low)..usize::from(low + width)].to_vec(),
            Term::ZeroExtend { of, width } => {
                let mut word = bits(self, of);
                word.resize(width.into(), Lit::FALSE);
                word
            }
            Term::SignExtend { of, width } => {
                let mut word = bits(self, of);
                let sign = word[word.len() - 1];
                word.resize(width.into(), sign);
                word
            }
            Term::Ite { cond, then, other } => {
                let (cond, then, other) = (bits(self, cond)[0], bits(self, then), bits(self, other));
                circuit::ite(&mut self.aig, cond, &then, &other)
            }
        }
    }

    fn zip(&mut self, pool: &TermPool, a: TermId, b: TermId, op: fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        let (a, b) = (self.operand(pool, a), self.operand(pool, b));
        a.into_iter().zip(b).map(|(x, y)| op(&mut self.aig, x, y)).collect()
    }

    /// A sum; of a negated operand the inversion and a carry suffice.
    fn sum(&mut self, pool: &TermPool, a: TermId, b: TermId) -> Word {
        for (a, b) in [(a, b), (b, a)] {
            if let Term::Neg(x) = *pool.get(b) {
                let (a, x) = (self.operand(pool, a), self.operand(pool, x));
                return circuit::add(&mut self.aig, &a, &circuit::invert(&x), Lit::TRUE);
            }
        }
        let (a, b) = (self.operand(pool, a), self.operand(pool, b));
        circuit::add(&mut self.aig, &a, &b, Lit::FALSE)
    }

    fn shift(&mut self, pool: &TermPool, a: TermId, distance: TermId, way: Shift) -> Word {
        let (a, distance) = (self.operand(pool, a), self.operand(pool, distance));
        circuit::shift(&mut self.aig, &a, &distance, way)
    }

    /// Unsigned quotient and remainder, one circuit for both.
    fn divide(&mut self, a: Word, d: Word) -> (Word, Word) {
        let key = (a, d);
        if let Some(res) = self.divisions.get(&key) {
            return res.clone();
        }
        let (a, d) = &key;
        let res = match circuit::as_constant(d) {
            Some(divisor) if divisor > 1 => {
                let (quotient, remainder, truth) = circuit::divide_by_constant(&mut self.aig, a, divisor);
                // A definition that simplification decides can only be true.
                for lit in quotient.iter().chain(&remainder).filter(|l| l.value().is_none() && truth != Lit::TRUE) {
                    self.definitions.insert(lit.node(), truth);
                }
                (quotient, remainder)
            }
            _ => circuit::divide(&mut self.aig, a, d),
        };
        self.divisions.insert(key, res.clone());
        res
    }

    /// By magnitudes. Division by zero comes out as it must: the magnitudes' quotient is all ones.
    fn divide_signed(&mut self, a: &[Lit], d: &[Lit]) -> (Word, Word) {
        let (sign_a, sign_d) = (a[a.len() - 1], d[d.len() - 1]);
        let magnitude_a = circuit::negate_if(&mut self.aig, sign_a, a);
        let magnitude_d = circuit::negate_if(&mut self.aig, sign_d, d);
        let (quotient, remainder) = self.divide(magnitude_a, magnitude_d);
        let differ = self.aig.xor(sign_a, sign_d);
        let quotient = circuit::negate_if(&mut self.aig, differ, &quotient);
        let remainder = circuit::negate_if(&mut self.aig, sign_a, &remainder);
        (quotient, remainder)
    }
}

fn constant(value: Bits) -> Word {
    circuit::constant(value.width().into(), value.unsigned())
}
