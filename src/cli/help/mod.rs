//! `gotcha help [TOPIC]`: the help of the program or of a command, or a text about a subject. A subject with the name of a command comes behind the help of that command.

mod man;

use crate::cli::args::{Cli, HelpArgs};
use crate::cli::output;
use clap::CommandFactory;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tasks::asked::checks;
use tasks::failure::Failure;

/// A subject with a text of its own.
struct Topic {
    name: &'static str,
    about: &'static str,
    text: Text,
}

enum Text {
    Fixed(&'static str),
    Made(fn() -> String),
}

impl Topic {
    fn text(&self) -> String {
        match self.text {
            Text::Fixed(text) => text.to_owned(),
            Text::Made(make) => make(),
        }
    }
}

const TOPICS: &[Topic] = &[
    Topic { name: "campaigns", about: "many tasks, clusters, the database of results, pages", text: Text::Fixed(include_str!("campaigns.txt")) },
    Topic { name: "check", about: "property automata, properties in C, locks", text: Text::Fixed(include_str!("check.txt")) },
    Topic { name: "checks", about: "all properties of verify, with what finds them elsewhere", text: Text::Made(checks::table) },
    Topic { name: "compiler-options", about: "which options of C compilers are obeyed", text: Text::Fixed(include_str!("compiler-options.txt")) },
    Topic { name: "coverage", about: "decisions, conditions and MC/DC", text: Text::Fixed(include_str!("coverage.txt")) },
    Topic { name: "explored", about: "verification coverage, and going on from an interrupted run", text: Text::Fixed(include_str!("explored.txt")) },
    Topic { name: "contracts", about: "what functions need and give", text: Text::Fixed(include_str!("contracts.txt")) },
    Topic { name: "lazy-inputs", about: "functions without a harness", text: Text::Fixed(include_str!("lazy-inputs.txt")) },
    Topic { name: "limits", about: "what stays undecided, and what is not supported", text: Text::Fixed(include_str!("limits.txt")) },
    Topic { name: "ltl", about: "formulas, words of runs, verdicts", text: Text::Fixed(include_str!("ltl.txt")) },
    Topic { name: "projects", about: "compilation databases, targets, gotcha.toml", text: Text::Fixed(include_str!("projects.txt")) },
    Topic { name: "proofs", about: "what certificates show", text: Text::Fixed(include_str!("proofs.txt")) },
    Topic { name: "verify", about: "properties and their verdicts", text: Text::Fixed(include_str!("verify.txt")) },
    Topic { name: "world", about: "what a program reads, tests that are folders, limits and fixed values", text: Text::Fixed(include_str!("world.txt")) },
];

/// Runs the command. The answer is the exit status.
pub(super) fn help(args: &HelpArgs) -> Result<u8, Failure> {
    if let Some(folder) = &args.man {
        return write_pages(folder);
    }
    let mut cli = Cli::command();
    if let Some(shell) = args.completions {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut cli, "gotcha", &mut text);
        output::print(&String::from_utf8_lossy(&text))?;
        return Ok(0);
    }
    // Names of commands as they are called: `gotcha cover`.
    cli.build();
    let text = match args.topic.as_deref() {
        None => format!("{}\n{}", cli.render_long_help(), list()),
        Some(name) => {
            let topic = TOPICS.iter().find(|topic| topic.name == name).map(Topic::text);
            let command = cli.find_subcommand_mut(name).map(|command| command.render_long_help().to_string());
            match (command, topic) {
                (Some(command), Some(topic)) => format!("{command}\n{topic}"),
                (Some(text), None) | (None, Some(text)) => text,
                (None, None) => {
                    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
                    return Err(Failure::Usage(format!("there is no help on {name}; topics are {} and the commands", topics.join(", "))));
                }
            }
        }
    };
    output::print(&text)?;
    Ok(0)
}

/// Writes the manual pages. The answer is the exit status.
fn write_pages(folder: &Path) -> Result<u8, Failure> {
    let failed = |error| Failure::Output { path: folder.display().to_string(), error };
    fs::create_dir_all(folder).map_err(failed)?;
    man::pages().map_err(failed)?.iter().try_for_each(|(name, page)| fs::write(folder.join(name), page).map_err(failed))?;
    Ok(0)
}

/// The subjects, one a line.
fn list() -> String {
    TOPICS.iter().fold("Topics (gotcha help TOPIC):\n".to_owned(), |mut text, topic| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<18}{}", topic.name, topic.about);
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;
    use std::collections::BTreeSet;

    fn commands() -> Vec<Command> {
        Cli::command().get_subcommands().cloned().collect()
    }

    /// The words of a text that look like long options.
    fn options(text: &str) -> BTreeSet<&str> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        text.split(|c: char| !is_part(c))
            .filter(|word| word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())))
            .collect()
    }

    #[test]
    fn every_option_is_described() {
        for command in commands() {
            for argument in command.get_arguments().filter(|a| !a.is_hide_set()) {
                let text = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
                assert!(text.len() > 5 && !text.ends_with('.'), "{}: {} is described by `{text}`", command.get_name(), argument.get_id());
            }
        }
    }

    #[test]
    fn texts_name_options_that_there_are() {
        let all = commands();
        let all = all.iter().flat_map(|command| [command].into_iter().chain(command.get_subcommands()));
        let known: BTreeSet<String> = all.flat_map(|c| c.get_arguments().filter_map(|a| Some(format!("--{}", a.get_long()?)))).collect();
        let of_others = ["--release", "--workspace", "--version", "--help", "--enum-range-check", "--unconfined", "--record", "--check", "--partition"];
        let readme = include_str!("../../../README.md");
        for (name, text) in TOPICS.iter().map(|topic| (topic.name, topic.text())).chain([("README.md", readme.to_owned())]) {
            for option in options(&text) {
                assert!(known.contains(option) || of_others.contains(&option), "{name}: there is no option {option}");
            }
        }
    }

    #[test]
    fn texts_fit_a_terminal() {
        for topic in TOPICS {
            let text = topic.text();
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(topic.name == "checks" || longest <= Some(124), "{}: {longest:?}", topic.name);
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{}", topic.name);
        }
    }
}
