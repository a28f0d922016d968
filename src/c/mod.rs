//! C text to GOTO: preprocess, normalise, parse, check, lower. Only this module sees lang-c.

pub mod tree;
