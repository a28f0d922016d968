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
//!
//! # Decisions
//!
//! - **A share of the paths proves nothing of others.** The board of a share tells what is excluded as open (`Board::of_share`), so no output can say otherwise;
//!   what was analysed is the intersection with the share. Shares are the leaves of a tree of decisions (`campaign/division/paths`), each counted by the same steps
//!   on both sides, so that the two sides have all paths whatever the texts of the steps find. A property holds on a node if it holds on the node itself or on all
//!   that it is divided into, of the same version of the program. Shares of goals (`campaign/division/goals`) look at all paths, so what one decides is decided.
//! - **Results of campaigns are never chosen between.** A program is known by a hash of its text and of what changes its meaning (`ProgramRequest::hash`). What runs
//!   have told of a goal is a set of bits that only grows, so merging is idempotent and has no order; reached and excluded at once is an alarm. Executions count
//!   whole or not at all: the last file that is written has the hashes of the others. What an engine says of success is not looked at.
//! - A campaign is its folder and its database: the coordinator holds nothing else, so that whoever kills it loses nothing. Processes that it runs end with it; jobs
//!   of a cluster go on.

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
