//! Starting and stopping campaigns, and giving tasks more time. A campaign is run by a process of its own, which goes on when the server ends.

use super::answer::Answer;
use super::{Shared, Site};
use crate::error::{CampaignError, Result, writing};
use crate::folder::{Folder, More};
use crate::plan::{TaskNumber, seconds};
use crate::store::{CampaignId, Store};
use std::fs::OpenOptions;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// How long the start of a campaign is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a form asks for.
pub(super) fn change(shared: &Shared, campaign: CampaignId, what: &str, form: &[(String, String)]) -> Result<Answer> {
    let Some(folder) = folder(&shared.site, campaign)? else { return Ok(Answer::missing()) };
    match what {
        "run" => start(shared, &folder)?,
        "stop" => folder.cancel()?,
        "more" => {
            let seconds_asked = form.iter().find(|(key, _)| key == "seconds").map_or("", |(_, value)| value.as_str());
            let stage = match seconds(seconds_asked) {
                Ok(stage) => stage,
                Err(why) => return Ok(Answer::Error { status: 400, text: why }),
            };
            let numbers = form.iter().filter(|(key, _)| key == "task").filter_map(|(_, number)| number.parse().ok());
            let tasks = numbers.map(TaskNumber).filter(|number| folder.task(*number).is_some());
            let more: Vec<More> = tasks.map(|task| More { task, stage }).collect();
            folder.add_stages(&more)?;
            if !more.is_empty() && !folder.is_running() {
                start(shared, &folder)?;
            }
        }
        _ => return Ok(Answer::missing()),
    }
    Ok(Answer::see(format!("/campaign/{}", campaign.0)))
}

/// The folder of a campaign of the database.
pub(super) fn folder(site: &Site, campaign: CampaignId) -> Result<Option<Folder>> {
    let row = Store::read(&site.results)?.campaigns()?.into_iter().find(|row| row.id == campaign);
    row.map(|row| Folder::open(&row.folder)).transpose()
}

/// Starts a process that runs the campaign, in a group of its own.
pub(super) fn start(shared: &Shared, folder: &Folder) -> Result<()> {
    if folder.is_running() {
        return Ok(());
    }
    folder.resume()?;
    let path = folder.path.join("coordinator.log");
    let log = OpenOptions::new().create(true).append(true).open(&path).map_err(writing(&path))?;
    let same = log.try_clone().map_err(writing(&path))?;
    let mut command = Command::new(&shared.site.program);
    command.args(["campaign", "run", "--quiet"]).arg(&folder.path).stdin(Stdio::null()).stdout(log).stderr(same).process_group(0);
    let mut child = command.spawn().map_err(|error| CampaignError::Engine { engine: "the server", why: format!("cannot start the campaign: {error}") })?;
    // The page that comes next shows that it runs.
    let begin = Instant::now();
    let store = Store::read(&shared.site.results)?;
    let has_begun = || store.campaigns().is_ok_and(|rows| rows.iter().any(|row| row.key == folder.about.id && row.state == "running"));
    while begin.elapsed() < PATIENCE && !(folder.is_running() && has_begun()) && matches!(child.try_wait(), Ok(None)) {
        std::thread::sleep(Duration::from_millis(5));
    }
    shared.children.lock().unwrap_or_else(PoisonError::into_inner).push(child);
    Ok(())
}
