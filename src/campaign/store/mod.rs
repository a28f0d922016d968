//! The database of results: SQLite in a file on a local disk. One process writes at a time, others read beside it. Knows what came of tasks, not how they run.
//!
//! | module | what |
//! |---|---|
//! | [`merge`] | results become rows, once whatever the order |
//! | [`coverage`] | verification coverage of tasks whose paths are divided, over time |
//! | [`views`] | the questions that a person has |
//! | [`rows`] | what the pages of a campaign show |

pub mod coverage;
pub mod merge;
pub mod rows;
#[cfg(test)]
mod tests;
pub mod views;

use crate::error::{CampaignError, Result, reading, writing};
use crate::folder::{Folder, now};
use crate::share::ShareSpec;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What brings a database from each form to the next one.
const MIGRATIONS: [&str; 3] = [include_str!("schema.sql"), include_str!("shares.sql"), include_str!("contracts.sql")];

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of a campaign in the database.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CampaignId(pub i64);

/// Where a campaign is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    New,
    Running,
    /// The process that coordinated it ended before the campaign did.
    Interrupted,
    Cancelled,
    Finished,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::Cancelled => "cancelled",
            Self::Finished => "finished",
        }
    }
}

/// Something that pages want to know at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Event {
    /// Tasks have something new.
    Tasks {
        numbers: Vec<u32>,
    },
    State {
        name: String,
    },
    /// Something that a person should look at.
    Alarm {
        text: String,
    },
}

/// A database that is open.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a database to write, and makes it if it is not there.
    ///
    /// # Errors
    /// If it is of another version, is no database or cannot be written.
    pub fn open(path: &Path) -> Result<Self> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(writing(folder))?;
        }
        let connection = Connection::open(path).map_err(|error| CampaignError::Database { path: path.to_owned(), error })?;
        let mut store = Self { connection, path: path.to_owned() };
        store.prepare().map_err(|error| store.failed(error))?;
        store.migrate()?;
        Ok(store)
    }

    /// Opens a database that is there, to read.
    ///
    /// # Errors
    /// As [`Store::open`], and if it is not there.
    pub fn read(path: &Path) -> Result<Self> {
        std::fs::metadata(path).map_err(reading(path))?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|error| CampaignError::Database { path: path.to_owned(), error })?;
        let store = Self { connection, path: path.to_owned() };
        store.connection.busy_timeout(PATIENCE).map_err(|error| store.failed(error))?;
        match store.form()? {
            0 => Err(CampaignError::Version { path: path.to_owned(), found: 0, known: MIGRATIONS.len() as i64 }),
            form if form < MIGRATIONS.len() as i64 => {
                // Only who writes can bring it to this form.
                drop(Self::open(path)?);
                Ok(store)
            }
            form if form == MIGRATIONS.len() as i64 => Ok(store),
            found => Err(CampaignError::Version { path: path.to_owned(), found, known: MIGRATIONS.len() as i64 }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn prepare(&self) -> rusqlite::Result<()> {
        self.connection.busy_timeout(PATIENCE)?;
        self.connection.pragma_update(None, "journal_mode", "WAL")?;
        self.connection.pragma_update(None, "synchronous", "NORMAL")?;
        self.connection.pragma_update(None, "foreign_keys", "ON")?;
        self.connection.set_prepared_statement_cache_capacity(64);
        Ok(())
    }

    fn form(&self) -> Result<i64> {
        self.connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(|error| self.failed(error))
    }

    fn migrate(&mut self) -> Result<()> {
        let known = MIGRATIONS.len() as i64;
        let path = self.path.clone();
        let failed = |error| CampaignError::Database { path: path.clone(), error };
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        if found > known || found < 0 {
            return Err(CampaignError::Version { path, found, known });
        }
        for migration in &MIGRATIONS[found as usize..] {
            transaction.execute_batch(migration).map_err(failed)?;
        }
        transaction.pragma_update(None, "user_version", known).map_err(failed)?;
        transaction.commit().map_err(failed)
    }

    pub(crate) fn failed(&self, error: rusqlite::Error) -> CampaignError {
        CampaignError::Database { path: self.path.clone(), error }
    }

    /// Notes a campaign with its tasks, once.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn register(&mut self, folder: &Folder) -> Result<CampaignId> {
        let path = self.path.clone();
        let failed = |error| CampaignError::Database { path: path.clone(), error };
        if let Some(id) = self.campaign(&folder.about.id)? {
            return Ok(id);
        }
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let id = insert_campaign(&transaction, folder).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(CampaignId(id))
    }

    /// Notes a share of a task, once.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn note_share(&mut self, campaign: CampaignId, folder: &Folder, share: &ShareSpec) -> Result<()> {
        let path = self.path.clone();
        let failed = |error| CampaignError::Database { path: path.clone(), error };
        let Some(task) = folder.task_of_share(share) else { return Ok(()) };
        let transaction = self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let note = || {
            let task = merge::task(&transaction, &task)?;
            transaction.execute("INSERT OR IGNORE INTO wanted(campaign, number, task) VALUES(?, ?, ?)", params![campaign.0, share.number.0, task])?;
            let values = params![campaign.0, share.number.0, share.root.0, share.parent.0, share.title()];
            transaction.execute("INSERT OR IGNORE INTO share(campaign, number, root, parent, title) VALUES(?, ?, ?, ?, ?)", values)
        };
        note().map_err(failed)?;
        transaction.commit().map_err(failed)
    }

    /// The campaign with this key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn campaign(&self, key: &str) -> Result<Option<CampaignId>> {
        let found = self.connection.query_row("SELECT id FROM campaign WHERE key = ?", [key], |row| row.get(0).map(CampaignId)).optional();
        found.map_err(|error| self.failed(error))
    }

    /// Notes where a campaign is.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn set_state(&self, campaign: CampaignId, state: State) -> Result<()> {
        self.connection.execute("UPDATE campaign SET state = ? WHERE id = ?", params![state.name(), campaign.0]).map_err(|error| self.failed(error))?;
        self.tell(campaign, &Event::State { name: state.name().to_owned() })
    }

    /// Adds to what open pages are told.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn tell(&self, campaign: CampaignId, event: &Event) -> Result<()> {
        let kind = match event {
            Event::Tasks { .. } => "tasks",
            Event::State { .. } => "state",
            Event::Alarm { .. } => "alarm",
        };
        // An event is texts and numbers, which are always written.
        let body = serde_json::to_string(event).unwrap_or_default();
        let values = params![campaign.0, now() as i64, kind, body];
        let done = self.connection.prepare_cached("INSERT INTO event(campaign, time, kind, body) VALUES(?, ?, ?, ?)").and_then(|mut s| s.execute(values));
        done.map(drop).map_err(|error| self.failed(error))
    }
}

fn insert_campaign(connection: &Connection, folder: &Folder) -> rusqlite::Result<i64> {
    let about = &folder.about;
    connection.execute(
        "INSERT OR IGNORE INTO campaign(key, name, folder, created, state) VALUES(?, ?, ?, ?, 'new')",
        params![about.id, about.name, folder.path.display().to_string(), about.created as i64],
    )?;
    let id: i64 = connection.query_row("SELECT id FROM campaign WHERE key = ?", [&about.id], |row| row.get(0))?;
    for stage in &about.stages {
        connection.execute("INSERT OR IGNORE INTO stage(campaign, seconds) VALUES(?, ?)", params![id, stage.0 as i64])?;
    }
    let mut wanted = connection.prepare("INSERT OR IGNORE INTO wanted(campaign, number, task) VALUES(?, ?, ?)")?;
    for task in &folder.tasks {
        wanted.execute(params![id, task.number.0, merge::task(connection, task)?])?;
    }
    Ok(id)
}
