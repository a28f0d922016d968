//! What every layer knows. Terms and solvers know nothing else of the language.
//!
//! | module | what |
//! |---|---|
//! | [`bits`] | bit vectors of up to 128 bits |
//! | [`index`] | typed indices and the vectors they index |
//! | [`intern`] | equal values with one id |
//! | [`limits`] | the flag to stop, with its deadline |
//! | [`random`] | numbers that look random |
//! | [`set`] | sets of ids |
//! | [`trie`] | a persistent map |

pub mod bits;
pub mod index;
pub mod intern;
pub mod limits;
pub mod random;
pub mod set;
pub mod trie;

pub use bits::Bits;
pub use index::{Id, IdVec};
pub use intern::Interned;
pub use random::Random;
pub use set::IdSet;
pub use trie::Trie;
