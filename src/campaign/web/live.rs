//! What is new in a campaign, as it comes: rows of tasks and totals, as the page has them. Each part has the number of its last event, so that a page that was cut off goes on from there.

use super::Site;
use super::answer::begin_stream;
use super::pages;
use crate::error::{CampaignError, Result};
use crate::plan::TaskNumber;
use crate::store::{CampaignId, Event, Store};
use std::collections::BTreeSet;
use std::io::Write;
use std::time::{Duration, Instant};

/// How often it is looked for something new.
const LOOK: Duration = Duration::from_millis(250);
/// Something is sent at least so often, so that the end of a connection is seen.
const SIGN: Duration = Duration::from_secs(15);
/// Events that are read at once.
const MOST: usize = 1000;

/// Sends what comes, until nobody listens.
///
/// # Errors
/// When nobody listens any more, or the database cannot be read.
pub(super) fn stream(site: &Site, campaign: CampaignId, mut behind: i64, writer: &mut dyn Write) -> Result<()> {
    let store = Store::read(&site.results)?;
    let gone = |error| CampaignError::Write { path: "the page".into(), error };
    begin_stream(writer).map_err(gone)?;
    let mut signed = Instant::now();
    loop {
        let events = store.events(campaign, behind, MOST)?;
        let Some((last, _)) = events.last() else {
            if signed.elapsed() > SIGN {
                signed = Instant::now();
                writer.write_all(b": nothing new\n\n").and_then(|()| writer.flush()).map_err(gone)?;
            }
            std::thread::sleep(LOOK);
            continue;
        };
        behind = *last;
        let state = events.iter().rev().find_map(|(_, event)| match event {
            Event::State { name } => Some(name.as_str()),
            _ => None,
        });
        let numbers: BTreeSet<u32> = events
            .iter()
            .filter_map(|(_, event)| match event {
                Event::Tasks { numbers } => Some(numbers.iter().copied()),
                _ => None,
            })
            .flatten()
            .collect();
        let mut text = String::new();
        let stages = pages::stages(&store, campaign)?;
        let mut rows = String::new();
        for number in numbers {
            for task in store.tasks(campaign, TaskNumber(number), 1)? {
                rows.push_str(&pages::row(campaign, &task, &stages).into_string());
            }
        }
        text.push_str(&event("rows", &rows, behind));
        text.push_str(&event("part", &pages::totals(&store, campaign)?.into_string(), behind));
        text.push_str(&state.map_or(String::new(), |state| event("state", state, behind)));
        writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).map_err(gone)?;
        signed = Instant::now();
    }
}

/// An event with data of any text.
fn event(name: &str, data: &str, id: i64) -> String {
    let lines: String = data.split(['\n', '\r']).map(|line| format!("data: {line}\n")).collect();
    format!("id: {id}\nevent: {name}\n{lines}\n")
}

#[cfg(test)]
mod tests {
    use super::event;

    #[test]
    fn data_cannot_begin_an_event() {
        let text = event("rows", "a\nevent: state\r\n\n<b>", 7);
        assert_eq!(text, "id: 7\nevent: rows\ndata: a\ndata: event: state\ndata: \ndata: \ndata: <b>\n\n");
    }
}
