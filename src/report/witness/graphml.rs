//! Witnesses of format 1.0. Written are paths; read are graphs whose way from the entry to the violation is one path, and invariants of loops.

use super::model::{Column, Content, Decision, Ghosts, Invariant, Metadata, Segment, Waypoint, WaypointKind, Witness, WitnessError, WitnessPlace, is_time};
use goto::DataModel;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Keys with what they belong to.
const KEYS: [(&str, &str, &str); 19] = [
    ("entry", "boolean", "node"),
    ("violation", "boolean", "node"),
    ("sink", "boolean", "node"),
    ("invariant", "string", "node"),
    ("invariant.scope", "string", "node"),
    ("witness-type", "string", "graph"),
    ("sourcecodelang", "string", "graph"),
    ("producer", "string", "graph"),
    ("specification", "string", "graph"),
    ("programfile", "string", "graph"),
    ("programhash", "string", "graph"),
    ("architecture", "string", "graph"),
    ("creationtime", "string", "graph"),
    ("startline", "int", "edge"),
    ("control", "string", "edge"),
    ("assumption", "string", "edge"),
    ("assumption.scope", "string", "edge"),
    ("assumption.resultfunction", "string", "edge"),
    ("enterLoopHead", "boolean", "edge"),
];

/// The names that the format gives to keys, where they differ from their ids.
fn attribute(id: &str) -> &str {
    match id {
        "entry" => "isEntryNode",
        "violation" => "isViolationNode",
        "sink" => "isSinkNode",
        "programfile" => "programFile",
        "programhash" => "programHash",
        id => id,
    }
}

/// The witness as text of format 1.0.
pub fn write(witness: &Witness) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n",
    );
    for (id, kind, of) in KEYS.iter().chain(&[("enterFunction", "string", "edge")]) {
        let default = if *kind == "boolean" { "<default>false</default>" } else { "" };
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, " <key attr.name=\"{}\" attr.type=\"{kind}\" for=\"{of}\" id=\"{id}\">{default}</key>", attribute(id));
    }
    text.push_str(" <graph edgedefault=\"directed\">\n");
    let Metadata { creation_time, producer, producer_version, files, specification, .. } = &witness.metadata;
    let (file, hash) = files.first().cloned().unwrap_or_default();
    let witness_type = match &witness.content {
        Content::Violation(_) => "violation_witness",
        Content::Correctness { .. } => "correctness_witness",
    };
    for (key, value) in [
        ("witness-type", witness_type),
        ("sourcecodelang", "C"),
        ("producer", &format!("{producer} {producer_version}")),
        ("specification", specification),
        ("programfile", &file),
        ("programhash", &hash),
        ("architecture", witness.metadata.architecture()),
        ("creationtime", creation_time),
    ] {
        let _ = writeln!(text, "  {}", data(key, value));
    }
    match &witness.content {
        Content::Violation(segments) => write_path(&mut text, segments),
        // The format has no contracts.
        Content::Correctness { invariants, contracts: _, ghosts: _ } => write_invariants(&mut text, invariants),
    }
    text.push_str(" </graph>\n</graphml>\n");
    text
}

fn data(key: &str, value: &str) -> String {
    format!("<data key=\"{key}\">{}</data>", quick_xml::escape::escape(value))
}

fn write_path(text: &mut String, segments: &[Segment]) {
    let _ = writeln!(text, "  <node id=\"N0\">{}</node>", data("entry", "true"));
    let last = segments.len() + 1;
    for number in 1..last {
        let _ = writeln!(text, "  <node id=\"N{number}\"/>");
    }
    let _ = writeln!(text, "  <node id=\"N{last}\">{}</node>", data("violation", "true"));
    let _ = writeln!(text, "  <edge source=\"N0\" target=\"N1\">{}</edge>", data("enterFunction", "main"));
    for (number, segment) in (1..).zip(segments) {
        let place = segment.follow.place.as_ref();
        let mut parts: Vec<String> = place.map(|p| data("startline", &p.line.to_string())).into_iter().collect();
        let scope = place.and_then(|p| p.function.as_deref()).unwrap_or("main");
        let assume = |value: &str| vec![data("assumption", &format!("{value};")), data("assumption.scope", scope)];
        match &segment.follow.kind {
            WaypointKind::Branching(Decision::Holds(holds)) => parts.push(data("control", if *holds { "condition-true" } else { "condition-false" })),
            WaypointKind::Assumption(value) => parts.extend(assume(value)),
            WaypointKind::FunctionReturn { constraint, callee } => {
                parts.extend(assume(constraint));
                parts.extend(callee.as_deref().map(|c| data("assumption.resultfunction", c)));
            }
            WaypointKind::Branching(Decision::Label(_)) | WaypointKind::FunctionEnter | WaypointKind::Target => {}
        }
        let _ = writeln!(text, "  <edge source=\"N{number}\" target=\"N{}\">{}</edge>", number + 1, parts.concat());
    }
}

fn write_invariants(text: &mut String, invariants: &[Invariant]) {
    let _ = writeln!(text, "  <node id=\"N0\">{}</node>", data("entry", "true"));
    for (number, invariant) in (1..).zip(invariants.iter().filter(|i| i.of_loop)) {
        let scope = invariant.place.function.as_deref().unwrap_or("main");
        let _ = writeln!(text, "  <node id=\"N{number}\">{}{}</node>", data("invariant", &invariant.value), data("invariant.scope", scope));
        let line = data("startline", &invariant.place.line.to_string());
        let _ = writeln!(text, "  <edge source=\"N{}\" target=\"N{number}\">{line}{}</edge>", number - 1, data("enterLoopHead", "true"));
    }
}

/// A graph as it stands in the file.
#[derive(Default)]
struct Graph {
    data: Data,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

type Data = BTreeMap<String, String>;

struct Node {
    id: String,
    data: Data,
    line: u32,
}

struct Edge {
    source: String,
    target: String,
    data: Data,
    line: u32,
}

/// Reads a witness.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn read(text: &str) -> Result<Witness, WitnessError> {
    let graph = graph(text)?;
    let metadata = metadata(&graph.data)?;
    let file = metadata.files[0].0.clone();
    let content = match graph.data.get("witness-type").map(String::as_str) {
        Some("violation_witness") => Content::Violation(path(&graph, &file)?),
        Some("correctness_witness") => Content::Correctness { invariants: invariants(&graph, &file)?, contracts: Vec::new(), ghosts: Ghosts::default() },
        other => return Err(WitnessError::new(None, format!("the witness-type {} is not supported", other.unwrap_or("")))),
    };
    Ok(Witness { metadata, content })
}

fn metadata(data: &Data) -> Result<Metadata, WitnessError> {
    let wrong = |message: String| WitnessError::new(None, message);
    let get = |key: &str| data.get(key).filter(|v| !v.is_empty()).cloned().ok_or_else(|| wrong(format!("the graph has no {key}")));
    get("witness-type")?;
    let language = get("sourcecodelang")?;
    if language != "C" {
        return Err(wrong(format!("the language is {language}, not C")));
    }
    let architecture = get("architecture")?;
    let model = match architecture.as_str() {
        "32bit" => DataModel::Ilp32,
        "64bit" => DataModel::Lp64,
        other => return Err(wrong(format!("the architecture {other} is not supported, only 32bit and 64bit"))),
    };
    let creation_time = get("creationtime")?;
    if !is_time(&creation_time) {
        return Err(wrong(format!("creationtime `{creation_time}` is no time of ISO 8601")));
    }
    Ok(Metadata {
        uuid: String::new(),
        creation_time,
        producer: get("producer")?,
        producer_version: String::new(),
        files: vec![(get("programfile")?, get("programhash")?.to_lowercase())],
        specification: get("specification")?,
        model,
    })
}

/// The waypoints of the edges on the way from the entry to the violation.
fn path(graph: &Graph, file: &str) -> Result<Vec<Segment>, WitnessError> {
    let is = |node: &Node, key: &str| node.data.get(key).is_some_and(|v| v == "true");
    let mut entries = graph.nodes.iter().filter(|n| is(n, "isEntryNode"));
    let (Some(entry), None) = (entries.next(), entries.next()) else { return Err(WitnessError::new(None, "the graph has not exactly one entry node")) };
    let node = |id: &str| graph.nodes.iter().find(|n| n.id == id);
    let (mut at, mut segments, mut target) = (entry, Vec::new(), None);
    let mut visited = vec![entry.id.as_str()];
    while !is(at, "isViolationNode") {
        let mut next = graph.edges.iter().filter(|e| e.source == at.id && node(&e.target).is_some_and(|t| !is(t, "isSinkNode")));
        let (Some(edge), None) = (next.next(), next.next()) else {
            return Err(WitnessError::new(Some(at.line), format!("from the node {} not exactly one edge leads on; other graphs are not supported", at.id)));
        };
        target = edge.data.get("startline").map(|line| line_number(line, edge)).transpose()?.map(|line| (line, edge.line));
        segments.extend(waypoint(edge, file)?.map(Segment::of));
        // The filter has found it.
        let Some(to) = node(&edge.target).filter(|n| !visited.contains(&n.id.as_str())) else {
            return Err(WitnessError::new(Some(edge.line), "the way goes round; other graphs are not supported"));
        };
        visited.push(&to.id);
        at = to;
    }
    let place = target.map(|(line, _)| WitnessPlace { file: file.to_owned(), line, column: Column::Any, function: None });
    segments.push(Segment::of(Waypoint { kind: WaypointKind::Target, place, thread: None, line: target.map(|t| t.1) }));
    Ok(segments)
}

fn line_number(text: &str, edge: &Edge) -> Result<u32, WitnessError> {
    text.trim().parse().ok().filter(|&n| n > 0).ok_or_else(|| WitnessError::new(Some(edge.line), format!("startline `{text}` is no number of a line")))
}

fn waypoint(edge: &Edge, file: &str) -> Result<Option<Waypoint>, WitnessError> {
    let Some(line) = edge.data.get("startline") else { return Ok(None) };
    let place = WitnessPlace { file: file.to_owned(), line: line_number(line, edge)?, column: Column::Any, function: None };
    let kind = match (edge.data.get("control").map(String::as_str), edge.data.get("assumption"), edge.data.get("assumption.resultfunction")) {
        (_, Some(constraint), Some(callee)) => {
            WaypointKind::FunctionReturn { constraint: constraint.trim().trim_end_matches(';').to_owned(), callee: Some(callee.clone()) }
        }
        (Some("condition-true"), ..) => WaypointKind::Branching(Decision::Holds(true)),
        (Some("condition-false"), ..) => WaypointKind::Branching(Decision::Holds(false)),
        (Some(other), ..) => return Err(WitnessError::new(Some(edge.line), format!("control `{other}` is neither condition-true nor condition-false"))),
        // What is assumed of variables holds somewhere behind the line; it is taken as a hint.
        (None, ..) => return Ok(None),
    };
    Ok(Some(Waypoint { kind, place: Some(place), thread: None, line: Some(edge.line) }))
}

fn invariants(graph: &Graph, file: &str) -> Result<Vec<Invariant>, WitnessError> {
    let mut found = Vec::new();
    for node in &graph.nodes {
        let Some(value) = node.data.get("invariant").filter(|v| v.trim() != "true" && !v.trim().is_empty()) else { continue };
        let head = |e: &&Edge| e.target == node.id && e.data.get("enterLoopHead").is_some_and(|v| v == "true") && e.data.contains_key("startline");
        let Some(edge) = graph.edges.iter().find(head) else {
            return Err(WitnessError::new(Some(node.line), format!("the invariant of {} is none of a loop; others are not supported", node.id)));
        };
        let line = line_number(&edge.data["startline"], edge)?;
        let function = node.data.get("invariant.scope").cloned();
        let place = WitnessPlace { file: file.to_owned(), line, column: Column::Any, function };
        found.push(Invariant { of_loop: true, place, value: value.clone(), line: Some(node.line) });
    }
    Ok(found)
}

/// What the text of a `data` element belongs to.
enum DataOwner {
    Graph,
    Node,
    Edge,
}

fn graph(text: &str) -> Result<Graph, WitnessError> {
    let mut reader = Reader::from_str(text);
    let mut graph = Graph::default();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut around: Option<DataOwner> = None;
    let mut key: Option<(String, String)> = None;
    let mut seen_graph = false;
    loop {
        let line = 1 + text[..(reader.buffer_position() as usize).min(text.len())].matches('\n').count() as u32;
        let wrong = |message: String| WitnessError::new(Some(line), message);
        let event = reader.read_event().map_err(|e| wrong(e.to_string()))?;
        let is_empty = matches!(event, Event::Empty(_));
        match event {
            Event::Start(e) | Event::Empty(e) => {
                let get = |name: &str| xml_attribute(&e, name).ok_or_else(|| wrong(format!("an element has no attribute {name}")));
                match e.name().as_ref() {
                    "key" => {
                        names.insert(get("id")?, get("attr.name")?);
                    }
                    "graph" => {
                        seen_graph = true;
                        around = Some(DataOwner::Graph);
                    }
                    "node" => {
                        graph.nodes.push(Node { id: get("id")?, data: Data::new(), line });
                        around = Some(if is_empty { DataOwner::Graph } else { DataOwner::Node });
                    }
                    "edge" => {
                        graph.edges.push(Edge { source: get("source")?, target: get("target")?, data: Data::new(), line });
                        around = Some(if is_empty { DataOwner::Graph } else { DataOwner::Edge });
                    }
                    "data" if !is_empty => {
                        let id = get("key")?;
                        let name = names.get(&id).cloned().ok_or_else(|| wrong(format!("there is no key {id}")))?;
                        key = Some((name, String::new()));
                    }
                    _ => {}
                }
            }
            Event::Text(t) => append(&mut key, &t.xml10_content()),
            Event::CData(t) => append(&mut key, &t.xml10_content()),
            Event::GeneralRef(r) => append(&mut key, &entity(&r).map_err(wrong)?),
            Event::End(e) => match e.name().as_ref() {
                "data" => {
                    if let Some((name, value)) = key.take() {
                        let data = match around {
                            Some(DataOwner::Node) => graph.nodes.last_mut().map(|n| &mut n.data),
                            Some(DataOwner::Edge) => graph.edges.last_mut().map(|e| &mut e.data),
                            _ => Some(&mut graph.data),
                        };
                        data.into_iter().for_each(|d| drop(d.insert(plain(&name).to_owned(), value.trim().to_owned())));
                    }
                }
                "node" | "edge" => around = Some(DataOwner::Graph),
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    if seen_graph { Ok(graph) } else { Err(WitnessError::new(None, "there is no graph element")) }
}

/// Names that are written in several ways.
fn plain(name: &str) -> &str {
    match name {
        "programFile" => "programfile",
        "programHash" => "programhash",
        name => name,
    }
}

fn append(key: &mut Option<(String, String)>, text: &str) {
    if let Some((_, value)) = key {
        value.push_str(text);
    }
}

fn entity(reference: &quick_xml::events::BytesRef<'_>) -> Result<String, String> {
    if let Some(c) = reference.resolve_char_ref().map_err(|e| e.to_string())? {
        return Ok(c.to_string());
    }
    let name = reference.xml10_content();
    quick_xml::escape::resolve_predefined_entity(&name).map(str::to_string).ok_or_else(|| format!("unknown entity {name}"))
}

fn xml_attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.attributes().filter_map(Result::ok).find(|a| a.key.as_ref() == name)?;
    let value = String::from_utf8_lossy(attribute.value.as_ref().as_ref()).into_owned();
    Some(quick_xml::escape::unescape(&value).map_or(value.clone(), std::borrow::Cow::into_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Metadata {
        Metadata::now(&["a.c"], "CHECK( init(main()), LTL(G ! overflow) )", DataModel::Ilp32)
    }

    #[test]
    fn paths_are_read_as_they_are_written() {
        let place = |line| Some(WitnessPlace { file: "a.c".to_owned(), line, column: Column::At(3), function: Some("main".to_owned()) });
        let follow = |kind, line| Segment::of(Waypoint { kind, place: place(line), thread: None, line: None });
        let result = WaypointKind::FunctionReturn { constraint: "\\result < -5 && \\result != 7".to_owned(), callee: Some("input".to_owned()) };
        let segments = vec![follow(result.clone(), 4), follow(WaypointKind::Branching(Decision::Holds(false)), 5), follow(WaypointKind::Target, 6)];
        let text = write(&Witness { metadata: metadata(), content: Content::Violation(segments) });
        let witness = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let Content::Violation(segments) = witness.content else { panic!("a violation") };
        let kinds: Vec<_> = segments.iter().map(|s| (s.follow.kind.clone(), s.follow.place.as_ref().map(|p| p.line))).collect();
        assert_eq!(kinds, [(result, Some(4)), (WaypointKind::Branching(Decision::Holds(false)), Some(5)), (WaypointKind::Target, Some(6))]);
        assert_eq!((witness.metadata.model, witness.metadata.files), (DataModel::Ilp32, metadata().files));
    }

    #[test]
    fn invariants_are_read_as_they_are_written() {
        let place = WitnessPlace { file: "a.c".to_owned(), line: 7, column: Column::Any, function: Some("main".to_owned()) };
        let invariant = Invariant { of_loop: true, place, value: "i < 5 && 1".to_owned(), line: None };
        let text = write(&Witness {
            metadata: metadata(),
            content: Content::Correctness { invariants: vec![invariant.clone()], contracts: Vec::new(), ghosts: Ghosts::default() },
        });
        let Content::Correctness { invariants: mut found, .. } = read(&text).unwrap_or_else(|e| panic!("{e}\n{text}")).content else { panic!("invariants") };
        found.iter_mut().for_each(|i| i.line = None);
        assert_eq!(found, [invariant]);
    }

    #[test]
    fn what_is_no_witness() {
        let segments = vec![Segment::of(Waypoint { kind: WaypointKind::Target, place: None, thread: None, line: None })];
        let good = write(&Witness { metadata: metadata(), content: Content::Violation(segments) });
        for (from, to) in [
            ("<data key=\"entry\">true</data>", ""),
            ("violation_witness", "other"),
            (">32bit<", ">16bit<"),
            ("<data key=\"sourcecodelang\">C</data>", ""),
            ("<graph ", "<grape "),
            ("target=\"N1\"", "target=\"N0\""),
            ("key=\"producer\"", "key=\"nothing\""),
        ] {
            assert!(good.contains(from), "{from}");
            assert!(read(&good.replacen(from, to, 1)).is_err(), "{from} {to}");
        }
        assert!(read(&good).is_ok());
        assert!(read("<graphml>").is_err());
    }
}
