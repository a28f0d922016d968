//! The text of a harness. Knows C and the types of the program, nothing of what analyses do with it.

use super::{HarnessRequest, Shape, ShapeKind};
use crate::failure::Failure;
use frontend::contracts::Requirement;
use goto::given::Given;
use goto::{DataModel, FloatKind, FuncId, Program, RecordId, RecordKind, Symbol, SymbolId, Type, TypeId};
use report::unit_tests::Spelling;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// Writes one harness.
pub(super) struct Writer<'a> {
    program: &'a Program,
    spelling: Spelling<'a>,
    asked: &'a HarnessRequest,
    /// Functions that let members be anything, by their records.
    builders: BTreeMap<RecordId, Builder>,
    /// Functions that deliver values, with their types.
    inputs: BTreeSet<(&'static str, &'static str)>,
    words: Words,
    parameters: Vec<SymbolId>,
}

/// What C calls allocation, the null pointer and sizes: where a file was preprocessed, headers may contradict what is in it.
struct Words {
    header: &'static str,
    malloc: &'static str,
    null: &'static str,
    size: &'static str,
}

const OF_THE_HEADER: Words = Words { header: "#include <stdlib.h>\n", malloc: "malloc", null: "NULL", size: "size_t" };
const BUILT_IN: Words = Words { header: "", malloc: "__builtin_malloc", null: "(void *)0", size: "__SIZE_TYPE__" };

#[derive(Default)]
struct Builder {
    head: String,
    body: String,
}

/// Where lines are written to, and how far they are indented.
struct Lines {
    text: String,
    depth: usize,
    /// Objects that lie before this place, of those that may follow each other.
    before: u32,
    /// Loops around.
    loops: usize,
}

/// How names begin that no parameter has.
const OWN: &str = "harness_";

impl Lines {
    fn new() -> Self {
        Self { text: String::new(), depth: 1, before: 0, loops: 0 }
    }

    /// How many may still follow.
    fn more(&self) -> String {
        if self.before == 0 { format!("{OWN}depth") } else { format!("{OWN}depth - {}", self.before) }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn counter(&self) -> String {
        format!("{OWN}i{}", self.loops)
    }
}

impl<'a> Writer<'a> {
    /// `has_headers` says that the file which is included includes headers itself.
    pub(super) fn new(program: &'a Program, given: &'a Given, asked: &'a HarnessRequest, has_headers: bool) -> Self {
        let words = if has_headers { OF_THE_HEADER } else { BUILT_IN };
        Self { program, spelling: Spelling { program, given }, asked, builders: BTreeMap::new(), inputs: BTreeSet::new(), words, parameters: Vec::new() }
    }

    /// The harness of a function that stands in this file. `globals` may hold anything; `requirements` are those of its contract, if it has one.
    pub(super) fn text(mut self, globals: &[&Symbol], function: FuncId, file: &Path, requirements: Option<&[Requirement]>) -> Result<String, Failure> {
        let program = self.program;
        let mut main = Lines::new();
        self.parameters = program.functions[function].params.iter().map(|parameter| parameter.symbol).collect();
        let parameters = self.parameters.clone();
        for global in globals {
            self.fill(&mut main, &global.name, global.ty)?;
        }
        let made: BTreeSet<&str> = requirements
            .into_iter()
            .flatten()
            .filter_map(|requirement| match requirement {
                Requirement::Fresh { pointer, .. } | Requirement::Equal { pointer, .. } => Some(pointer.as_str()),
                Requirement::Condition(_) => None,
            })
            .collect();
        for &parameter in &parameters {
            self.parameter(&mut main, parameter, made.contains(program.symbols[parameter].name.as_str()))?;
        }
        for shape in &self.asked.shapes {
            self.shape(&mut main, shape)?;
        }
        for requirement in requirements.into_iter().flatten() {
            self.requirement(&mut main, requirement)?;
        }
        let name = &program.functions[function].name;
        let arguments: Vec<&str> = parameters.iter().map(|parameter| program.symbols[*parameter].name.as_str()).collect();
        main.line(&format!("{name}({});", arguments.join(", ")));
        main.line("return 0;");
        if main.text.contains(&format!("{OWN}depth")) {
            main.text.insert_str(0, &format!("  const int {OWN}depth = {};\n", self.asked.depth));
        }
        let with_what = if requirements.is_some() { "what its contract requires" } else { "arguments that may be anything within limits" };
        Ok(self.assembled(&main, &format!("Calls {name} with {with_what}."), file))
    }

    fn assembled(self, main: &Lines, about: &str, file: &Path) -> String {
        let has_main = self.program.functions.values().any(|function| function.name == "main" && !function.model);
        let (rename, back) = if has_main { ("#define main main_of_the_program\n", "#undef main\n") } else { ("", "") };
        let mut text = format!("/* {about} */\n{}{rename}#include \"{}\"\n{back}\n", self.words.header, file.display());
        for (name, ty) in &self.inputs {
            // Writing to a string does not fail.
            let _ = writeln!(text, "extern {ty} __VERIFIER_nondet_{name}(void);");
        }
        text.push_str("extern void __VERIFIER_assume(int);\n");
        if !self.builders.is_empty() {
            text.push('\n');
        }
        for builder in self.builders.values() {
            let _ = writeln!(text, "{};", builder.head);
        }
        for builder in self.builders.values() {
            let _ = write!(text, "\n{} {{\n{}}}\n", builder.head, builder.body);
        }
        let _ = write!(text, "\nint main(void) {{\n{}}}\n", main.text);
        text
    }

    /// Declares a parameter, and lets it be anything unless something else says what it is.
    fn parameter(&mut self, main: &mut Lines, parameter: SymbolId, is_made: bool) -> Result<(), Failure> {
        let symbol = &self.program.symbols[parameter];
        if symbol.name.is_empty() {
            return Err(Failure::unavailable("a harness of a function with parameters that have no name"));
        }
        let declaration = self.declaration(symbol.ty, &symbol.name)?;
        let is_pointer = matches!(self.program.types.get(symbol.ty), Type::Pointer(_));
        let is_shaped = self.asked.shapes.iter().any(|shape| shape.parameter == symbol.name);
        if is_pointer && (is_made || is_shaped) {
            main.line(&format!("{declaration} = {};", self.words.null));
            return Ok(());
        }
        match self.input(symbol.ty) {
            Some(value) => main.line(&format!("{declaration} = {value};")),
            None => {
                main.line(&if is_pointer { format!("{declaration} = {};", self.words.null) } else { format!("{declaration};") });
                self.fill(main, &symbol.name, symbol.ty)?;
            }
        }
        Ok(())
    }

    fn shape(&mut self, main: &mut Lines, Shape { parameter, what }: &Shape) -> Result<(), Failure> {
        // The names of all shapes were looked up before.
        let Some(target) = self.target_of(parameter)? else { return Ok(()) };
        match what {
            ShapeKind::Equal(other) => main.line(&format!("{parameter} = {other};")),
            ShapeKind::NotNull => {
                self.allocate(main, parameter, &format!("sizeof *{parameter}"));
                self.fill(main, &format!("(*{parameter})"), target)?;
            }
            ShapeKind::Text(most) => {
                self.allocate(main, parameter, &format!("{} * {}", u64::from(*most) + 1, self.size_of_element(parameter, target)));
                self.elements(main, parameter, target, &most.to_string())?;
                main.line(&format!("{} = 0;", self.element(parameter, target, &most.to_string())));
            }
            ShapeKind::Array(length) => {
                if length.parse::<u32>().is_err() {
                    main.line(&format!("__VERIFIER_assume({length} >= 0 && {length} <= {});", self.asked.most));
                }
                self.allocate(main, parameter, &format!("{length} * {}", self.size_of_element(parameter, target)));
                self.elements(main, parameter, target, length)?;
            }
        }
        Ok(())
    }

    fn requirement(&mut self, main: &mut Lines, requirement: &Requirement) -> Result<(), Failure> {
        match requirement {
            Requirement::Condition(condition) => main.line(&format!("__VERIFIER_assume({condition});")),
            Requirement::Equal { pointer, other } => main.line(&format!("{pointer} = {other};")),
            Requirement::Fresh { pointer, size } => {
                self.allocate(main, pointer, size);
                match self.target_of(pointer)?.filter(|target| !self.is_void(*target)) {
                    Some(target) => self.elements(main, pointer, target, &format!("({size}) / sizeof *{pointer}"))?,
                    None => self.bytes(main, pointer, size),
                }
            }
        }
        Ok(())
    }

    fn allocate(&self, lines: &mut Lines, pointer: &str, size: &str) {
        let Words { malloc, null, .. } = self.words;
        lines.line(&format!("{pointer} = {malloc}({size});"));
        lines.line(&format!("__VERIFIER_assume({pointer} != {null});"));
    }

    fn bytes(&mut self, lines: &mut Lines, pointer: &str, length: &str) {
        let (byte, i) = (self.named("uchar", "unsigned char"), lines.counter());
        lines.line(&format!("for ({} {i} = 0; {i} < {length}; {i}++) {{", self.words.size));
        lines.line(&format!("  ((unsigned char *){pointer})[{i}] = {byte};"));
        lines.line("}");
    }

    /// What stands at an index; behind a pointer to void there are bytes.
    fn element(&self, pointer: &str, target: TypeId, index: &str) -> String {
        if self.is_void(target) { format!("((unsigned char *){pointer})[{index}]") } else { format!("{pointer}[{index}]") }
    }

    fn size_of_element(&self, pointer: &str, target: TypeId) -> String {
        if self.is_void(target) { "1".to_owned() } else { format!("sizeof *{pointer}") }
    }

    fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.program.types.get(ty), Type::Void)
    }

    /// The type behind a pointer that is a parameter; `None` if no parameter has this name.
    fn target_of(&self, parameter: &str) -> Result<Option<TypeId>, Failure> {
        let symbols = self.parameters.iter().map(|parameter| &self.program.symbols[*parameter]);
        match symbols.clone().find(|symbol| symbol.name == parameter).map(|symbol| self.program.types.get(symbol.ty)) {
            Some(Type::Pointer(target)) => Ok(Some(*target)),
            Some(_) => Err(Failure::Usage(format!("{parameter} is no pointer"))),
            None => Ok(None),
        }
    }

    fn declaration(&self, ty: TypeId, name: &str) -> Result<String, Failure> {
        self.spelling.declaration(ty, name).ok_or_else(|| Failure::unavailable(&format!("a harness with the type of {name}, for which C has no name")))
    }

    /// A value of a scalar type.
    fn input(&mut self, ty: TypeId) -> Option<String> {
        let is_lp64 = self.program.types.model() == DataModel::Lp64;
        Some(match self.program.types.get(ty) {
            Type::Bool => self.named("bool", "_Bool"),
            Type::Int { bits: 8, signed: true } => self.named("char", "char"),
            Type::Int { bits: 8, signed: false } => self.named("uchar", "unsigned char"),
            Type::Int { bits: 16, signed: true } => self.named("short", "short"),
            Type::Int { bits: 16, signed: false } => self.named("ushort", "unsigned short"),
            Type::Int { bits: 32, signed: true } => self.named("int", "int"),
            Type::Int { bits: 32, signed: false } => self.named("uint", "unsigned int"),
            Type::Int { bits: 64, signed: true } if is_lp64 => self.named("long", "long"),
            Type::Int { bits: 64, signed: false } if is_lp64 => self.named("ulong", "unsigned long"),
            Type::Int { bits: 64, signed: true } => self.named("longlong", "long long"),
            Type::Int { bits: 64, signed: false } => self.named("ulonglong", "unsigned long long"),
            Type::Int { bits, .. } if *bits > 64 => {
                let half = self.named("ulonglong", "unsigned long long");
                format!("(unsigned __int128){half} << 64 | {half}")
            }
            Type::Float(FloatKind::Single) => self.named("float", "float"),
            Type::Float(_) => self.named("double", "double"),
            _ => return None,
        })
    }

    fn named(&mut self, name: &'static str, ty: &'static str) -> String {
        self.inputs.insert((name, ty));
        format!("__VERIFIER_nondet_{name}()")
    }

    /// Lets a place be anything.
    fn fill(&mut self, lines: &mut Lines, place: &str, ty: TypeId) -> Result<(), Failure> {
        if let Some(value) = self.input(ty) {
            lines.line(&format!("{place} = {value};"));
            return Ok(());
        }
        match *self.program.types.get(ty) {
            Type::Array { elem, len: Some(length) } => self.elements(lines, place, elem, &length.to_string()),
            Type::Array { len: None, .. } => Ok(()),
            Type::Pointer(target) => self.pointer(lines, place, target),
            Type::Record(record) => self.record(lines, place, ty, record),
            _ => Ok(()),
        }
    }

    fn elements(&mut self, lines: &mut Lines, place: &str, element: TypeId, length: &str) -> Result<(), Failure> {
        if self.is_void(element) {
            self.bytes(lines, place, length);
            return Ok(());
        }
        let i = lines.counter();
        lines.line(&format!("for ({} {i} = 0; {i} < {length}; {i}++) {{", self.words.size));
        (lines.depth, lines.loops) = (lines.depth + 1, lines.loops + 1);
        let filled = self.fill(lines, &format!("{place}[{i}]"), element);
        (lines.depth, lines.loops) = (lines.depth - 1, lines.loops - 1);
        lines.line("}");
        filled
    }

    /// Null, or an object of its own, as long as there may be more.
    fn pointer(&mut self, lines: &mut Lines, place: &str, target: TypeId) -> Result<(), Failure> {
        let null = self.words.null;
        if !lines.text.ends_with(&format!("*{place} = {null};\n")) {
            lines.line(&format!("{place} = {null};"));
        }
        let has_size = match self.program.types.get(target) {
            Type::Void | Type::Function { .. } | Type::Array { len: None, .. } => false,
            Type::Record(record) => self.program.types.records[*record].body.is_some(),
            _ => true,
        };
        if !has_size {
            return Ok(());
        }
        let choice = self.named("bool", "_Bool");
        lines.line(&format!("if ({} > 0 && {choice}) {{", lines.more()));
        (lines.depth, lines.before) = (lines.depth + 1, lines.before + 1);
        // By a variable, since the place may promise not to change what it leads to.
        let name = format!("{OWN}new{}", lines.before);
        let variable = self.spelling.declaration(target, &format!("*{name}"));
        let object = if variable.is_some() { name.as_str() } else { place };
        if let Some(declaration) = &variable {
            let Words { malloc, null, .. } = self.words;
            lines.line(&format!("{declaration} = {malloc}(sizeof *{name});"));
            lines.line(&format!("__VERIFIER_assume({name} != {null});"));
        } else {
            self.allocate(lines, place, &format!("sizeof *{place}"));
        }
        let filled = self.fill(lines, &format!("(*{object})"), target);
        if variable.is_some() {
            lines.line(&format!("{place} = {name};"));
        }
        (lines.depth, lines.before) = (lines.depth - 1, lines.before - 1);
        lines.line("}");
        filled
    }

    /// By a function of its own, if C has a name for its type.
    fn record(&mut self, lines: &mut Lines, place: &str, ty: TypeId, record: RecordId) -> Result<(), Failure> {
        let Some(declaration) = self.spelling.declaration(ty, "*object") else { return self.members(lines, place, record) };
        let name = format!("{OWN}{}", builder_name(&declaration));
        if let Entry::Vacant(entry) = self.builders.entry(record) {
            // It is there before its members are written: they may lead to another one of the kind.
            entry.insert(Builder { head: format!("static void {name}({declaration}, int {OWN}depth)"), body: String::new() });
            let mut body = Lines::new();
            self.members(&mut body, "object->", record)?;
            if let Some(builder) = self.builders.get_mut(&record) {
                builder.body = body.text;
            }
        }
        let address = match place.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')) {
            Some(pointer) => pointer.to_owned(),
            None => format!("&{place}"),
        };
        lines.line(&format!("{name}({address}, {});", lines.more()));
        Ok(())
    }

    /// All members of a struct; of a union the first one. `place` ends with what stands before a member, or is an object.
    fn members(&mut self, lines: &mut Lines, place: &str, record: RecordId) -> Result<(), Failure> {
        let record = &self.program.types.records[record];
        let Some(body) = record.body.clone() else { return Ok(()) };
        let prefix = if place.ends_with("->") || place.ends_with('.') { place.to_owned() } else { format!("{place}.") };
        let many = if record.kind == RecordKind::Union { 1 } else { body.fields.len() };
        for field in body.fields.iter().take(many) {
            match (field.name.is_empty(), self.program.types.get(field.ty)) {
                (false, _) => self.fill(lines, &format!("{prefix}{}", field.name), field.ty)?,
                (true, Type::Record(inner)) => self.members(lines, &prefix, *inner)?,
                (true, _) => {}
            }
        }
        Ok(())
    }
}

/// `struct node *object` becomes `node`.
fn builder_name(declaration: &str) -> &str {
    let words = declaration.trim_end_matches("*object").trim();
    words.rsplit(' ').next().unwrap_or(words)
}
