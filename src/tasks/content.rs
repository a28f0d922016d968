//! What a call of a function depends on, as text: the function, what it calls, and the types, variables, inputs and goals of these, without names, places and numbers that the
//! rest of the program has a part in. Two programs with the same content are the same to whoever begins with that function. What the numbers of inputs and goals
//! are is kept beside the text.

use analysis::transform::{leave_functions_out, leave_statics_out};
use goto::callgraph::CallGraph;
use goto::reach::{HiddenNames, Reach};
use goto::{Bits, FuncId, GoalId, Id, InputId, Program, PropertyId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// The content of a program from its start on.
pub(crate) struct Content {
    pub text: String,
    /// In the order of the text.
    pub inputs: Vec<InputId>,
    pub goals: Vec<GoalId>,
    pub properties: Vec<PropertyId>,
}

/// An input with its value, for runs to come: position in the content, width and digits.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct KeptInput(usize, u16, String);

/// Things that have numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sort {
    Variable,
    Record,
    Input,
    Goal,
    Property,
    Branch,
}

impl Sort {
    fn letter(self) -> char {
        match self {
            Sort::Variable => 'v',
            Sort::Record => 'r',
            Sort::Input => 'i',
            Sort::Goal => 'g',
            Sort::Property => 'p',
            Sort::Branch => 'b',
        }
    }
}

/// A thing, as the text of the program calls it.
type Token = (Sort, String);

impl Content {
    pub(crate) fn of(program: &Program, hidden: &HiddenNames) -> Self {
        let mut own = program.clone();
        let reach = Reach::of(&own, hidden);
        leave_statics_out(&mut own, &reach);
        leave_functions_out(&mut own, &reach);
        let listing = goto::print(&own);
        let blocks = Blocks::of(&listing);
        let reachable = CallGraph::new(&own).reachable(own.start);
        let may_run = |id: FuncId| reachable[id] || own.functions[id].body.is_some() && !own.unreached.contains(&id);
        let mut names: Vec<&str> = own.functions.iter().filter(|(id, _)| may_run(*id)).map(|(_, function)| function.name.as_str()).collect();
        names.sort_unstable();
        let mut writer = Writer { text: String::new(), numbers: FxHashMap::default(), order: Vec::new() };
        writer.line(listing.lines().next().unwrap_or_default(), &FxHashMap::default());
        for name in names {
            if let Some(block) = blocks.functions.get(name) {
                writer.function(block);
            }
        }
        // Definitions name others.
        let mut done = 0;
        while let Some(token) = writer.order.get(done).cloned() {
            done += 1;
            for line in blocks.definitions.get(&token).into_iter().flatten() {
                writer.line(line, &FxHashMap::default());
            }
        }
        writer.lent(&own);
        let of = |sort: Sort| writer.order.iter().filter(move |(own, _)| *own == sort).filter_map(|(_, name)| number(name));
        let (inputs, goals) = (of(Sort::Input).map(InputId::new).collect(), of(Sort::Goal).map(GoalId::new).collect());
        let properties = of(Sort::Property).map(PropertyId::new).collect();
        Self { text: writer.text, inputs, goals, properties }
    }

    /// Inputs as they are kept. `None` if the content does not have them.
    pub(crate) fn kept(&self, inputs: &[(InputId, Bits)]) -> Option<Vec<KeptInput>> {
        let kept =
            |(id, bits): &(InputId, Bits)| Some(KeptInput(self.inputs.iter().position(|own| own == id)?, bits.width(), format!("{:x}", bits.unsigned())));
        inputs.iter().map(kept).collect()
    }

    /// Inputs that were kept, by the numbers that they have here. `None` if they are of something else.
    pub(crate) fn recalled(&self, kept: &[KeptInput]) -> Option<Vec<(InputId, Bits)>> {
        let input = |KeptInput(at, width, value): &KeptInput| {
            let width = (1..=128).contains(width).then_some(*width)?;
            Some((*self.inputs.get(*at)?, Bits::new(width, u128::from_str_radix(value, 16).ok()?)))
        };
        kept.iter().map(input).collect()
    }
}

/// The number that a name ends in.
fn number(name: &str) -> Option<usize> {
    name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

/// The parts of a program's text.
struct Blocks<'t> {
    functions: FxHashMap<&'t str, Vec<&'t str>>,
    definitions: FxHashMap<Token, Vec<&'t str>>,
}

impl<'t> Blocks<'t> {
    fn of(listing: &'t str) -> Self {
        let mut blocks = Self { functions: FxHashMap::default(), definitions: FxHashMap::default() };
        let mut lines = listing.lines().skip(1);
        while let Some(line) = lines.next() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let mut block = vec![line];
            if line.ends_with('{') {
                block.extend(lines.by_ref().take_while(|line| *line != "}"));
            }
            let sort = match word {
                "function" => {
                    let name = rest.split(": fn(").next().unwrap_or_default().trim_matches('"');
                    blocks.functions.insert(name, block);
                    continue;
                }
                "static" => Sort::Variable,
                "struct" | "union" => Sort::Record,
                "input" => Sort::Input,
                "goal" => Sort::Goal,
                "property" => Sort::Property,
                "branch" => Sort::Branch,
                _ => continue,
            };
            blocks.definitions.insert((sort, name_of(rest).to_owned()), block);
        }
        blocks
    }
}

/// The first name of a text, which may be in quotes, with its number.
fn name_of(text: &str) -> &str {
    let name = if text.starts_with('"') { quoted(text) } else { word(text) };
    let rest = &text[name.len()..];
    let digits = rest.strip_prefix('#').map_or(0, |digits| 1 + digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_digit()).len());
    &text[..name.len() + digits]
}

fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The text in quotes with which this one begins.
fn quoted(text: &str) -> &str {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return &text[..=at],
            _ => {}
        }
    }
    text
}

struct Writer {
    text: String,
    numbers: FxHashMap<Token, usize>,
    order: Vec<Token>,
}

impl Writer {
    /// Writes a function. Instructions that do nothing have no numbers.
    fn function(&mut self, block: &[&str]) {
        let mut targets = FxHashMap::default();
        let mut kept = Vec::new();
        for line in block {
            match line.trim_start().split_once(": ").and_then(|(at, rest)| Some((at.parse::<usize>().ok()?, rest))) {
                Some((at, rest)) => {
                    targets.insert(at, kept.len());
                    if word(rest) != "SKIP" {
                        kept.push(rest);
                    }
                }
                None => self.line(line, &targets),
            }
        }
        for line in kept {
            self.line(line, &targets);
        }
    }

    fn line(&mut self, line: &str, targets: &FxHashMap<usize, usize>) {
        let (mut rest, mut before, mut last) = (line, "", "");
        while let Some(c) = rest.chars().next() {
            if rest.starts_with("  // ") {
                break;
            }
            if let Some(after) = place(rest) {
                rest = after;
                continue;
            }
            if c != '"' && !c.is_alphanumeric() && c != '_' {
                self.text.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let name = name_of(rest);
            let is_numbered = |prefix: &str| name.strip_prefix(prefix).is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
            let sort = match (last, before) {
                ("struct" | "union", _) if name.contains('#') => Some(Sort::Record),
                ("COVER" | "goal", _) if is_numbered("g") => Some(Sort::Goal),
                ("ASSERT" | "property", _) if is_numbered("p") => Some(Sort::Property),
                ("INPUT" | "input", _) if is_numbered("in") => Some(Sort::Input),
                ("branch", _) | (_, "GOTO") if is_numbered("br") => Some(Sort::Branch),
                _ if is_symbol(name) => Some(Sort::Variable),
                _ => None,
            };
            match (sort, last, name.parse::<usize>()) {
                (Some(sort), ..) => self.token(sort, name),
                // Writing to a string cannot fail.
                (None, "GOTO", Ok(target)) => _ = write!(self.text, "{}", targets.get(&target).copied().unwrap_or(target)),
                (None, ..) => self.text.push_str(name),
            }
            (before, last) = (last, name);
            rest = &rest[name.len()..];
        }
        self.text.push('\n');
    }

    /// How much of the memory behind pointers is known, which the text of a program does not have.
    fn lent(&mut self, program: &Program) {
        for lent in &program.lent {
            let ending = format!("#{}", lent.pointer.index());
            if let Some(number) = self.order.iter().position(|(sort, name)| *sort == Sort::Variable && name.ends_with(&ending)) {
                // Writing to a string cannot fail.
                let _ = writeln!(self.text, "lent v{number} {}", lent.visible);
            }
        }
    }

    fn token(&mut self, sort: Sort, name: &str) {
        let token = (sort, name.to_owned());
        let number = match self.numbers.get(&token) {
            Some(number) => *number,
            None => {
                let number = self.order.len();
                self.numbers.insert(token.clone(), number);
                self.order.push(token);
                number
            }
        };
        let _ = write!(self.text, "{}{number}", sort.letter());
    }
}

/// A name with a number: `y#1`.
fn is_symbol(name: &str) -> bool {
    name.rsplit_once('#').is_some_and(|(_, digits)| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// What follows a place of the source: ` @0:2:7`.
fn place(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(' ')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix('@')?;
    Some(rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{self, Aim, ProgramRequest};
    use frontend::{Aliases, LazyInputs};
    use instrument::Criterion;

    fn content(text: &str) -> Content {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.c");
        std::fs::write(&file, text).unwrap();
        let lazy_inputs = Some(LazyInputs { aliases: Aliases::default(), objects: 3, elements: 4, characters: 4, for_tests: true });
        let mut loaded = program::compile(&ProgramRequest { entry: "f".into(), lazy_inputs, ..ProgramRequest::new(vec![file]) }).unwrap();
        program::instrument(&mut loaded, &Aim::Cover(vec![Criterion::Branch], None));
        Content::of(&loaded.program, &loaded.hidden)
    }

    const TEXT: &str = "struct s { int a; char b; }; int limit = 3; int ask(void);
static int helper(int a) { if (a > 4) return 1; return ask(); }
int f(struct s *p, int n) { while (n-- > limit) if (p && p->a == helper(n)) return 1; return 0; }
";

    #[test]
    fn what_a_function_does_not_call_is_not_seen() {
        let own = content(TEXT);
        assert!(own.goals.len() >= 6 && own.inputs.len() > 3, "{}", own.text);
        let others = "typedef struct { long c; } other;\nint unrelated = 7; int nobody(void);\n/* said */ int other_one(int x) { int y = x; if (y > nobody()) return \"text\"[y]; return unrelated; }\n";
        let behind = content(&format!("{others}{TEXT}"));
        assert_eq!(own.text, behind.text);
        assert_eq!(own.goals.len(), behind.goals.len());
        assert_ne!(own.goals, behind.goals, "goals have other numbers there");
        let moved = content(&TEXT.replace("return 1;", "\n\n  /* moved */ return 1;"));
        assert_eq!(own.text, moved.text);
    }

    #[test]
    fn what_a_function_calls_or_uses_is_seen() {
        let own = content(TEXT).text;
        let changes = [
            ("a > 4", "a > 5"),
            ("limit = 3", "limit = 4"),
            ("char b", "short b"),
            ("return 0", "return 2"),
            ("int limit", "const int limit"),
            ("n-- >", "n-- >="),
        ];
        for (from, to) in changes {
            assert_ne!(own, content(&TEXT.replace(from, to)).text, "{from} -> {to}");
        }
    }
}
