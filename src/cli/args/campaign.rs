//! What commands about campaigns are told.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(after_help = "Exit status of run: 0 if nothing is left open, 10 if something is violated, 20 if something is open or was lost, 3 after a defect or
two answers that contradict each other.

Examples:
  gotcha campaign new --example > plan.toml            a plan with remarks
  gotcha campaign new nightly --plan plan.toml --results all.db
  gotcha campaign run nightly                          on this machine; again, after whatever happened
  gotcha campaign run nightly --engine slurm --at-once 64
  gotcha campaign new rest --rest-of nightly --shares 4 --stage 30s
  gotcha campaign show nightly --what regressions      held against the campaign of this name before
  gotcha campaign cancel nightly")]
pub(crate) struct CampaignArgs {
    #[command(subcommand)]
    pub command: CampaignCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum CampaignCommand {
    /// Write the folder of a new campaign
    New(NewArgs),
    /// Run a campaign, or go on with it
    Run(RunCampaignArgs),
    /// Print how far a campaign is, or the answer to a question
    Show(ShowCampaignArgs),
    /// End a campaign that runs; `run` goes on with it
    Cancel(CancelArgs),
    /// Merge what lies in the folders of campaigns into a database
    Merge(MergeArgs),
    /// Run one element of a job, as an engine calls it
    #[command(hide = true)]
    Work(WorkArgs),
}

#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// The folder, which must not be there or be empty
    #[arg(value_name = "FOLDER", required_unless_present = "example")]
    pub folder: Option<PathBuf>,
    /// What is to be done, in TOML; paths in it are relative to its folder
    #[arg(long, value_name = "FILE.toml", required_unless_present_any = ["example", "rest_of"])]
    pub plan: Option<PathBuf>,
    /// The database of results, on a local disk [default: results.db in the folder]
    #[arg(long, value_name = "DB")]
    pub results: Option<PathBuf>,
    /// What this campaign has left open, in shares that work side by side, into the same database
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["plan", "results"])]
    pub rest_of: Option<PathBuf>,
    /// Shares of each task at most: functions with what is open in them [default: the number of cores]
    #[arg(long, value_name = "N", requires = "rest_of", value_parser = clap::value_parser!(u16).range(1..))]
    pub shares: Option<u16>,
    /// The time of each share, or several in turn [default: the longest of that campaign]
    #[arg(long, value_name = "DURATION", requires = "rest_of", value_parser = campaign::plan::seconds)]
    pub stage: Vec<campaign::plan::Stage>,
    /// Print a plan with remarks instead
    #[arg(long, conflicts_with_all = ["folder", "plan", "rest_of"])]
    pub example: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EngineKind {
    /// Processes on this machine
    Local,
    /// Job arrays of Slurm, which sees the folder under the same name
    Slurm,
    /// Task arrays of HyperQueue, whose workers see the folder under the same name
    #[value(name = "hyperqueue")]
    HyperQueue,
}

#[derive(Args, Debug)]
pub(crate) struct RunCampaignArgs {
    /// The folder of the campaign
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Where tasks run
    #[arg(long, value_enum, default_value = "local")]
    pub engine: EngineKind,
    /// Tasks that run at once [default: the number of cores; otherwise 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub at_once: Option<u16>,
    /// A word for sbatch, for instance --partition=long (may be repeated)
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
    /// A word for hq submit, for instance --resource=mem=2000 (may be repeated)
    #[arg(long, value_name = "WORD", allow_hyphen_values = true)]
    pub hq: Vec<String>,
    /// Print no progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ShowCampaignArgs {
    /// The folder of the campaign
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The question: regressions, conflicts, flaky, missing, progress, who-decides, lost-by-host, slower, obligations, shares, coverage [default: how far it is]
    #[arg(long, value_name = "QUESTION", value_parser = campaign::store::views::View::of_name_or_error)]
    pub what: Option<campaign::store::views::View>,
    /// The campaign to hold it against [default: the one of the same name before]
    #[arg(long, value_name = "FOLDER", requires = "what")]
    pub against: Option<PathBuf>,
    /// What was told of one goal in all versions, by its lineage as other tables have it
    #[arg(long, value_name = "LINEAGE", conflicts_with = "what")]
    pub history: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CancelArgs {
    /// The folder of the campaign
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// The database
    #[arg(value_name = "DB")]
    pub results: PathBuf,
    /// Folders of campaigns
    #[arg(value_name = "FOLDER", required = true)]
    pub folders: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct WorkArgs {
    /// The folder of the campaign
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The number of the job
    #[arg(value_name = "JOB")]
    pub job: u32,
    /// The number of the element [default: what HyperQueue or Slurm says]
    #[arg(value_name = "ELEMENT")]
    pub element: Option<u32>,
}

#[derive(Args, Debug)]
#[command(after_help = "The page is for this machine alone, and for who has the link that is printed. Campaigns go on when the server ends.

Examples:
  gotcha serve all.db                        campaigns of a database, to look at
  gotcha serve all.db --programs ~/project   and to start: new ones analyse programs below that folder")]
pub(crate) struct ServeArgs {
    /// The database of results
    #[arg(value_name = "DB")]
    pub results: PathBuf,
    /// New campaigns may analyse programs below this folder
    #[arg(long, value_name = "DIR")]
    pub programs: Option<PathBuf>,
    /// The port; 0: one that is free
    #[arg(long, value_name = "N", default_value_t = 8750)]
    pub port: u16,
}
