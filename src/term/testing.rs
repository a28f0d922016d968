//! Random terms and circuits for tests: a recipe is applied to a pool and, value by value, to constants.

use super::{TermId, TermPool, eval};
use base::{Bits, Random};
use rustc_hash::FxHashMap;

/// A value that is likely to be special.
pub fn bits(random: &mut Random, width: u16) -> Bits {
    let any = u128::from(random.bits()) << 64 | u128::from(random.bits());
    match random.below(8) {
        0 => Bits::zero(width),
        1 => Bits::ones(width),
        2 => Bits::new(width, 1),
        3 => Bits::new(width, 1 << random.below(width.into())),
        4 => Bits::new(width, any & 7),
        5 => Bits::new(width, 1 << (width - 1)).sub(Bits::new(width, any & 1)),
        _ => Bits::new(width, any),
    }
}

/// Terms with their values under several assignments.
pub struct SampledTerms {
    pub pool: TermPool,
    pub random: Random,
    pub models: Vec<FxHashMap<TermId, Bits>>,
    pub terms: Vec<(TermId, Vec<Bits>)>,
    widths: Vec<u16>,
}

impl SampledTerms {
    /// A few variables of each width and as many assignments as asked for.
    pub fn new(seed: u64, widths: &[u16], models: usize) -> Self {
        let mut garden = Self {
            pool: TermPool::new(),
            random: Random::new(seed),
            models: vec![FxHashMap::default(); models],
            terms: Vec::new(),
            widths: widths.iter().copied().filter(|&w| w != 1).chain([1]).collect(),
        };
        for width in garden.widths.clone() {
            for n in 0..3 {
                let var = garden.pool.var(&format!("x{n}_{width}"), width);
                let values: Vec<Bits> = (0..models).map(|_| bits(&mut garden.random, width)).collect();
                for (model, value) in garden.models.iter_mut().zip(&values) {
                    model.insert(var, *value);
                }
                garden.terms.push((var, values));
            }
        }
        garden
    }

    /// An existing term of the width, or a constant.
    fn pick(&mut self, width: u16) -> (TermId, Vec<Bits>) {
        let fits: Vec<usize> = (0..self.terms.len()).filter(|&i| self.pool.width(self.terms[i].0) == width).collect();
        if fits.is_empty() || self.random.below(4) == 0 {
            let value = bits(&mut self.random, width);
            return (self.pool.constant(value), vec![value; self.models.len()]);
        }
        // Rather the newest: that makes deep terms.
        let window = if self.random.below(3) == 0 { 1000 } else { 5 };
        let back = self.random.below(fits.len().min(window));
        self.terms[fits[fits.len() - 1 - back]].clone()
    }

    /// Adds a term by a random operator on random operands.
    pub fn grow(&mut self) -> TermId {
        let width = self.widths[self.random.below(self.widths.len())];
        let res = match self.random.below(28) {
            0 => self.unary(width, TermPool::not, Bits::not),
            1 => self.unary(width, TermPool::neg, Bits::neg),
            2..=3 => self.binary(width, TermPool::and, Bits::and),
            4..=5 => self.binary(width, TermPool::or, Bits::or),
            6 => self.binary(width, TermPool::xor, Bits::xor),
            7..=8 => self.binary(width, TermPool::add, Bits::add),
            9 => self.binary(width, TermPool::sub, Bits::sub),
            10 => self.binary(width, TermPool::mul, Bits::mul),
            11 => self.binary(width, TermPool::udiv, Bits::udiv),
            12 => self.binary(width, TermPool::urem, Bits::urem),
            13 => self.binary(width, TermPool::sdiv, Bits::sdiv),
            14 => self.binary(width, TermPool::srem, Bits::srem),
            15 => self.binary(width, TermPool::shl, Bits::shl),
            16 => self.binary(width, TermPool::lshr, Bits::lshr),
            17 => self.binary(width, TermPool::ashr, Bits::ashr),
            18 => self.binary(width, TermPool::eq, |a, b| Bits::bool(a == b)),
            19 => self.binary(width, TermPool::ult, |a, b| Bits::bool(a.ult(b))),
            20 => self.binary(width, TermPool::sle, |a, b| Bits::bool(!b.slt(a))),
            21 => self.binary(width, TermPool::slt, |a, b| Bits::bool(a.slt(b))),
            22 => self.concat(),
            23..=24 => self.extract(width),
            25 => self.resize(width),
            _ => self.ite(width),
        };
        let id = res.0;
        self.terms.push(res);
        id
    }

    fn unary(&mut self, width: u16, make: fn(&mut TermPool, TermId) -> TermId, f: fn(Bits) -> Bits) -> (TermId, Vec<Bits>) {
        let (a, x) = self.pick(width);
        (make(&mut self.pool, a), x.into_iter().map(f).collect())
    }

    fn binary(&mut self, width: u16, make: fn(&mut TermPool, TermId, TermId) -> TermId, f: fn(Bits, Bits) -> Bits) -> (TermId, Vec<Bits>) {
        let ((a, x), (b, y)) = (self.pick(width), self.pick(width));
        (make(&mut self.pool, a, b), x.into_iter().zip(y).map(|(x, y)| f(x, y)).collect())
    }

    fn concat(&mut self) -> (TermId, Vec<Bits>) {
        let all = self.widths.clone();
        let (v, w) = (all[self.random.below(all.len())], all[self.random.below(all.len())]);
        if v + w > 128 {
            return self.pick(v);
        }
        let ((a, x), (b, y)) = (self.pick(v), self.pick(w));
        (self.pool.concat(a, b), x.into_iter().zip(y).map(|(x, y)| x.concat(y)).collect())
    }

    fn extract(&mut self, to: u16) -> (TermId, Vec<Bits>) {
        let at = self.random.below(self.terms.len());
        let (a, x) = self.terms[at].clone();
        let width = self.pool.width(a);
        if width < to {
            return self.resize(to);
        }
        let low = if self.random.below(2) == 0 { 0 } else { self.random.below(usize::from(width - to) + 1) as u16 };
        (self.pool.extract(a, low, to), x.into_iter().map(|x| x.extract(low, to)).collect())
    }

    fn resize(&mut self, to: u16) -> (TermId, Vec<Bits>) {
        let at = self.random.below(self.terms.len());
        let (a, x) = self.terms[at].clone();
        let signed = self.random.below(2) == 0;
        (self.pool.resize(a, to, signed), x.into_iter().map(|x| x.resize(to, signed)).collect())
    }

    fn ite(&mut self, width: u16) -> (TermId, Vec<Bits>) {
        let ((c, k), (a, x), (b, y)) = (self.pick(1), self.pick(width), self.pick(width));
        let values = (0..k.len()).map(|i| if k[i].is_true() { x[i] } else { y[i] }).collect();
        (self.pool.ite(c, a, b), values)
    }
}

/// A circuit over variables.
pub struct Circuit {
    pool: TermPool,
    inputs: Vec<TermId>,
    output: TermId,
}

impl Circuit {
    pub fn new(widths: &[u16], make: impl FnOnce(&mut TermPool, &[TermId]) -> TermId) -> Self {
        let mut pool = TermPool::new();
        let inputs: Vec<TermId> = widths.iter().enumerate().map(|(i, &w)| pool.var(&format!("x{i}"), w)).collect();
        let output = make(&mut pool, &inputs);
        Self { pool, inputs, output }
    }

    pub fn value(&self, operands: &[u128]) -> u128 {
        let model: FxHashMap<TermId, Bits> = self.inputs.iter().zip(operands).map(|(&v, &x)| (v, Bits::new(self.pool.width(v), x))).collect();
        eval::eval(&self.pool, &model, self.output).unsigned()
    }
}
