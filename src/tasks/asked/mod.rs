//! What can be asked for: criteria and properties by their names, and the property files of competitions.

pub mod checks;
pub mod criteria;
pub mod properties;
pub mod prp;
