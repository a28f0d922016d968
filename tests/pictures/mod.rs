//! A small program for tests of graphs, and what `--dump-arg` and the library write of its graphs, read.

/// The nodes of a graph as line, state, and whether it was reused; structure and exits left out.
fn nodes(graph: &str) -> Vec<String> {
    let mut nodes = Vec::new();
    for line in graph.lines().filter(|l| l.starts_with('s')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = words[1].split([':', '.']).nth(1).unwrap_or(words[1]);
        let marks: String = words[3..].iter().filter(|w| ["accepting", "reused"].contains(w)).map(|w| format!(" {w}")).collect();
        let node = format!("{place} {}{marks}", words[2]);
        if !nodes.contains(&node) {
            nodes.push(node);
        }
    }
    nodes
}

/// Two flags that depend on one input, and one that takes the value of either.
pub(crate) const FLAGS: &str = "int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
int main(void) { int x = __VERIFIER_nondet_int(); _Bool f1, f2 = __VERIFIER_nondet_bool(), s;
  if (x > 10)
    f1 = 0; else
    f1 = 1;
  if (x == 100)
    f2 = 0;
  if (f1)
    s = f2; else
    s = f1;
  return s; }
";

/// The graphs of a file, by their goals.
pub(crate) fn graph_of(graphs: &str, goal: &str) -> Vec<String> {
    let start = graphs.find(&format!("{goal}\n")).unwrap_or_else(|| panic!("no graph of {goal} in\n{graphs}"));
    let graph = &graphs[start + goal.len() + 1..];
    nodes(graph.find("query.").map_or(graph, |end| &graph[..end]))
}
