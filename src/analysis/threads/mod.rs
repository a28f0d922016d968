//! Which accesses of different threads may happen at the same time: by locks that are surely held, atomic sections, the beginnings and joins of threads, and which objects
//! more than one thread can know. Flow-sensitive in each thread, insensitive between them; holds for any number of threads. Nothing that is not understood is assumed to be
//! harmless. Orders of atomic operations are not used, so they do not matter.
//!
//! | module | what |
//! |---|---|
//! | [`pointers`] | where pointers may lead, which functions may run |
//! | [`library`] | functions of threads and locks by their names |
//! | [`flow`] | locks held and threads running at each place of the code of a thread |
//! | [`numbers`] | numbers that variables of threads hold where they count |
//! | [`accesses`] | what instructions access |
//! | [`races`] | pairs of accesses |
//! | [`waits`] | what threads wait for |
//! | `interference` | what others may change or look at, at each place of the code |
//! | `facts` | what may hold of shared variables |
//! | `kept` | facts for who looks on from outside |
//! | `alone` | one thread with what the others may do, as a program |

mod accesses;
mod alone;
mod facts;
mod flow;
mod interference;
mod kept;
mod library;
mod numbers;
mod objects;
mod pointers;
mod races;
mod state;
mod waits;

pub use alone::Alone;
pub use facts::{Fact, contradictory};
pub use kept::{Kept, kept};
pub use objects::Obstacle;
pub use races::{Guarded, guarded};
pub use waits::{Ordered, never_all_wait};

use goto::Program;

/// Facts that may hold of what threads share.
///
/// # Errors
/// If threads share more than variables, or do what is not understood.
pub fn proposals(program: &Program) -> Result<Vec<Fact>, Obstacle> {
    races::collect(program, true, |collected, _, flows| {
        let interference = interference::Interference::of(collected, flows)?;
        Ok(facts::Groups::of_guarded(program, &interference).proposals(program, &interference))
    })
}

/// The program of one thread, whatever the others do within the facts.
///
/// # Errors
/// If threads share more than variables, or do what is not understood.
pub fn alone(program: &Program, facts: &[Fact]) -> Result<Alone, Obstacle> {
    races::collect(program, true, |collected, classes, flows| {
        let interference = interference::Interference::of(collected, flows)?;
        let groups = facts::Groups::of_guarded(program, &interference);
        alone::Writer::write(program, collected.pointers, classes, &interference, &groups, facts)
    })
}

#[cfg(test)]
mod tests;
