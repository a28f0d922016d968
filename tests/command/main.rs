//! The command `gotcha` as its users see it: results, messages, files, processes.

mod browser;
mod campaign_slurm;
mod campaigns;
mod check;
mod cli;
mod cmake;
mod command_line;
mod conditions;
mod dangerous;
mod explored_command;
mod first_use;
mod frameworks;
mod graphs;
mod guard;
mod integration;
mod known;
mod lockset;
mod lsp;
mod ltl;
mod monitor;
mod oracles;
#[path = "../pictures/mod.rs"]
mod pictures;
mod projects;
mod promela;
mod proofs;
mod prove;
mod query;
mod readers;
mod reports;
mod resumed;
mod scripts;
mod threads;
mod unit_tests;
mod witness;
mod world;
