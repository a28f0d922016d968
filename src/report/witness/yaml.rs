//! Witnesses of format 2.x. Unknown keys and missing ones are errors, with the line where they stand.

use super::model::{
    Column, Content, Decision, FunctionContract, GhostUpdate, GhostVariable, Ghosts, Invariant, Metadata, Segment, Waypoint, WaypointKind, Witness,
    WitnessError, WitnessPlace, is_time, is_uuid,
};
use goto::DataModel;
use instrument::witness::SwitchLabel;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    entry_type: Spanned<String>,
    metadata: Spanned<MetadataEntry>,
    content: Vec<Spanned<ContentEntry>>,
}

/// An entry of any type.
#[derive(Deserialize)]
struct AnyEntry {
    entry_type: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MetadataEntry {
    format_version: Version,
    uuid: String,
    creation_time: String,
    producer: ProducerEntry,
    task: TaskEntry,
}

/// A version in a file of competitions: quoted it is a text, unquoted a number.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Version {
    Number(f64),
    Text(String),
}

impl Version {
    pub fn text(&self) -> String {
        match self {
            Version::Number(number) => format!("{number:?}"),
            Version::Text(text) => text.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProducerEntry {
    name: String,
    version: Version,
    #[serde(rename = "configuration")]
    _configuration: Option<String>,
    #[serde(rename = "command_line")]
    _command_line: Option<String>,
    #[serde(rename = "description")]
    _description: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskEntry {
    input_files: Vec<String>,
    input_file_hashes: BTreeMap<String, String>,
    specification: String,
    data_model: String,
    language: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContentEntry {
    segment: Option<Vec<WaypointItem>>,
    invariant: Option<Spanned<InvariantEntry>>,
    contract: Option<Spanned<ContractEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaypointItem {
    waypoint: Spanned<WaypointEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaypointEntry {
    r#type: String,
    action: String,
    thread_id: Option<u32>,
    constraint: Option<ConstraintEntry>,
    location: LocationEntry,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConstraintEntry {
    value: Scalar,
    format: Option<String>,
}

/// `true` and numbers need no quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Scalar {
    Truth(bool),
    Number(i64),
    Text(String),
}

impl Scalar {
    fn text(&self) -> String {
        match self {
            Scalar::Truth(truth) => truth.to_string(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Text(text) => text.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationEntry {
    file_name: String,
    line: u32,
    column: Option<u32>,
    function: Option<String>,
    #[serde(rename = "file_hash")]
    _file_hash: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvariantEntry {
    r#type: String,
    location: LocationEntry,
    value: Scalar,
    format: Option<String>,
    #[serde(rename = "labels")]
    _labels: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ContractEntry {
    r#type: String,
    location: LocationEntry,
    requires: Option<Scalar>,
    ensures: Option<Scalar>,
    format: Option<String>,
    #[serde(rename = "labels")]
    _labels: Option<Vec<String>>,
}

/// The type of an entry with ghosts.
const GHOSTS: &str = "ghost_instrumentation";

/// The version of the format that tells threads apart.
const WITH_THREADS: &str = "2.2";

/// Reads a witness.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Witness, WitnessError> {
    // Witnesses are long lists; what bounds them is the memory that an analysis may take anyway.
    let budget = serde_saphyr::budget! { max_nodes: 1 << 26, max_events: 1 << 28, max_total_scalar_bytes: 1 << 30 };
    let options = serde_saphyr::options! { with_snippet: false, budget: budget };
    let entries: Vec<Entry> = serde_saphyr::from_str_with_options(text, options.clone()).map_err(|e| {
        let line = e.location().and_then(|l| u32::try_from(l.line()).ok());
        with_ghosts(text, options).unwrap_or_else(|| WitnessError::new(line, e.to_string()))
    })?;
    let entry = match <[Entry; 1]>::try_from(entries) {
        Ok([entry]) => entry,
        Err(entries) => return Err(WitnessError::new(None, format!("there are {} entries; a witness is one", entries.len()))),
    };
    let metadata = metadata(&entry.metadata)?;
    // Several targets came with threads.
    let has_threads = entry.metadata.value.format_version.text() == WITH_THREADS;
    let content = match entry.entry_type.value.as_str() {
        "violation_sequence" => Content::Violation(segments(entry.content, has_threads)?),
        "invariant_set" => correctness(entry.content)?,
        other => return Err(WitnessError::new(line_of(&entry.entry_type), format!("entry_type {other} is not supported"))),
    };
    Ok(Witness { metadata, content })
}

/// What to say of a text that is no witness as it is read here, if the reason is that it has ghosts.
fn with_ghosts(text: &str, options: serde_saphyr::Options) -> Option<WitnessError> {
    let entries: Vec<AnyEntry> = serde_saphyr::from_str_with_options(text, options).ok()?;
    let entry = entries.into_iter().find(|entry| entry.entry_type.value == GHOSTS)?;
    Some(WitnessError::new(line_of(&entry.entry_type), format!("ghost variables (entry_type {GHOSTS}) are not supported")))
}

fn line_of<T>(spanned: &Spanned<T>) -> Option<u32> {
    u32::try_from(spanned.referenced.line()).ok().filter(|&line| line > 0)
}

fn metadata(entry: &Spanned<MetadataEntry>) -> Result<Metadata, WitnessError> {
    let wrong = |message: String| Err(WitnessError::new(line_of(entry), message));
    let MetadataEntry { format_version, uuid, creation_time, producer, task } = &entry.value;
    let version = format_version.text();
    if !["2.0", "2.1", WITH_THREADS].contains(&version.as_str()) {
        return wrong(format!("format_version {version} is not supported, only 2.0, 2.1 and 2.2"));
    }
    if !is_uuid(uuid) {
        return wrong(format!("`{uuid}` is no UUID"));
    }
    if !is_time(creation_time) {
        return wrong(format!("creation_time `{creation_time}` is no time of ISO 8601"));
    }
    if task.language != "C" {
        return wrong(format!("the language is {}, not C", task.language));
    }
    let model = match task.data_model.as_str() {
        "ILP32" => DataModel::Ilp32,
        "LP64" => DataModel::Lp64,
        other => return wrong(format!("the data model {other} is not supported, only ILP32 and LP64")),
    };
    if task.input_files.is_empty() {
        return wrong("input_files is empty".to_owned());
    }
    let mut files = Vec::new();
    for file in &task.input_files {
        match task.input_file_hashes.get(file) {
            Some(hash) => files.push((file.clone(), hash.to_lowercase())),
            None => return wrong(format!("input_file_hashes has no hash of {file}")),
        }
    }
    Ok(Metadata {
        uuid: uuid.clone(),
        creation_time: creation_time.clone(),
        producer: producer.name.clone(),
        producer_version: producer.version.text(),
        files,
        specification: task.specification.clone(),
        model,
    })
}

fn segments(content: Vec<Spanned<ContentEntry>>, has_threads: bool) -> Result<Vec<Segment>, WitnessError> {
    let mut segments = Vec::new();
    let n = content.len();
    for (number, item) in content.into_iter().enumerate() {
        let line = line_of(&item);
        let ContentEntry { segment: Some(items), invariant: None, contract: None } = item.value else {
            return Err(WitnessError::new(line, "a violation_sequence consists of segments"));
        };
        let (mut avoid, mut follow, mut beside) = (Vec::new(), None::<Waypoint>, Vec::new());
        for WaypointItem { waypoint: entry } in items {
            let line = line_of(&entry);
            let action = entry.value.action.clone();
            let waypoint = waypoint(entry.value, line)?;
            let is_target = waypoint.kind == WaypointKind::Target;
            match action.as_str() {
                "follow" if has_threads && is_target && follow.as_ref().is_some_and(|first| first.kind == WaypointKind::Target) => beside.push(waypoint),
                _ if follow.is_some() => return Err(WitnessError::new(line, "behind the waypoint to follow its segment ends")),
                "avoid" if is_target => return Err(WitnessError::new(line, "a target cannot be avoided")),
                "avoid" => avoid.push(waypoint),
                "follow" if is_target != (number + 1 == n) => {
                    let message = if is_target { "the target is not in the last segment" } else { "the last segment has no target" };
                    return Err(WitnessError::new(line, message));
                }
                "follow" => follow = Some(waypoint),
                other => return Err(WitnessError::new(line, format!("the action {other} is not supported, only follow and avoid"))),
            }
        }
        let Some(follow) = follow else { return Err(WitnessError::new(line, "the segment has no waypoint to follow")) };
        segments.push(Segment { avoid, follow, beside });
    }
    if segments.is_empty() {
        return Err(WitnessError::new(None, "there is no segment, so no target"));
    }
    Ok(segments)
}

fn waypoint(entry: WaypointEntry, line: Option<u32>) -> Result<Waypoint, WitnessError> {
    let wrong = |message: String| Err(WitnessError::new(line, message));
    let WaypointEntry { r#type, thread_id: thread, constraint, location, .. } = entry;
    let format = |constraint: &ConstraintEntry, allowed: &[&str]| match &constraint.format {
        Some(format) if !allowed.contains(&format.as_str()) => {
            Err(WitnessError::new(line, format!("the format {format} does not suit a waypoint of type {}", r#type)))
        }
        _ => Ok(constraint.value.text()),
    };
    let kind = match (r#type.as_str(), &constraint) {
        ("assumption", Some(c)) => WaypointKind::Assumption(format(c, &["c_expression", "ext_c_expression"])?),
        ("branching", Some(c)) => WaypointKind::Branching(match format(c, &["c_expression", "ext_c_expression"])?.as_str() {
            "true" => Decision::Holds(true),
            "false" => Decision::Holds(false),
            "default" => Decision::Label(SwitchLabel::Default),
            value => match instrument::witness::integer(value) {
                Some(value) => Decision::Label(SwitchLabel::Case(value)),
                None => return wrong(format!("a branching is `true`, `false`, `default` or a number, not `{value}`")),
            },
        }),
        ("function_enter", None) => WaypointKind::FunctionEnter,
        ("function_return", Some(c)) => WaypointKind::FunctionReturn { constraint: format(c, &["acsl_expression"])?, callee: None },
        ("target", None) => WaypointKind::Target,
        ("assumption" | "branching" | "function_return", None) => return wrong(format!("a waypoint of type {} needs a constraint", r#type)),
        ("function_enter" | "target", Some(_)) => return wrong(format!("a waypoint of type {} has no constraint", r#type)),
        (other, _) => return wrong(format!("waypoints of type {other} are not supported")),
    };
    Ok(Waypoint { kind, place: Some(place(location, line)?), thread, line })
}

fn place(entry: LocationEntry, line: Option<u32>) -> Result<WitnessPlace, WitnessError> {
    if entry.line == 0 || entry.column == Some(0) {
        return Err(WitnessError::new(line, "lines and columns count from 1"));
    }
    Ok(WitnessPlace { file: entry.file_name, line: entry.line, column: entry.column.map_or(Column::Leftmost, Column::At), function: entry.function })
}

fn correctness(content: Vec<Spanned<ContentEntry>>) -> Result<Content, WitnessError> {
    let (mut invariants, mut contracts) = (Vec::new(), Vec::new());
    for item in content {
        let line = line_of(&item);
        match item.value {
            ContentEntry { segment: None, invariant: Some(entry), contract: None } => invariants.push(invariant(entry, line)?),
            ContentEntry { segment: None, invariant: None, contract: Some(entry) } => contracts.push(contract(entry, line)?),
            _ => return Err(WitnessError::new(line, "an invariant_set consists of invariants and contracts")),
        }
    }
    Ok(Content::Correctness { invariants, contracts, ghosts: Ghosts::default() })
}

fn contract(entry: Spanned<ContractEntry>, line: Option<u32>) -> Result<FunctionContract, WitnessError> {
    let line = line_of(&entry).or(line);
    let ContractEntry { r#type, location, requires, ensures, format, .. } = entry.value;
    if r#type != "function_contract" {
        return Err(WitnessError::new(line, format!("contracts of type {type} are not supported", type = r#type)));
    }
    let is_acsl = match format.as_deref() {
        None | Some("c_expression" | "ext_c_expression") => false,
        Some("acsl_expression") => true,
        Some(other) => return Err(WitnessError::new(line, format!("the format {other} of contracts is not supported"))),
    };
    // What is not said holds.
    let text = |condition: Option<Scalar>| match condition.map(|condition| condition.text()).as_deref() {
        None | Some("true") => "1".to_owned(),
        Some("false") => "0".to_owned(),
        Some(condition) => condition.to_owned(),
    };
    Ok(FunctionContract { place: place(location, line)?, requires: text(requires), ensures: text(ensures), is_acsl, line })
}

fn invariant(entry: Spanned<InvariantEntry>, line: Option<u32>) -> Result<Invariant, WitnessError> {
    let line = line_of(&entry).or(line);
    let InvariantEntry { r#type, location, value, format, .. } = entry.value;
    let of_loop = match r#type.as_str() {
        "loop_invariant" => true,
        "location_invariant" => false,
        other => return Err(WitnessError::new(line, format!("invariants of type {other} are not supported"))),
    };
    if let Some(format) = format.filter(|f| f != "c_expression" && f != "ext_c_expression") {
        return Err(WitnessError::new(line, format!("the format {format} of invariants is not supported")));
    }
    Ok(Invariant { of_loop, place: place(location, line)?, value: value.text(), line })
}

/// The witness as text of format 2.0, of 2.1 where it has contracts or ghosts, and of 2.2 where it tells threads apart.
pub fn write(witness: &Witness) -> String {
    let mut text = String::new();
    let entry_type = match &witness.content {
        Content::Violation(_) => "violation_sequence",
        Content::Correctness { .. } => "invariant_set",
    };
    let version = match &witness.content {
        Content::Correctness { contracts, ghosts, .. } if !contracts.is_empty() || !ghosts.variables.is_empty() => "2.1",
        Content::Violation(segments) if segments.iter().any(|segment| segment.follow.thread.is_some()) => WITH_THREADS,
        Content::Violation(_) | Content::Correctness { .. } => "2.0",
    };
    if let Content::Correctness { ghosts, .. } = &witness.content
        && !ghosts.variables.is_empty()
    {
        let metadata = Metadata { uuid: witness.metadata.another_uuid(), ..witness.metadata.clone() };
        write_head(&mut text, GHOSTS, version, &metadata);
        write_ghosts(&mut text, ghosts);
    }
    write_head(&mut text, entry_type, version, &witness.metadata);
    match &witness.content {
        Content::Violation(segments) => {
            text.push_str("  content:\n");
            segments.iter().for_each(|segment| write_segment(&mut text, segment));
        }
        Content::Correctness { invariants, contracts, .. } if invariants.is_empty() && contracts.is_empty() => text.push_str("  content: []\n"),
        Content::Correctness { invariants, contracts, .. } => {
            text.push_str("  content:\n");
            invariants.iter().for_each(|invariant| write_invariant(&mut text, invariant));
            contracts.iter().for_each(|contract| write_contract(&mut text, contract));
        }
    }
    text
}

/// What an entry says of itself and of the task.
fn write_head(text: &mut String, entry_type: &str, version: &str, metadata: &Metadata) {
    let Metadata { uuid, creation_time, producer, producer_version, files, specification, model } = metadata;
    let model = match model {
        DataModel::Ilp32 => "ILP32",
        DataModel::Lp64 => "LP64",
    };
    // Writing to a string does not fail, here and below.
    let _ = write!(
        text,
        "- entry_type: {}\n  metadata:\n    format_version: \"{version}\"\n    uuid: {}\n    creation_time: {}\n    producer:\n      name: {}\n      version: {}\n    \
         task:\n      input_files:\n",
        quoted(entry_type),
        quoted(uuid),
        quoted(creation_time),
        quoted(producer),
        quoted(producer_version)
    );
    files.iter().for_each(|(file, _)| text.push_str(&format!("      - {}\n", quoted(file))));
    text.push_str("      input_file_hashes:\n");
    files.iter().for_each(|(file, hash)| text.push_str(&format!("        {}: {}\n", quoted(file), quoted(hash))));
    let _ = writeln!(text, "      specification: {}\n      data_model: {}\n      language: \"C\"", quoted(specification), quoted(model));
}

fn write_ghosts(text: &mut String, ghosts: &Ghosts) {
    text.push_str("  content:\n    ghost_variables:\n");
    for GhostVariable { name, initial } in &ghosts.variables {
        let name = quoted(name);
        let _ = writeln!(
            text,
            "      - name: {name}\n        type: \"int\"\n        scope: \"global\"\n        initial:\n          value: \"{initial}\"\n          format: \"c_expression\""
        );
    }
    text.push_str("    ghost_updates:\n");
    for GhostUpdate { place, variable, value } in &ghosts.updates {
        text.push_str("      -\n");
        write_place(text, place);
        let variable = quoted(variable);
        let _ = writeln!(text, "        updates:\n          - variable: {variable}\n            value: \"{value}\"\n            format: \"c_expression\"");
    }
}

fn write_segment(text: &mut String, segment: &Segment) {
    text.push_str("  - segment:\n");
    let followed = [&segment.follow].into_iter().chain(&segment.beside);
    let waypoints = segment.avoid.iter().map(|w| (w, "avoid")).chain(followed.map(|w| (w, "follow")));
    for (waypoint, action) in waypoints {
        let (kind, constraint) = match &waypoint.kind {
            WaypointKind::Assumption(value) => ("assumption", Some((value.clone(), Some("c_expression")))),
            WaypointKind::Branching(Decision::Holds(holds)) => ("branching", Some((holds.to_string(), None))),
            WaypointKind::Branching(Decision::Label(SwitchLabel::Default)) => ("branching", Some(("default".to_owned(), None))),
            WaypointKind::Branching(Decision::Label(SwitchLabel::Case(value))) => ("branching", Some((value.to_string(), None))),
            WaypointKind::FunctionEnter => ("function_enter", None),
            WaypointKind::FunctionReturn { constraint, .. } => ("function_return", Some((constraint.clone(), Some("acsl_expression")))),
            WaypointKind::Target => ("target", None),
        };
        let _ = writeln!(text, "    - waypoint:\n        type: \"{kind}\"\n        action: \"{action}\"");
        if let Some(thread) = waypoint.thread {
            let _ = writeln!(text, "        thread_id: {thread}");
        }
        if let Some((value, format)) = constraint {
            let _ = writeln!(text, "        constraint:\n          value: {}", quoted(&value));
            if let Some(format) = format {
                let _ = writeln!(text, "          format: \"{format}\"");
            }
        }
        if let Some(place) = &waypoint.place {
            write_place(text, place);
        }
    }
}

fn write_invariant(text: &mut String, invariant: &Invariant) {
    let kind = if invariant.of_loop { "loop_invariant" } else { "location_invariant" };
    let _ = writeln!(text, "  - invariant:\n        type: \"{kind}\"");
    write_place(text, &invariant.place);
    let _ = writeln!(text, "        value: {}\n        format: \"c_expression\"", quoted(&invariant.value));
}

fn write_contract(text: &mut String, contract: &FunctionContract) {
    text.push_str("  - contract:\n        type: \"function_contract\"\n");
    write_place(text, &contract.place);
    let format = if contract.is_acsl { "acsl_expression" } else { "ext_c_expression" };
    let _ = writeln!(text, "        requires: {}\n        ensures: {}\n        format: \"{format}\"", quoted(&contract.requires), quoted(&contract.ensures));
}

fn write_place(text: &mut String, place: &WitnessPlace) {
    let _ = writeln!(text, "        location:\n          file_name: {}\n          line: {}", quoted(&place.file), place.line);
    if let Some(column) = place.column.number() {
        let _ = writeln!(text, "          column: {column}");
    }
    if let Some(function) = &place.function {
        let _ = writeln!(text, "          function: {}", quoted(function));
    }
}

/// A text in quotes. What JSON quotes YAML reads.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> WitnessPlace {
        WitnessPlace { file: "dir/a \"b\".c".to_owned(), line, column: Column::At(3), function: Some("main".to_owned()) }
    }

    fn round_trip(content: Content) {
        let witness = Witness { metadata: Metadata::now(&["dir/a \"b\".c"], "CHECK( init(main()), LTL(G ! overflow) )", DataModel::Ilp32), content };
        let text = write(&witness);
        let mut read = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        match &mut read.content {
            Content::Violation(segments) => segments.iter_mut().for_each(|s| {
                s.follow.line = None;
                s.beside.iter_mut().for_each(|w| w.line = None);
                s.avoid.iter_mut().for_each(|w| w.line = None);
            }),
            Content::Correctness { invariants, contracts, .. } => {
                invariants.iter_mut().for_each(|i| i.line = None);
                contracts.iter_mut().for_each(|c| c.line = None);
            }
        }
        assert_eq!(read, witness);
    }

    #[test]
    fn what_is_written_is_read() {
        let waypoint = |kind, line| Waypoint { kind, place: Some(place(line)), thread: None, line: None };
        let result = WaypointKind::FunctionReturn { constraint: "\\result == -5".to_owned(), callee: None };
        round_trip(Content::Violation(vec![
            Segment { avoid: vec![waypoint(WaypointKind::Branching(Decision::Holds(true)), 3)], ..Segment::of(waypoint(result, 4)) },
            Segment::of(waypoint(WaypointKind::Assumption("x == '\\n'".to_owned()), 5)),
            Segment::of(waypoint(WaypointKind::Branching(Decision::Label(SwitchLabel::Case(-7))), 6)),
            Segment::of(waypoint(WaypointKind::FunctionEnter, 7)),
            Segment::of(waypoint(WaypointKind::Target, 8)),
        ]));
        round_trip(Content::Violation(vec![
            Segment::of(waypoint(WaypointKind::FunctionEnter, 7).of_thread(0)),
            Segment { beside: vec![waypoint(WaypointKind::Target, 9).of_thread(1)], ..Segment::of(waypoint(WaypointKind::Target, 8).of_thread(2)) },
        ]));
        let ghosts = Ghosts::default;
        round_trip(Content::Correctness { invariants: Vec::new(), contracts: Vec::new(), ghosts: ghosts() });
        let invariant = |of_loop| Invariant { of_loop, place: place(9), value: "i <= n".to_owned(), line: None };
        let contract =
            |is_acsl| FunctionContract { place: place(2), requires: "x > 0".to_owned(), ensures: "\\result == \\old(x)".to_owned(), is_acsl, line: None };
        round_trip(Content::Correctness {
            invariants: vec![invariant(true), invariant(false)],
            contracts: vec![contract(false), contract(true)],
            ghosts: ghosts(),
        });
        round_trip(Content::Correctness { invariants: Vec::new(), contracts: vec![contract(true)], ghosts: ghosts() });
    }

    #[test]
    fn ghosts_are_written_before_what_is_said_with_them() {
        let ghosts = Ghosts {
            variables: vec![GhostVariable { name: "m_locked".to_owned(), initial: 0 }],
            updates: vec![GhostUpdate { place: place(4), variable: "m_locked".to_owned(), value: 1 }],
        };
        let invariant = Invariant { of_loop: false, place: place(9), value: "m_locked || i <= n".to_owned(), line: None };
        let content = Content::Correctness { invariants: vec![invariant], contracts: Vec::new(), ghosts };
        let text = write(&Witness { metadata: Metadata::now(&["a.c"], "CHECK( init(main()), LTL(G ! overflow) )", DataModel::Lp64), content });
        let entries: Vec<AnyEntry> = serde_saphyr::from_str(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let types: Vec<&str> = entries.iter().map(|entry| entry.entry_type.value.as_str()).collect();
        assert_eq!(types, [GHOSTS, "invariant_set"]);
        assert!(text.matches("format_version: \"2.1\"").count() == 2 && text.contains("variable: \"m_locked\"\n            value: \"1\""), "{text}");
        assert_eq!(
            read(&text).map(|_| ()).map_err(|e| e.to_string()),
            Err("line 1: ghost variables (entry_type ghost_instrumentation) are not supported".to_owned())
        );
    }
}
