//! CMake's answer about its targets (file API, code model 2), which a build folder has where somebody asked for it: `.cmake/api/v1/query/codemodel-v2`.

use super::ProjectError;
use super::database::{Database, malformed, place};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The targets of a project; none if nobody asked CMake.
#[derive(Debug, Default)]
pub(super) struct Targets(Vec<Target>);

#[derive(Debug)]
struct Target {
    id: String,
    name: String,
    /// Files that are compiled, as the system knows them.
    sources: BTreeSet<PathBuf>,
    /// Other targets that are built before it; those that are libraries are linked.
    dependencies: Vec<String>,
    is_library: bool,
}

#[derive(Deserialize)]
struct Index {
    objects: Vec<IndexObject>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct IndexObject {
    kind: String,
    json_file: PathBuf,
}

#[derive(Deserialize)]
struct CodeModel {
    configurations: Vec<Configuration>,
    paths: Paths,
}

#[derive(Deserialize)]
struct Paths {
    source: PathBuf,
}

#[derive(Deserialize)]
struct Configuration {
    targets: Vec<TargetName>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetName {
    json_file: PathBuf,
}

#[derive(Deserialize)]
struct TargetObject {
    id: String,
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    sources: Vec<SourceObject>,
    #[serde(default)]
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourceObject {
    path: PathBuf,
    compile_group_index: Option<usize>,
}

#[derive(Deserialize)]
struct Dependency {
    id: String,
}

impl Targets {
    /// What CMake answered in the folder of the database.
    ///
    /// # Errors
    /// If the answer is not as CMake writes it.
    pub(super) fn of(database: &Database) -> Result<Self, ProjectError> {
        let folder = database.folder().join(".cmake/api/v1/reply");
        let Ok(files) = fs::read_dir(&folder) else { return Ok(Self::default()) };
        let is_index = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("index-"));
        // The last one by its name counts.
        let Some(index) = files.flatten().map(|file| file.path()).filter(is_index).max() else { return Ok(Self::default()) };
        let index: Index = read(&index)?;
        let Some(model) = index.objects.iter().find(|object| object.kind == "codemodel") else { return Ok(Self::default()) };
        let CodeModel { configurations, paths } = read(&folder.join(&model.json_file))?;
        let mut targets: Vec<Target> = Vec::new();
        for TargetName { json_file } in configurations.into_iter().flat_map(|configuration| configuration.targets) {
            let TargetObject { id, name, kind, sources, dependencies } = read(&folder.join(json_file))?;
            let compiled = sources.into_iter().filter(|source| source.compile_group_index.is_some());
            targets.push(Target {
                id,
                name,
                sources: compiled.map(|source| place(&paths.source.join(source.path))).collect(),
                dependencies: dependencies.into_iter().map(|dependency| dependency.id).collect(),
                is_library: kind.ends_with("_LIBRARY"),
            });
        }
        Ok(Self(targets))
    }

    pub(super) fn is_told(&self) -> bool {
        !self.0.is_empty()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|target| target.name.as_str())
    }

    /// The targets that compile a file.
    pub(super) fn with(&self, file: &Path) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |target| target.sources.contains(file)).map(|target| target.name.as_str())
    }

    /// The files that are compiled for a target itself.
    pub(super) fn own(&self, name: &str) -> BTreeSet<PathBuf> {
        self.0.iter().filter(|target| target.name == name).flat_map(|target| target.sources.iter().cloned()).collect()
    }

    /// The files that a target is linked of: its own, and those of the libraries that it depends on.
    pub(super) fn linked(&self, name: &str) -> BTreeSet<PathBuf> {
        self.with_libraries(name).into_iter().flat_map(|target| target.sources.iter().cloned()).collect()
    }

    /// The names of a target and of the libraries that it depends on.
    pub(super) fn reached(&self, name: &str) -> BTreeSet<&str> {
        self.with_libraries(name).into_iter().map(|target| target.name.as_str()).collect()
    }

    fn with_libraries(&self, name: &str) -> Vec<&Target> {
        let mut linked: Vec<&Target> = self.0.iter().filter(|target| target.name == name).collect();
        let mut n_seen = 0;
        while let Some(target) = linked.get(n_seen).copied() {
            n_seen += 1;
            for other in self.0.iter().filter(|other| other.is_library && target.dependencies.contains(&other.id)) {
                if !linked.iter().any(|known| known.id == other.id) {
                    linked.push(other);
                }
            }
        }
        linked
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, ProjectError> {
    let text = fs::read_to_string(path).map_err(|error| ProjectError::Read { path: path.display().to_string(), error })?;
    serde_json::from_str(&text).map_err(|error| malformed(path, &text, &error))
}
