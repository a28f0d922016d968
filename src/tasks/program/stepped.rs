//! Programs as property automata see them: compiled, with an edge for each statement, and with what each edge means.

use super::{ProgramRequest, compile, weaknesses};
use crate::failure::Failure;
use automata::spec::steps::{self, Nodes, Steps};
use automata::spec::texts::Texts;
use automata::spec::{self, Specification};
use frontend::Loaded;
use goto::edges::Edges;
use goto::outline::Outline;
use goto::{FuncId, InstrId};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A program, its edges and their steps, which belong together.
pub struct Stepped {
    pub loaded: Loaded,
    pub edges: Edges,
    pub steps: Steps,
    /// Instructions that do nothing and are there for steps to stand on.
    pub anchors: Vec<(FuncId, InstrId)>,
}

/// Reads files with automata as one specification.
///
/// # Errors
/// If one cannot be read or is wrong.
pub fn specification(paths: &[PathBuf]) -> Result<Specification, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| Failure::Usage(format!("cannot read {name}: {e}")))?;
        files.push((name, String::from_utf8_lossy(&bytes).into_owned()));
    }
    Ok(spec::parse(&files)?)
}

/// Compiles the program and finds the steps of its edges.
///
/// # Errors
/// If the program is wrong.
pub fn read(request: &ProgramRequest) -> Result<Stepped, Failure> {
    let outline = frontend::outline::read(&request.files, &request.source)?;
    over(compile(request)?, &outline)
}

/// The steps of a program that was compiled, also with insertions into the text that the outline was made of.
pub(crate) fn over(mut loaded: Loaded, outline: &Outline) -> Result<Stepped, Failure> {
    let texts = Texts::new(outline, &loaded.program);
    let anchors = steps::anchor(&mut loaded.program, &loaded.labels, &texts);
    let edges = Edges::new(&loaded.program);
    let steps = Steps::new(&loaded.program, &edges, &loaded.labels, &texts);
    Ok(Stepped { loaded, edges, steps, anchors })
}

impl Stepped {
    /// What of the source the edges execute.
    pub(crate) fn nodes(&self, outline: &Outline) -> Nodes {
        let program = &self.loaded.program;
        Nodes::new(program, &self.edges, &Texts::new(outline, program), &self.steps)
    }

    /// What the analysis of the program has to guess.
    pub(crate) fn warnings(&self) -> Vec<String> {
        weaknesses(&self.loaded).collect()
    }

    /// All steps, by their edges.
    pub fn print(&self) -> String {
        let mut text = String::new();
        for (edge, step) in self.steps.iter() {
            let function = step.function.map_or("-", |f| &self.loaded.program.functions[f].name);
            let mut marks = String::new();
            for (is_so, mark) in [(step.is_entry, " entry"), (step.is_exit, " exit")] {
                marks.push_str(if is_so { mark } else { "" });
            }
            let callee = step.callee.as_ref().map_or(String::new(), |f| format!(" calls {f}"));
            let _ = writeln!(text, "{edge} {function}:{} {:?} \"{}\"{callee}{marks}", step.loc.line, step.kind, step.text);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use automata::observer;
    use automata::spec::lower::Lowering;
    use automata::spec::product::{Parts, Product};
    use automata::spec::{Matcher, StateId};
    use goto::Id;
    use std::collections::BTreeSet;

    /// The program of a text.
    fn stepped(text: &str) -> Stepped {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.c");
        std::fs::write(&path, text).expect("can be written");
        read(&ProgramRequest::new(vec![path])).unwrap_or_else(|e| panic!("{e}"))
    }

    /// The kinds and texts of the steps of main, in the order of the edges.
    fn of_main(text: &str) -> Vec<String> {
        let stepped = stepped(text);
        let main = stepped.loaded.program.functions.iter().find(|(_, f)| f.name == "main").map(|(f, _)| f);
        stepped.steps.iter().filter(|(_, s)| s.function == main).map(|(_, s)| format!("{:?} {}", s.kind, s.text)).collect()
    }

    #[test]
    fn statements_have_steps() {
        let text = "int nd(); void lock(int *p); int f(int x) { return x; }
            int main() { int a = 1, b = f(a); int c; c = nd();
              if (a && c) { lock(&a); a += 2; } for (int j = 0; j < 3; j++) { if (j == 1) break; }
              while (a > nd()) a--; L: ; nd(); c = f(1) + f(2); switch (a) { case 3: return 1; } return c; }";
        let expected = [
            "Blank ",
            "Declaration int a = 1, b = f(a);",
            "Declaration int a = 1, b = f(a);",
            "Enter int a = 1, b = f(a);",
            "Blank ",
            "Declaration int c;",
            "Statement c = nd();",
            "Assume [a && c]",
            "Assume [!(a && c)]",
            "Statement lock(&a);",
            "Statement a += 2;",
            "Blank ",
            "Declaration int j = 0",
            "Assume [j < 3]",
            "Assume [!(j < 3)]",
            "Assume [j == 1]",
            "Assume [!(j == 1)]",
            "Blank break;",
            "Statement j++",
            "Blank ",
        ];
        let found = of_main(text);
        for line in expected {
            assert!(found.iter().any(|l| l == line), "{line} is missing in {found:#?}");
        }
        for line in
            ["Statement nd()", "Assume [a > nd()]", "Statement a--;", "Blank L:", "Statement nd();", "Enter f(1)", "Enter f(2)", "Statement c = f(1) + f(2);"]
        {
            assert_eq!(found.iter().filter(|l| *l == line).count(), 1, "{line} in {found:#?}");
        }
        for line in ["Assume [a == 3]", "Assume [!(a == 3)]", "Return return 1;", "Return return c;"] {
            assert_eq!(found.iter().filter(|l| *l == line).count(), 1, "{line} in {found:#?}");
        }
    }

    const THREE_PATHS: &str = "int __VERIFIER_nondet_int();\nint main() {\n    int i = __VERIFIER_nondet_int();\n    if (i) {\n        if (i > 5) {
            i = i + 5;\n            return 0;\n        } else {\n            i = i + 1;\n            return 0;\n        }\n    } else {
        i = i - 2;\n        i = i - 3;\n        return 0;\n    }\n}\n";

    /// An automaton after the manner of those that CPAchecker writes.
    const HALF: &str = r#"OBSERVER AUTOMATON AssumptionAutomaton
        INITIAL STATE ARG0;
        STATE __TRUE : TRUE -> GOTO __TRUE;
        STATE __FALSE : TRUE -> GOTO __FALSE;
        STATE USEFIRST ARG0 : MATCH "" -> GOTO ARG1; TRUE -> GOTO __TRUE;
        STATE USEFIRST ARG1 : MATCH "int __VERIFIER_nondet_int();" -> GOTO ARG2;
        STATE USEFIRST ARG2 : MATCH "int main()" -> GOTO ARG3;
        STATE USEFIRST ARG3 : MATCH "" -> GOTO ARG4;
        STATE USEFIRST ARG4 : MATCH "int i = __VERIFIER_nondet_int();" -> GOTO ARG5;
        STATE USEFIRST ARG5 : MATCH "int i = __VERIFIER_nondet_int();" -> GOTO ARG6; TRUE -> GOTO __TRUE;
        STATE USEFIRST ARG6 : MATCH "[!(i)]" -> GOTO ARG7; MATCH "[i]" -> GOTO __FALSE; TRUE -> GOTO __TRUE;
        STATE USEFIRST ARG7 : MATCH "i = i - 2;" -> GOTO ARG8; TRUE -> GOTO __TRUE;
        STATE USEFIRST ARG8 : MATCH "i = i - 3;" -> GOTO __FALSE; TRUE -> GOTO __TRUE;
        END AUTOMATON"#;

    #[test]
    fn an_assumption_automaton_runs_along_the_program() {
        let stepped = stepped(THREE_PATHS);
        let specification = spec::parse(&[("a.spc".into(), HALF.into())]).expect("is right");
        let (matcher, automaton) = (Matcher::new(&specification), &specification.automata[0]);
        let Stepped { loaded, edges, steps, .. } = &stepped;
        let parts = Parts { program: &loaded.program, edges, steps, specification: &specification, matcher: &matcher };
        let product = Product::new(parts, automaton).expect("is bound");
        let lowering = Lowering::new(parts, std::slice::from_ref(&product)).expect("is bound");
        let (kept, _) = lowering.variables.iter().find(|(_, v)| v.name == "spec AssumptionAutomaton").expect("is there");
        // Lines of steps that end elsewhere than in __FALSE.
        let mut lines = BTreeSet::new();
        for (&at, states) in &product.before {
            let step = &steps.of(at.edge)[at.index];
            for &state in states {
                let mut values = observer::start(&lowering.variables);
                values[kept] = state.index() as i64;
                let commands = lowering.step(0, &[(state, at)], false).expect("is bound");
                assert!(observer::run(&commands, &mut values, &mut |_| false).is_continue());
                let name = &automaton.states[StateId::new(values[kept] as usize)].name;
                if name != "__FALSE" && name != "__TRUE" && step.function.is_some() {
                    lines.insert(step.loc.line);
                }
            }
        }
        assert_eq!(lines.into_iter().collect::<Vec<_>>(), [2, 3, 4, 13]);
    }
}
