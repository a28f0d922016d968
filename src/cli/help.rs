//! `gotcha help [TOPIC]`: the help of the program or of a command, or a text about a subject that several commands share.

use crate::cli::args::{Cli, HelpArgs};
use crate::cli::failure::Failure;
use crate::cli::{checks, output};
use clap::CommandFactory;

/// What makes the text of a subject.
type Text = fn() -> String;

/// Subjects with a text of their own.
const TOPICS: [(&str, Text); 1] = [("checks", checks::table)];

/// Runs the command. The answer is the exit status.
pub(super) fn help(args: &HelpArgs) -> Result<u8, Failure> {
    let mut cli = Cli::command();
    // Names of commands as they are called: `gotcha cover`.
    cli.build();
    let text = match args.topic.as_deref() {
        None => cli.render_long_help().to_string(),
        Some(topic) => match (TOPICS.iter().find(|(name, _)| *name == topic), cli.find_subcommand_mut(topic)) {
            (Some((_, text)), _) => text(),
            (None, Some(command)) => command.render_long_help().to_string(),
            (None, None) => {
                let topics = TOPICS.map(|(name, _)| name).join(", ");
                return Err(Failure::Usage(format!("there is no help on {topic}; topics are {topics} and the commands")));
            }
        },
    };
    output::print(&text)?;
    Ok(0)
}
