//! What every layer knows. Terms and solvers know nothing else of the language.
//!
//! | module | what |
//! |---|---|
//! | [`bits`] | bit vectors of up to 128 bits |
//! | [`index`] | typed indices and the vectors they index |
//! | [`limits`] | the flag to stop, with its deadline |

pub mod bits;
pub mod index;
pub mod limits;

pub use bits::Bits;
pub use index::{Id, IdVec};
