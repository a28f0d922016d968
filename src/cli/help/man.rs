//! Manual pages: one for each command, of its options and examples, and one for each subject with a text of its own.

use super::TOPICS;
use crate::cli::args::Cli;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::fmt::Write as _;
use std::io;

/// The pages by their names.
pub(super) fn pages() -> io::Result<Vec<(String, String)>> {
    let mut cli = Cli::command();
    // Names of commands as they are called: `gotcha cover`.
    cli.build();
    let mut pages = vec![("gotcha.1".to_owned(), of_command(&cli, None)?)];
    for command in cli.get_subcommands().filter(|c| !c.is_hide_set()) {
        let topic = TOPICS.iter().find(|topic| topic.name == command.get_name()).map(|topic| topic.text());
        pages.push((format!("gotcha-{}.1", command.get_name()), of_command(command, topic)?));
    }
    let is_command = |name: &str| cli.find_subcommand(name).is_some();
    for topic in TOPICS.iter().filter(|topic| !is_command(topic.name)) {
        let name = format!("gotcha-{}", topic.name);
        let head = format!(".TH {} 7\n.SH NAME\n{} \\- {}\n", escaped(&name), escaped(&name), escaped(topic.about));
        pages.push((format!("{name}.7"), head + &section("DESCRIPTION", &topic.text())));
    }
    Ok(pages)
}

/// The page of a command, with the text of the subject that has its name.
fn of_command(command: &Command, topic: Option<String>) -> io::Result<String> {
    let man = Man::new(command.clone()).source(concat!("gotcha ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let mut page = String::from_utf8_lossy(&page).into_owned();
    if let Some(notes) = command.get_after_help() {
        page.push_str(&section("NOTES", &notes.to_string()));
    }
    Ok(page + &topic.map(|text| section("MORE", &text)).unwrap_or_default())
}

/// A section whose lines stay as they are.
fn section(title: &str, text: &str) -> String {
    let mut page = format!(".SH {title}\n.nf\n");
    for line in text.lines() {
        // Writing to a string does not fail.
        let _ = writeln!(page, "{}", escaped(line));
    }
    page + ".fi\n"
}

/// The text as it stands for itself in a manual page.
fn escaped(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_described_once() {
        let pages = pages().expect("written to memory");
        for command in Cli::command().get_subcommands().filter(|c| !c.is_hide_set()) {
            let name = format!("gotcha-{}.1", command.get_name());
            let (_, page) = pages.iter().find(|(n, _)| *n == name).unwrap_or_else(|| panic!("there is no {name}"));
            let heads: Vec<&str> = page.lines().zip(page.lines().skip(1)).filter(|(before, _)| *before == ".TP").map(|(_, head)| head).collect();
            for option in command.get_arguments().filter(|a| !a.is_hide_set()).filter_map(|a| a.get_long()) {
                let word = format!("\\fB\\-\\-{}\\fR", option.replace('-', "\\-"));
                assert_eq!(heads.iter().filter(|head| head.contains(&word)).count(), 1, "{name}: --{option}");
            }
        }
    }

    #[test]
    fn every_topic_has_a_page() {
        let pages = pages().expect("written to memory");
        for topic in TOPICS {
            let is_there = |line: &str| pages.iter().any(|(_, page)| page.lines().any(|l| l == escaped(line)));
            for line in topic.text().lines() {
                assert!(is_there(line), "{}: {line}", topic.name);
            }
        }
    }
}
