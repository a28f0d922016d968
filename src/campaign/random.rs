//! Names that nobody guesses and that are not given twice.

use report::files::hexadecimal;

/// 128 random bits as text.
pub(crate) fn name() -> String {
    let mut bytes = [0; 16];
    // The system's source of random numbers is there once the system has started; without it names would repeat, which must not be.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("no random numbers: {error}"));
    hexadecimal(&bytes)
}
