//! The clock formula of an order: each node has a clock, and comes before another one if its clock is less. The reference of what an order means.
//!
//! A clock is a number and, below that, its chain: no two nodes of different chains have the same one.

use super::{Before, ChainId, Order};
use crate::{TermId, TermPool};
use base::{Bits, Id};

/// Pairs of nodes of two chains whose whole order is told.
const MOST_STEPS: usize = 6_000;

impl Order {
    /// Facts under which the variables say an order, and each reader finds the last of what is there.
    pub fn clocks(&self, pool: &mut TermPool) -> Vec<TermId> {
        let clocks = self.clock_of_each(pool);
        let mut facts = Vec::new();
        for chain in self.chains.values() {
            for pair in chain.windows(2) {
                facts.push(pool.ult(clocks[pair[0].index()], clocks[pair[1].index()]));
            }
        }
        for node in self.nodes() {
            for &earlier in self.made_after(node) {
                facts.push(pool.ult(clocks[earlier.index()], clocks[node.index()]));
            }
        }
        for relation in &self.relations {
            let less = pool.ult(clocks[relation.first.index()], clocks[relation.second.index()]);
            facts.push(pool.eq(relation.holds, less));
        }
        self.tell_staircases(pool, &clocks, &mut facts);
        self.tell_readers(pool, &mut facts);
        facts
    }

    fn clock_of_each(&self, pool: &mut TermPool) -> Vec<TermId> {
        let width = (self.places.len() + 1).ilog2() as u16 + 1;
        let chain_width = self.chains.len().ilog2() as u16 + 1;
        let mut clocks = Vec::with_capacity(self.places.len());
        for node in self.nodes() {
            let time = pool.var(&format!("clock.{}", node.index()), width);
            let chain = pool.constant(Bits::new(chain_width, self.places[node].chain.index() as u128));
            clocks.push(pool.concat(time, chain));
        }
        clocks
    }

    /// What follows for nodes from the order of others of the same two chains: clocks say so, but solvers find it out late.
    fn tell_staircases(&self, pool: &mut TermPool, clocks: &[TermId], facts: &mut Vec<TermId>) {
        let chains: Vec<ChainId> = self.chains.ids().collect();
        for (n, &one) in chains.iter().enumerate() {
            for &other in &chains[n + 1..] {
                let (rows, columns) = (&self.chains[one], &self.chains[other]);
                if rows.len() * columns.len() > MOST_STEPS {
                    continue;
                }
                for (i, row) in rows.iter().enumerate() {
                    for (j, column) in columns.iter().enumerate() {
                        let (row, column) = (clocks[row.index()], clocks[column.index()]);
                        let here = pool.ult(row, column);
                        if i > 0 {
                            let above = pool.ult(clocks[rows[i - 1].index()], column);
                            facts.push(pool.implies(here, above));
                        }
                        if j > 0 {
                            let left = pool.ult(row, clocks[columns[j - 1].index()]);
                            facts.push(pool.implies(left, here));
                        }
                    }
                }
            }
        }
    }

    /// What a reader finds, nothing that is there comes after.
    fn tell_readers(&self, pool: &mut TermPool, facts: &mut Vec<TermId>) {
        for sources in &self.readers {
            for found in sources {
                let mut none_between = Vec::new();
                for other in sources {
                    let later = match self.is_earlier(found, other) {
                        Before::Always => pool.truth(true),
                        Before::If(relation, true) => self.relations[relation].holds,
                        Before::If(relation, false) => pool.not(self.relations[relation].holds),
                        Before::Never | Before::Untold => continue,
                    };
                    let between = pool.and(other.there, later);
                    none_between.push(pool.not(between));
                }
                let none_between = pool.and_all(&none_between);
                facts.push(pool.implies(found.taken, none_between));
            }
        }
    }
}
