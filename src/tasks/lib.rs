//! What commands mean, over all layers below. Knows nothing of the command line; prints nothing.

pub mod explored;
