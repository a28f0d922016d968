//! What the files of a project say of its programs: how each file is compiled (compilation databases), which files make a program (CMake's file API, definitions), and
//! settings (`gotcha.toml`). Gives files and options as a command line could; knows nothing of what is asked of the program.
//!
//! | module | what |
//! |---|---|
//! | [`database`] | `compile_commands.json` |
//! | `command` | the compiler and the options of one compile command, with the paths that they mean |
//! | `targets` | CMake's answer about its targets |
//! | `providers` | which files define what others use |
//! | [`settings`] | `gotcha.toml` |

mod command;
pub mod database;
pub mod init;
mod providers;
pub mod settings;
mod targets;

use crate::failure::Failure;
use command::UnitFlags;
use database::{Database, Entry};
use frontend::dialect::Dialect;
use frontend::flags::FlagError;
use frontend::library;
use frontend::linkage::{self, Linkage};
use frontend::source::{Options, UnitOptions};
use goto::limits::Stop;
use goto::{DataModel, Diagnostic};
use providers::Providers;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use targets::Targets;
use thiserror::Error;

/// What is wrong with the files of a project.
#[derive(Debug, Error)]
pub enum ProjectError {
    #[error("cannot read {path}: {error}")]
    Read { path: String, error: io::Error },
    /// It is not what it should be at this place.
    #[error("{0}")]
    Malformed(Box<Diagnostic>),
    #[error("{database}: the command for {file}: {why}")]
    Command { database: String, file: String, why: String },
    #[error("{database}: an option for {file}: {error}")]
    Flag { database: String, file: String, error: FlagError },
    /// One program cannot have both.
    #[error("{one} and {other} are not compiled for one program: {why}")]
    Mixed { one: String, other: String, why: &'static str },
    #[error("{file} is compiled in several ways; choose one with --target NAME:\n{ways}")]
    SeveralWays { file: String, ways: String },
}

/// What is asked of a project.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The files that are named, if any.
    pub files: Vec<PathBuf>,
    /// Without them: all files of the target or of the project, not only those that the entry function needs.
    pub whole: bool,
    pub entry: &'a str,
    /// One of several programs that files belong to.
    pub target: Option<&'a str>,
    /// Options of the C compiler on the command line: they come behind those of the database.
    pub words: &'a [OsString],
}

/// The files of a program, and how they are compiled.
#[derive(Clone, Debug)]
pub struct Found {
    pub files: Vec<PathBuf>,
    /// With the units of the files, and what is the same for all of them.
    pub source: Options,
    /// What the user may want to know: files that were added, names that were not found.
    pub notes: Vec<String>,
}

/// The database that is meant where none is named: in the working directory, or in `build` there, if it lists one of the files, or a target is asked for, or all there is.
///
/// # Errors
/// It cannot be read.
pub fn database_of(files: &[PathBuf], target: Option<&str>, whole: bool) -> Result<Option<Database>, Failure> {
    for place in ["", "build"] {
        let path = Path::new(place).join(database::NAME);
        if path.is_file() {
            let database = Database::read(&path)?;
            if whole || target.is_some() || files.iter().any(|file| !database.of(file).is_empty()) {
                return Ok(Some(database));
            }
        }
    }
    Ok(None)
}

/// The program that is asked for, by this database. `source` is what the command line says of all files. Once it is asked to stop, files that were not looked at
/// are missing, and a note says so.
///
/// # Errors
/// If the database does not say how to compile a file that it lists, or nothing says what the program is.
pub fn find(database: &Database, asked: &Asked<'_>, source: Options, model: Option<DataModel>, stop: &Stop) -> Result<Found, Failure> {
    let targets = Targets::of(database)?;
    let mut program = Program { database, targets: &targets, asked, target: asked.target, model, source, files: Vec::new(), notes: Vec::new() };
    program.check_target()?;
    program.target = asked.target.or_else(|| program.only_target());
    for file in &asked.files {
        program.add_named(file)?;
    }
    match asked.files.as_slice() {
        [] if asked.whole => program.add_all()?,
        [] => program.add_entry(&mut Providers::new(database, stop))?,
        _ => {}
    }
    // Another one, since the first file says how all are read: with which data model, for instance.
    program.add_providers(&mut Providers::new(database, stop))?;
    let Program { source, files, mut notes, .. } = program;
    if stop.reason().is_some() {
        notes.push("the time ended before all files of the program were found".to_owned());
    }
    Ok(Found { files: files.into_iter().map(|file| file.name).collect(), source, notes })
}

/// A file of the program.
struct File {
    /// As it is named in results.
    name: PathBuf,
    /// As the system knows it.
    place: PathBuf,
}

/// The program as far as it is found.
struct Program<'a> {
    database: &'a Database,
    targets: &'a Targets,
    asked: &'a Asked<'a>,
    /// The one that is asked for, or the only one that the files belong to.
    target: Option<&'a str>,
    /// What the command line says.
    model: Option<DataModel>,
    source: Options,
    files: Vec<File>,
    notes: Vec<String>,
}

impl<'a> Program<'a> {
    /// The target of the first file, if it has just one.
    fn only_target(&self) -> Option<&'a str> {
        let place = database::place(self.asked.files.first()?);
        let names: BTreeSet<&str> = self.targets_of(&place).into_iter().collect();
        if names.len() == 1 { names.first().copied() } else { None }
    }

    fn check_target(&self) -> Result<(), Failure> {
        let Some(wanted) = self.asked.target else { return Ok(()) };
        let known: BTreeSet<&str> = self.database.targets().chain(self.targets.names()).collect();
        if known.contains(wanted) {
            return Ok(());
        }
        let hint = frontend::similar::hint(wanted, known.iter().copied());
        let listed = if known.is_empty() { "the database names none".to_owned() } else { known.into_iter().collect::<Vec<_>>().join(", ") };
        Err(Failure::Usage(format!("there is no target {wanted}{hint}; targets are {listed}")))
    }

    fn add_named(&mut self, file: &Path) -> Result<(), Failure> {
        let entries = self.database.of(file);
        let unit = match self.unit(&entries, file)? {
            Some(unit) => unit,
            None => {
                self.notes.push(format!("{} is not in {}: it is read with the options of the command line alone", file.display(), self.database.name()));
                UnitFlags::of_words(self.asked.words).map_err(|e| Failure::Usage(e.to_string()))?
            }
        };
        self.add(file.to_owned(), unit)
    }

    /// How a file is compiled. `None` if the database does not say.
    fn unit(&self, entries: &[&Entry], file: &Path) -> Result<Option<UnitFlags>, ProjectError> {
        let mut entries = entries.to_vec();
        if let Some(target) = self.target {
            // The target itself, or one that is linked with it.
            let linked = self.targets.reached(target);
            for names in [[target].into(), linked] {
                let is_meant = |entry: &&Entry| entry.target().is_some_and(|name| names.contains(name));
                if entries.iter().any(is_meant) {
                    entries.retain(is_meant);
                }
            }
        }
        let mut ways: Vec<(&Entry, UnitFlags)> = Vec::new();
        for entry in entries {
            let unit = UnitFlags::of_entry(self.database, entry, self.asked.words)?;
            if !ways.iter().any(|(_, other)| *other == unit) {
                ways.push((entry, unit));
            }
        }
        if ways.len() > 1 {
            let told = ways.iter().map(|(entry, unit)| format!("  {}: {}", entry.target().unwrap_or("?"), unit.told())).collect::<Vec<_>>().join("\n");
            return Err(ProjectError::SeveralWays { file: file.display().to_string(), ways: told });
        }
        Ok(ways.pop().map(|(_, unit)| unit))
    }

    /// Without files the program is what the entry function stands in.
    fn add_entry(&mut self, providers: &mut Providers<'_>) -> Result<(), Failure> {
        let entry = self.asked.entry;
        let among = self.target.map(|target| self.sources_of(target));
        // One that others can call is meant rather than functions of one file alone.
        let is_for_others = |own: &Linkage, name: &str| own.strong.contains(name);
        let is_here = |own: &Linkage, name: &str| own.weak.contains(name) || own.internal.contains(name);
        let mut found = providers.with(entry, among.as_ref(), |place| self.options_of(place), is_for_others);
        if found.is_empty() {
            found = providers.with(entry, among.as_ref(), |place| self.options_of(place), is_here);
        }
        match found.as_slice() {
            [only] => {
                let only = only.clone();
                let unit = self.unit(&self.database.at(&only), &only)?;
                self.add(command::shown(&only), unit.unwrap_or_default())
            }
            [] => Err(self.no_entry(providers, among.as_ref())),
            several => {
                let places: Vec<String> = several.iter().map(|place| command::shown(place).display().to_string()).collect();
                let names: BTreeSet<&str> = several.iter().flat_map(|place| self.targets_of(place)).collect();
                let choose = if names.len() > 1 {
                    format!(", or choose a target with --target: {}", names.into_iter().collect::<Vec<_>>().join(", "))
                } else {
                    String::new()
                };
                Err(Failure::Usage(format!("{entry} is defined in {}: name the file that is meant{choose}", places.join(", "))))
            }
        }
    }

    /// Nobody defines the entry function: perhaps a file that names it cannot be read, or not as the database says.
    fn no_entry(&self, providers: &mut Providers<'_>, among: Option<&BTreeSet<PathBuf>>) -> Failure {
        let entry = self.asked.entry;
        for file in providers.naming(entry, among) {
            if let Err(error) = self.unit(&self.database.at(&file), &command::shown(&file)) {
                return error.into();
            }
        }
        match providers.unread(entry) {
            Some((_, error)) => error.into(),
            None => Failure::Usage(format!("there is no program: no file of {} defines {entry}; name the files", self.database.name())),
        }
    }

    /// All files of the target or of the project that may be one program: not those that define something twice, as several with a `main`.
    fn add_all(&mut self) -> Result<(), Failure> {
        let among = self.target.map(|target| self.sources_of(target));
        let (mut strong, mut seen) = (BTreeSet::new(), BTreeSet::new());
        for Entry { file, .. } in &self.database.entries {
            if among.as_ref().is_some_and(|among| !among.contains(file)) || !seen.insert(file) {
                continue;
            }
            let shown = command::shown(file);
            let Some(unit) = self.unit(&self.database.at(file), &shown)? else { continue };
            // What is wrong with a file is said when the program is compiled.
            let own = self.options_of(file).and_then(|options| linkage::read(file, &options).ok()).unwrap_or_default();
            if let Some(twice) = own.strong.intersection(&strong).next() {
                self.notes.push(format!("{} is left out: it defines {twice}, as another file does; --target NAME chooses between them", shown.display()));
                continue;
            }
            strong.extend(own.strong);
            self.add(shown, unit)?;
        }
        if self.files.is_empty() {
            return Err(Failure::Usage(format!("{} has no files of this target", self.database.name())));
        }
        Ok(())
    }

    /// What a target is linked of.
    fn sources_of(&self, target: &str) -> BTreeSet<PathBuf> {
        self.targets.linked(target).into_iter().chain(self.own_of(target)).collect()
    }

    /// What is compiled for a target itself.
    fn own_of(&self, target: &str) -> BTreeSet<PathBuf> {
        let by_output = self.database.entries.iter().filter(|entry| entry.target() == Some(target)).map(|entry| entry.file.clone());
        self.targets.own(target).into_iter().chain(by_output).collect()
    }

    fn targets_of(&self, place: &Path) -> Vec<&'a str> {
        self.database.at(place).iter().filter_map(|entry| entry.target()).chain(self.targets.with(place)).collect()
    }

    /// How a file that may be added is read; in one of several ways, if there are several. `None` if the database does not say.
    fn options_of(&self, place: &Path) -> Option<Options> {
        let entries = self.database.at(place);
        let unit = match self.unit(&entries, place) {
            Err(ProjectError::SeveralWays { .. }) => UnitFlags::of_entry(self.database, entries.first()?, self.asked.words).ok()?,
            unit => unit.ok()??,
        };
        let mut options = self.source.clone();
        options.units.insert(place.to_owned(), unit.options());
        Some(options)
    }

    /// Adds the files that define what those of the program use, and what these use.
    fn add_providers(&mut self, providers: &mut Providers<'_>) -> Result<(), Failure> {
        let mut seen = BTreeSet::new();
        let mut strong: BTreeSet<String> = BTreeSet::new();
        let mut weak: BTreeSet<String> = BTreeSet::new();
        let mut n_read = 0;
        let mut wanted: Vec<(String, PathBuf)> = Vec::new();
        loop {
            while let Some(File { name, place }) = self.files.get(n_read) {
                n_read += 1;
                // What is wrong with a file is said when the program is compiled. Most files were read when they were looked for.
                let read = || linkage::read(name, &self.source).ok();
                let Some(own) = providers.linkage(place).cloned().or_else(read) else { continue };
                let names: Vec<&String> = own.undefined.iter().chain(&own.declared_variables).chain(&own.weak).collect();
                let is_asked = |name: &&str| !strong.contains(*name) && !seen.contains(*name) && !library::is_of_library(name);
                let linked = self.linked_with(place, false);
                if !linked.is_empty() {
                    let asked: Vec<&str> = names.iter().map(|name| name.as_str()).filter(is_asked).collect();
                    providers.read_ahead(&asked, &linked, |place| self.options_of(place));
                }
                wanted.extend(names.into_iter().map(|name| (name.clone(), place.clone())));
                strong.extend(own.strong);
                weak.extend(own.weak);
            }
            let Some((name, user)) = wanted.pop() else { return Ok(()) };
            if strong.contains(&name) || !seen.insert(name.clone()) {
                continue;
            }
            let program: BTreeSet<PathBuf> = self.files.iter().map(|file| file.place.clone()).collect();
            let mut found = self.provider(providers, &name, &user, weak.contains(&name));
            // Of several files those that would define something twice are not meant, as those with another `main`.
            let fits = |file: &PathBuf| providers.linkage(file).is_none_or(|own| own.strong.is_disjoint(&strong));
            if found.len() > 1 && found.iter().any(fits) {
                found.retain(fits);
            }
            let provider = match found.as_slice() {
                [] => {
                    if !weak.contains(&name) {
                        self.not_found(providers, &name, &user)?;
                    }
                    continue;
                }
                [only] => only.clone(),
                // Tentative definitions are one.
                _ if weak.contains(&name) => continue,
                several => {
                    let places: Vec<String> = several.iter().map(|place| command::shown(place).display().to_string()).collect();
                    self.notes.push(format!("{name} is defined in {}: name the file that is meant", places.join(", ")));
                    continue;
                }
            };
            if program.contains(&provider) {
                continue;
            }
            let shown = command::shown(&provider);
            if let Some(twice) = providers.linkage(&provider).and_then(|own| own.strong.intersection(&strong).next().cloned()) {
                self.notes.push(format!("{} defines {name}, and is not added since it defines {twice}, too", shown.display()));
                continue;
            }
            match self.unit(&self.database.at(&provider), &shown) {
                Ok(Some(unit)) => {
                    self.notes.push(format!("{} belongs to the program: it defines {name}", shown.display()));
                    self.add(shown, unit)?;
                }
                Ok(None) => {}
                Err(error) => self.notes.push(format!("{name} is not added: {error}")),
            }
        }
    }

    /// Nobody defines a name. Perhaps a file does that cannot be read, since a part of it is not there before the project is built.
    fn not_found(&mut self, providers: &mut Providers<'_>, name: &str, user: &Path) -> Result<(), Failure> {
        if library::is_of_library(name) {
            return Ok(());
        }
        let Some((file, error)) = providers.unread(name) else { return Ok(()) };
        if self.linked_with(user, false).contains(&file) {
            return Err(error.into());
        }
        let text = error.to_string();
        let why = text.lines().find(|line| line.contains("error:")).or(text.lines().next()).unwrap_or_default();
        self.notes.push(format!("{} may define {name}, but it cannot be read: {why}", command::shown(&file).display()));
        Ok(())
    }

    /// What the targets of a file are linked of, or what they have themselves.
    fn linked_with(&self, user: &Path, is_own: bool) -> BTreeSet<PathBuf> {
        let names: BTreeSet<&str> = match self.target {
            Some(target) => [target].into(),
            None => self.targets.with(user).collect(),
        };
        names.iter().flat_map(|target| if is_own { self.own_of(target) } else { self.sources_of(target) }).collect()
    }

    /// The files that may define the name for a file that uses it: those of its targets, else those of its folder, else all.
    fn provider(&self, providers: &mut Providers<'_>, name: &str, user: &Path, is_weak: bool) -> Vec<PathBuf> {
        let options = |place: &Path| self.options_of(place);
        // Libraries do not take the place of what is there.
        let linked = self.linked_with(user, is_weak);
        if !linked.is_empty() {
            let found = providers.defining(name, Some(&linked), options);
            if !found.is_empty() || self.targets.is_told() {
                return found;
            }
        }
        // The C library has it as well, and nothing says that the project's own one is meant.
        if is_weak || library::is_of_library(name) {
            return Vec::new();
        }
        let folder: BTreeSet<PathBuf> = self.database.entries.iter().map(|e| e.file.clone()).filter(|file| file.parent() == user.parent()).collect();
        let found = providers.defining(name, Some(&folder), options);
        if found.is_empty() { providers.defining(name, None, options) } else { found }
    }

    fn add(&mut self, name: PathBuf, unit: UnitFlags) -> Result<(), Failure> {
        self.mixed(&name, &unit)?;
        if self.files.is_empty() {
            self.source.data_model = self.model.or(unit.model).unwrap_or_default();
            let Dialect { volatile_inputs, enum_values, .. } = self.source.dialect;
            self.source.dialect = Dialect { volatile_inputs, enum_values, ..unit.dialect };
        }
        self.source.units.insert(name.clone(), unit.options());
        let place = database::place(&name);
        self.files.push(File { name, place });
        Ok(())
    }

    /// Is the file not compiled for one program with the first one?
    fn mixed(&self, name: &Path, unit: &UnitFlags) -> Result<(), ProjectError> {
        let Some(first) = self.files.first() else { return Ok(()) };
        let Dialect { wraps, freestanding, .. } = self.source.dialect;
        let model = self.model.or(unit.model).unwrap_or_default();
        let why = if model != self.source.data_model {
            "their types have different sizes"
        } else if unit.dialect.wraps != wraps {
            "signed overflow is defined in one of them alone (-fwrapv)"
        } else if unit.dialect.freestanding != freestanding {
            "one of them alone has the C library (-ffreestanding)"
        } else {
            return Ok(());
        };
        Err(ProjectError::Mixed { one: first.name.display().to_string(), other: name.display().to_string(), why })
    }
}

impl UnitFlags {
    fn options(&self) -> UnitOptions {
        UnitOptions { dialect: self.dialect, passed: self.passed.clone(), compiler: self.compiler.clone() }
    }
}
