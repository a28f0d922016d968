//! Reports that are written of results, and the command that writes them of results on disk.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Which reports are written, and how.
#[derive(Args, Debug)]
pub(crate) struct ReportFiles {
    /// Write numbers of tests for branches, lines and functions, for lcov; proved branches do not count
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub lcov: Option<PathBuf>,
    /// 1: numbers alone; 2: with conditions and proved sides, for lcov from 2.2 on
    #[arg(long, value_name = "1|2", help_heading = "Reports", default_value = "1", hide_default_value = true, requires = "lcov")]
    pub lcov_format: LcovFormat,
    /// Absolute names of files for lcov, not relative to the working directory
    #[arg(long, help_heading = "Reports", requires = "lcov")]
    pub lcov_absolute: bool,
    /// Write violated properties with the ways to them as SARIF 2.1.0
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub sarif: Option<PathBuf>,
    /// Write a test report in the form of JUnit
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub junit: Option<PathBuf>,
    /// Write a summary in Markdown
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub markdown: Option<PathBuf>,
    /// Write web pages: the source with what is known of each branch, violations, what is open
    #[arg(long, value_name = "DIR", help_heading = "Reports")]
    pub html: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LcovFormat {
    #[value(name = "1")]
    Plain,
    #[value(name = "2")]
    Version2,
}

#[derive(Args, Debug)]
#[command(after_help = "Examples:
  gotcha cover a.c --json a.json && gotcha report a.json --html pages       web pages of one result
  gotcha report a.json b.json --lcov coverage.info --markdown summary.md    two results as one
  gotcha report a.json b.json --json all.json --table                       the merged result, and a table

A goal is covered if one of the results covers it, and unreachable if all results that have it prove it so; a property is
violated if it is in one of them, and holds if all prove it. Sources are read from where the results name them, relative to
the working directory.")]
pub(crate) struct ReportCommandArgs {
    /// Results of cover, query, verify and ltl, as --json writes them
    #[arg(value_name = "RESULT.json", required = true)]
    pub results: Vec<PathBuf>,
    #[command(flatten)]
    pub files: ReportFiles,
    /// Write the merged result (- for standard output, which then gets nothing else)
    #[arg(long, value_name = "FILE", help_heading = "Reports")]
    pub json: Option<PathBuf>,
    /// Print a table by file and function even where standard output is no terminal
    #[arg(long)]
    pub table: bool,
}
