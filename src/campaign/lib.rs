//! Campaigns: many tasks, on one machine or many, the database of what came of them, and pages that show it. Prints nothing; knows nothing of the command line.
//!
//! | module | what |
//! |---|---|
//! | [`plan`], [`folder`], [`attempt`] | what is wanted, the folder that a campaign is, one execution of a task |
//! | [`rest`] | what is open, in shares for many workers |
//! | [`share`], [`division`] | the paths of one task on many workers: a share, and all shares of a task with what is known of them |
//! | [`worker`], [`element`] | runs tasks where they are to run |
//! | [`engine`] | the pool of this machine, Slurm and HyperQueue |
//! | [`coordinator`] | from the plan to the end: submits, merges, repeats what was lost |
//! | [`store`] | the database: merging, and the questions that a person has |
//! | [`web`] | the pages |

pub mod attempt;
pub mod coordinator;
pub mod division;
pub mod element;
pub mod engine;
pub mod error;
pub mod folder;
pub mod plan;
mod random;
pub mod rest;
pub mod share;
pub mod store;
pub mod web;
pub mod worker;
