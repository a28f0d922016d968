//! Monitors of properties in C: each event is a statement, and what the property does there.

use super::told::{Calls, LoggedCalls};
use super::{Watch, quoted, watch};
use automata::spec::{Node, Nodes, Part};
use automata::uno::tree::{Effect, MarkFilter, Test, Tree, Value, Who};
use automata::uno::{Binary, Code, Codes, Property, Sign, SymbolNumber, Unary};
use goto::Id;
use goto::outline::{Outline, SymbolKind, Tags, Use};
use std::fmt::Write as _;

/// The monitor, or the name of a variable whose declaration cannot be told in its place.
pub fn property(property: &Property, codes: &Codes, nodes: &Nodes, outline: &Outline) -> Result<Watch, String> {
    let writer = Writer { property, codes, outline };
    let (mut events, mut told, mut known): (String, LoggedCalls, Vec<&Node>) = (String::new(), LoggedCalls::new(), Vec::new());
    let mut end = String::new();
    for (at, code) in &codes.of {
        let Some(node) = &nodes.of(at.edge)[at.index].node else {
            end = writer.code(code);
            continue;
        };
        let body = writer.code(code);
        if known.contains(&node) || body.is_empty() {
            continue;
        }
        let number = known.len();
        known.push(node);
        let _ = write!(events, "  case {number}: {{\n{body}    break;\n  }}\n");
        let calls: &mut Calls = told.entry(node.text).or_default();
        match &node.part {
            Part::Outcome(true) => calls.outcomes.0.push(number),
            Part::Outcome(false) => calls.outcomes.1.push(number),
            Part::Whole | Part::Variable(_) => calls.before.push(number),
        }
        if let Part::Variable(name) = &node.part
            && is_late(outline, node.text, name)
        {
            return Err(name.clone());
        }
    }
    let title = format!("Watches runs for an error of {}", property.name);
    Ok(Watch { text: watch(&title, &writer.state(), &events, &end), told })
}

/// Is there a call in the declarations before a variable of the same declaration? What it calls would come after the variable was told.
fn is_late(outline: &Outline, text: usize, name: &str) -> bool {
    let uses = &outline.texts[text].named.uses;
    let first = uses.iter().position(|u| u.of.as_deref() == Some(name)).unwrap_or(0);
    // Functions without a text tell nothing.
    let tells = |u: &Use| {
        let symbol = &outline.symbols[u.symbol.0];
        u.tags.meets(Tags::FCALL) && (symbol.kind != SymbolKind::Function || outline.functions.contains(&symbol.name))
    };
    uses[..first].iter().any(tells)
}

struct Writer<'a> {
    property: &'a Property,
    codes: &'a Codes,
    outline: &'a Outline,
}

fn sign(sign: Sign) -> u32 {
    match sign {
        Sign::Zero => 1,
        Sign::Nonzero => 2,
    }
}

impl Writer<'_> {
    /// The variables.
    fn state(&self) -> String {
        let mut text = String::new();
        for (id, of) in self.property.variables.iter() {
            let _ = writeln!(text, "static int P_v{} = {}; /* {} */", id.index(), of.start, of.name);
        }
        let n = self.outline.symbols.len().max(1);
        let _ = writeln!(text, "/* Of each symbol: its mark, the tags with which it got it (none: it has no mark), what is known of it. */");
        let _ = writeln!(text, "static struct {{ int mark; unsigned tags; int picked, known; }} P_s[{n}];");
        text
    }

    fn code(&self, code: &Code) -> String {
        let mut text = String::new();
        for symbol in &code.begins {
            if self.codes.marked.contains(symbol) || self.codes.asked.contains(symbol) {
                let _ = writeln!(text, "    memset(&P_s[{0}], 0, sizeof P_s[{0}]);", symbol.0);
            }
        }
        if !code.tree.is_idle() {
            self.tree(&code.tree, &mut text);
        }
        for symbol in code.changes.iter().filter(|s| self.codes.asked.contains(s)) {
            let _ = writeln!(text, "    P_s[{}].known = 0;", symbol.0);
        }
        for (symbol, known) in code.gives.iter().filter(|g| self.codes.asked.contains(&g.0)) {
            let _ = writeln!(text, "    P_s[{}].known = {};", symbol.0, sign(*known));
        }
        text
    }

    fn tree(&self, tree: &Tree, text: &mut String) {
        match tree {
            Tree::End => {}
            Tree::Do(effect, next) => {
                self.effect(effect, text);
                self.tree(next, text);
            }
            Tree::Test(test, yes, no) => {
                let _ = writeln!(text, "    if ({}) {{", self.test(test));
                self.tree(yes, text);
                text.push_str("    } else {\n");
                self.tree(no, text);
                text.push_str("    }\n");
            }
        }
    }

    fn value(value: &Value) -> String {
        match value {
            Value::Number(n) => format!("({n})"),
            Value::Variable(v) => format!("P_v{}", v.index()),
            Value::Unary(op, a) => {
                let op = match op {
                    Unary::Not => "!",
                    Unary::Minus => "0u-",
                    Unary::Complement => "~",
                };
                format!("(int)({op}{})", Self::value(a))
            }
            Value::Binary(op, a, b) => {
                let (op, wraps) = match op {
                    Binary::Add => ("+", true),
                    Binary::Sub => ("-", true),
                    Binary::Mul => ("*", true),
                    Binary::And => ("&", false),
                    Binary::Or => ("|", false),
                    Binary::Xor => ("^", false),
                    Binary::Equal => ("==", false),
                    Binary::Unequal => ("!=", false),
                    Binary::Less => ("<", false),
                    Binary::LessOrEqual => ("<=", false),
                };
                let (a, b) = (Self::value(a), Self::value(b));
                if wraps { format!("(int)((unsigned){a} {op} (unsigned){b})") } else { format!("({a} {op} {b})") }
            }
        }
    }

    fn is_marked(symbol: SymbolNumber, wanted: MarkFilter) -> String {
        let (s, with, without) = (symbol.0, wanted.filter.with.bits(), wanted.filter.without.bits());
        format!("(P_s[{s}].mark == {} && P_s[{s}].tags & {with}u && !(P_s[{s}].tags & {without}u))", wanted.mark)
    }

    fn test(&self, test: &Test) -> String {
        let any = |all: Vec<String>, none: &str, op: &str| if all.is_empty() { none.to_owned() } else { all.join(op) };
        match test {
            Test::Truth(value) => Self::value(value),
            Test::Marked(who, wanted) => any(who.of(&self.codes.marked).into_iter().map(|s| Self::is_marked(s, *wanted)).collect(), "0", " || "),
            Test::PickedKnown(picked, known) => {
                let fine = |s: SymbolNumber| format!("(!P_s[{0}].picked || P_s[{0}].known == {1})", s.0, sign(*known));
                any(self.picked(picked).into_iter().map(fine).collect(), "1", " && ")
            }
            Test::Known(all, known) => any(all.iter().map(|s| format!("P_s[{}].known == {}", s.0, sign(*known))).collect(), "1", " && "),
        }
    }

    fn picked(&self, picked: &[Who]) -> Vec<SymbolNumber> {
        self.codes.marked.iter().copied().filter(|s| picked.iter().any(|who| who.contains(*s))).collect()
    }

    fn effect(&self, effect: &Effect, text: &mut String) {
        let _ = match effect {
            Effect::Set(variable, value) => writeln!(text, "    P_v{} = {};", variable.index(), Self::value(value)),
            Effect::Pick { who, wanted, earlier } => who.of(&self.codes.marked).into_iter().try_for_each(|s| {
                let before = if earlier.iter().any(|e| e.contains(s)) { format!("P_s[{}].picked || ", s.0) } else { String::new() };
                writeln!(text, "    P_s[{}].picked = {before}{};", s.0, Self::is_marked(s, *wanted))
            }),
            Effect::Mark { uses, mark } => {
                uses.iter().try_for_each(|(s, tags)| writeln!(text, "    P_s[{0}].mark = {mark}; P_s[{0}].tags = {1}u;", s.0, tags.bits()))
            }
            Effect::MarkPicked { picked, mark } => {
                self.picked(picked).into_iter().try_for_each(|s| writeln!(text, "    if (P_s[{0}].picked) P_s[{0}].mark = {mark};", s.0))
            }
            Effect::Unmark(symbols) => symbols.iter().try_for_each(|s| writeln!(text, "    P_s[{}].tags = 0;", s.0)),
            Effect::UnmarkPicked(picked) => {
                self.picked(picked).into_iter().try_for_each(|s| writeln!(text, "    if (P_s[{0}].picked) P_s[{0}].tags = 0;", s.0))
            }
            Effect::Error(id, symbols) => {
                let names: Vec<&str> = symbols.iter().map(|s| self.outline.symbols[s.0].name.as_str()).collect();
                let about = if names.is_empty() { String::new() } else { format!(" [{}]", names.join(", ")) };
                writeln!(text, "    P_error({});", quoted(&format!("{}{about}", self.property.errors[*id].message)))
            }
        };
    }
}
