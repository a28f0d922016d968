//! What stands in a test before the call: objects leaf to root, then what closes circles, then the global variables; and the call. Knows the scene of a test and C's text,
//! nothing of what is observed.

use super::ctext::{self, Spelling};
use super::scene::{Scene, Value};
use super::stubs;
use goto::given::{FAR_PLACES, FAR_STEP, Given, Referent};
use goto::{ExprId, FuncId, Id, Program, SymbolId, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Functions that are never called, in the headers.
const FUNCTIONS: u64 = 3;
/// The record of a stream of the C library, which only that can make.
const STREAM: &str = "_IO_FILE";
/// More scalars of one global variable than this are set to zero at once first.
const SINGLE: usize = 16;

/// A function to be called, and what is known of how.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub program: &'a Program,
    pub given: &'a Given,
    pub entry: FuncId,
    /// Global variables that a test may set.
    pub globals: &'a FxHashSet<SymbolId>,
}

/// How objects are made.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    /// Is this object, by its position in [`Program::lent`], one of the heap?
    pub on_heap: &'a dyn Fn(usize) -> bool,
    /// Are pointers to scalars converted, since their declared types are others?
    pub casts: bool,
    /// Does a stub keep the text that this, by its name, is to hold?
    pub keeps: &'a dyn Fn(&str) -> bool,
}

/// An object of a test.
pub(super) struct Object {
    /// An expression that points to its beginning.
    pub pointer: String,
    /// Of its elements, in bytes, if it has several.
    pub element: Option<u64>,
    /// Its position in [`Program::lent`], if it belongs to the test.
    pub lent: Option<usize>,
    /// An expression for its size.
    pub size: String,
    /// A name in C, and what is in it.
    pub lvalue: String,
    pub ty: TypeId,
    pub value: Value,
}

/// What a stub keeps of its calls.
pub(super) struct Noted {
    pub name: String,
    pub ty: TypeId,
    /// What is in it before; nothing in a text.
    pub before: Option<Value>,
}

/// The first half of a test.
pub(super) struct Setup {
    pub lines: Vec<String>,
    /// Of the call, in the order of the parameters.
    pub arguments: Vec<String>,
    /// Those that pointers lead to come first, in the order in which they are made; then global variables.
    pub objects: Vec<Object>,
    /// Definitions of the stubs that pointers lead to.
    pub stubs: Vec<String>,
    /// What these keep of their calls.
    pub notes: Vec<Noted>,
}

/// Writes what stands before the call, or says why C cannot.
/// `name` is that of the test.
pub(super) fn setup(subject: &Subject<'_>, scene: &Scene, name: &str, style: &Style<'_>) -> Result<Setup, &'static str> {
    let mut writer = Writer {
        subject,
        scene,
        style,
        test: name,
        stubs: BTreeSet::new(),
        spelling: Spelling { program: subject.program, given: subject.given },
        names: taken_names(subject.program),
        wanted: wanted_names(subject, scene),
        pointers: FxHashMap::default(),
        made: FxHashSet::default(),
        lines: Vec::new(),
        late: Vec::new(),
        objects: Vec::new(),
    };
    let mut arguments = Vec::new();
    for (value, place) in scene.arguments.iter().zip(&subject.given.arguments) {
        arguments.push(writer.argument(value, *place)?);
    }
    let mut globals: Vec<SymbolId> = subject.globals.iter().copied().filter(|symbol| scene.globals.contains_key(symbol)).collect();
    globals.sort_unstable_by_key(|symbol| symbol.index());
    let mut settings = Vec::new();
    for &symbol in &globals {
        writer.global(symbol, &mut settings)?;
    }
    for symbol in globals {
        let (name, ty) = (subject.program.symbols[symbol].name.clone(), subject.program.symbols[symbol].ty);
        let value = scene.globals[&symbol].clone();
        let is_array = matches!(subject.program.types.get(ty), Type::Array { .. });
        let pointer = if is_array { name.clone() } else { format!("&{name}") };
        writer.objects.push(Object { pointer, element: None, lent: None, size: format!("sizeof {name}"), lvalue: name, ty, value });
    }
    let mut lines = writer.lines;
    lines.append(&mut writer.late);
    lines.append(&mut settings);
    for stub in subject.given.stubs.iter().filter(|stub| stub.is_declared) {
        if let Some(results) = scene.results.get(&stub.function) {
            lines.extend(stubs::answers(&writer.spelling, stub.function, results).ok_or(UNNAMEABLE)?);
        }
    }
    let stubs = writer
        .stubs
        .iter()
        .map(|&stub| stubs::definition(&writer.spelling, (name, &|note| !note.is_text || (style.keeps)(&note.name)), stub, scene.results.get(&stub)))
        .collect::<Option<_>>();
    let notes = writer.stubs.iter().flat_map(|&stub| stubs::noted(&writer.spelling, name, stub));
    let zero = |ty: TypeId| Value::Scalar(goto::Bits::zero(subject.program.types.scalar_bits(ty).unwrap_or(64)));
    let notes = notes.map(|note| Noted { name: note.name, ty: note.ty, before: (!note.is_text).then(|| zero(note.ty)) }).collect();
    Ok(Setup { lines, arguments, objects: writer.objects, stubs: stubs.ok_or(UNNAMEABLE)?, notes })
}

/// Names that mean something else.
fn taken_names(program: &Program) -> FxHashSet<String> {
    let words =
        ["result", "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if"];
    let more = ["inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union"];
    let last = ["unsigned", "void", "volatile", "while"];
    let variables = program.symbols.values().filter(|symbol| symbol.storage == goto::Storage::Static).map(|symbol| symbol.name.clone());
    let functions = program.functions.values().map(|function| function.name.clone());
    words.iter().chain(&more).chain(&last).map(|word| (*word).to_owned()).chain(variables).chain(functions).collect()
}

/// The objects that parameters lead to are called as these.
fn wanted_names(subject: &Subject<'_>, scene: &Scene) -> FxHashMap<usize, String> {
    let mut wanted = FxHashMap::default();
    for (i, value) in scene.arguments.iter().enumerate() {
        if let Value::Pointer(Referent::Lent(object), _) = value
            && let Some(name) = parameter(subject, i)
        {
            wanted.entry(*object).or_insert(name);
        }
    }
    wanted
}

/// The name of a parameter.
fn parameter(subject: &Subject<'_>, i: usize) -> Option<String> {
    let param = subject.program.functions[subject.entry].params.get(i)?;
    let name = &subject.program.symbols[param.symbol].name;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| name.clone())
}

struct Writer<'a> {
    subject: &'a Subject<'a>,
    scene: &'a Scene,
    style: &'a Style<'a>,
    /// The name of the test.
    test: &'a str,
    /// Those that pointers lead to.
    stubs: BTreeSet<FuncId>,
    spelling: Spelling<'a>,
    names: FxHashSet<String>,
    wanted: FxHashMap<usize, String>,
    /// What points to an object whose making has begun.
    pointers: FxHashMap<usize, String>,
    /// Objects that are declared.
    made: FxHashSet<usize>,
    lines: Vec<String>,
    /// Assignments after all declarations.
    late: Vec<String>,
    objects: Vec<Object>,
}

const UNNAMEABLE: &str = "C has no name for a type or value of the test";

impl Writer<'_> {
    fn argument(&mut self, value: &Value, place: ExprId) -> Result<String, &'static str> {
        let ty = self.subject.program.exprs.ty(place);
        if !matches!(value, Value::Parts(_)) {
            return self.scalar(value, ty);
        }
        let name = self.fresh("argument");
        self.make_referents(value)?;
        let (text, late) = self.initialiser(value, ty, &name)?;
        let declaration = self.spelling.declaration(ty, &name).ok_or(UNNAMEABLE)?;
        self.lines.push(format!("{declaration} = {text};"));
        self.late.extend(late);
        Ok(name)
    }

    fn global(&mut self, symbol: SymbolId, settings: &mut Vec<String>) -> Result<(), &'static str> {
        let (name, ty) = (self.subject.program.symbols[symbol].name.clone(), self.subject.program.symbols[symbol].ty);
        let value = self.scene.globals[&symbol].clone();
        self.make_referents(&value)?;
        let mut leaves = Vec::new();
        leaves_of(self.subject.program, &name, ty, &value, &mut leaves);
        let clears = leaves.len() > SINGLE;
        if clears {
            settings.push(format!("memset(&{name}, 0, sizeof {name});"));
        }
        for leaf in leaves {
            let text = self.scalar(leaf.value, leaf.ty)?;
            if !(clears && is_zero(leaf.value)) {
                settings.push(format!("{} = {text};", leaf.text));
            }
        }
        Ok(())
    }

    fn fresh(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut n = 1;
        while !self.names.insert(name.clone()) {
            n += 1;
            name = format!("{base}_{n}");
        }
        name
    }

    /// Declares what pointers in the value lead to.
    fn make_referents(&mut self, value: &Value) -> Result<(), &'static str> {
        match value {
            Value::Pointer(Referent::Lent(object) | Referent::Element { object, .. }, _) => self.make(*object),
            Value::Parts(parts) => parts.values().try_for_each(|part| self.make_referents(part)),
            _ => Ok(()),
        }
    }

    fn make(&mut self, object: usize) -> Result<(), &'static str> {
        if self.pointers.contains_key(&object) {
            return Ok(());
        }
        let program = self.subject.program;
        let lent = program.lent[object];
        let Type::Pointer(target) = *program.types.get(program.symbols[lent.pointer].ty) else { return Err(UNNAMEABLE) };
        let size = program.types.size_of(target).filter(|size| *size > 0).ok_or(UNNAMEABLE)?;
        if let Type::Record(record) = program.types.get(target)
            && program.types.records[*record].name == STREAM
        {
            return Err("a stream, which a test cannot make");
        }
        let n = lent.visible / size;
        let value = self.scene.objects.get(&object).cloned().unwrap_or_else(Value::nothing);
        let base = self.wanted.get(&object).cloned().unwrap_or_else(|| self.name_for(target));
        let name = self.fresh(&base);
        let on_heap = (self.style.on_heap)(object);
        let pointer = if on_heap || n != 1 { name.clone() } else { format!("&{name}") };
        self.pointers.insert(object, pointer.clone());
        self.make_referents(&value)?;
        let place = |i: &str| if on_heap { format!("(*{name}){i}") } else { format!("{name}{i}") };
        let (ty_name, text, late) = if n == 1 {
            let Value::Parts(parts) = &value else { return Err(UNNAMEABLE) };
            let whole = parts.get(&0).cloned().unwrap_or_else(Value::nothing);
            let (text, late) = self.initialiser(&whole, target, &place(""))?;
            (String::new(), text, late)
        } else {
            let (text, late) = self.elements(&value, target, &name)?;
            (format!("[{n}]"), text, late)
        };
        if on_heap {
            let whole = self.spelling.declaration(target, &ty_name).ok_or(UNNAMEABLE)?;
            let declaration = self.spelling.declaration(target, &format!("*{name}")).ok_or(UNNAMEABLE)?;
            let braced = if text.starts_with('{') { text } else { format!("{{{text}}}") };
            self.lines.push(format!("{declaration} = GOTCHA_NEW({whole}, {braced});"));
        } else {
            let declaration = self.spelling.declaration(target, &format!("{name}{ty_name}")).ok_or(UNNAMEABLE)?;
            self.lines.push(format!("{declaration} = {text};"));
        }
        self.late.extend(late);
        let element = (n != 1).then_some(size);
        let bytes = if on_heap { format!("{} * sizeof *{name}", n) } else { format!("sizeof {name}") };
        let (lvalue, ty, value) = match (value, n) {
            (Value::Parts(mut parts), 1) => {
                let whole = parts.remove(&0).unwrap_or_else(Value::nothing);
                (if on_heap { format!("(*{name})") } else { name.clone() }, target, whole)
            }
            // The elements are named through the pointer, whatever it points to.
            (value, _) => (name.clone(), program.symbols[lent.pointer].ty, value),
        };
        self.made.insert(object);
        self.objects.push(Object { pointer, element, lent: Some(object), size: bytes, lvalue, ty, value });
        Ok(())
    }

    /// A pointer to an element, or behind the last one.
    fn element(&self, object: usize, index: u64) -> Result<String, &'static str> {
        let lent = self.subject.program.lent[object];
        let n = match self.subject.program.types.get(self.subject.program.symbols[lent.pointer].ty) {
            Type::Pointer(target) => self.subject.program.types.size_of(*target).map_or(0, |size| lent.visible / size.max(1)),
            _ => 0,
        };
        if index > n {
            return Err("a pointer to what lies behind the elements that a test declares");
        }
        Ok(format!("{} + {index}", self.pointers.get(&object).map_or("", String::as_str)))
    }

    fn name_for(&self, target: TypeId) -> String {
        match self.subject.program.types.get(target) {
            Type::Record(record) => {
                let own = &self.subject.program.types.records[*record].name;
                let name = self.subject.given.typedefs.get(record).unwrap_or(own);
                let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                format!("{name}_1")
            }
            Type::Int { bits: 8, .. } => "text".to_owned(),
            Type::Pointer(_) => "pointers".to_owned(),
            _ => "values".to_owned(),
        }
    }

    /// What a pointer is initialised with that leads there. `None`: the object is not there yet.
    fn reference(&mut self, referent: Referent, number: u64, ty: TypeId) -> Result<Option<String>, &'static str> {
        let program = self.subject.program;
        let Type::Pointer(target) = *program.types.get(ty) else { return Err(UNNAMEABLE) };
        let is_function = matches!(program.types.get(target), Type::Function { .. });
        let converts = self.style.casts && !is_function && (program.types.is_scalar(target) || matches!(program.types.get(target), Type::Pointer(_)));
        let cast = if converts { "(void *)" } else { "" };
        // Its parameters may be declared with other qualifiers.
        let function_cast = if self.style.casts { "(void *)" } else { "" };
        Ok(Some(match referent {
            Referent::Null => "NULL".to_owned(),
            Referent::Lent(object) if self.made.contains(&object) => format!("{cast}{}", self.pointers[&object]),
            Referent::Element { object, index } if self.made.contains(&object) => format!("{cast}({})", self.element(object, index)?),
            Referent::Lent(_) | Referent::Element { .. } => return Ok(None),
            Referent::Variable(symbol) if self.subject.given.hidden.contains(&symbol) => return Err("a variable that the test cannot name"),
            Referent::Variable(symbol) => {
                let symbol = &program.symbols[symbol];
                let is_array = matches!(program.types.get(symbol.ty), Type::Array { .. });
                format!("{cast}{}{}", if is_array { "" } else { "&" }, symbol.name)
            }
            Referent::Function(function) if self.subject.given.stubs.iter().any(|stub| stub.function == function && !stub.is_declared) => {
                self.stubs.insert(function);
                format!("{function_cast}{}", stubs::name(program, self.test, function))
            }
            Referent::Function(function) => format!("{function_cast}{}", program.functions[function].name),
            // It is compared, and never called.
            Referent::Elsewhere { last } if is_function => {
                let ty = self.spelling.declaration(ty, "").ok_or(UNNAMEABLE)?;
                let cast = if self.style.casts { function_cast.to_owned() } else { format!("({ty})") };
                format!("{cast}gotcha_never_{}", number.wrapping_sub(last + 1) % FUNCTIONS)
            }
            Referent::Elsewhere { last } => format!("(void *)&gotcha_elsewhere[{}]", number.wrapping_sub(last + 1) % FAR_PLACES * FAR_STEP),
        }))
    }

    fn scalar(&mut self, value: &Value, ty: TypeId) -> Result<String, &'static str> {
        match value {
            Value::Scalar(bits) => self.spelling.constant(ty, *bits).ok_or(UNNAMEABLE),
            Value::Pointer(referent, number) => {
                self.make_referents(value)?;
                self.reference(*referent, *number, ty)?.ok_or(UNNAMEABLE)
            }
            Value::Parts(_) => Err(UNNAMEABLE),
        }
    }

    /// An initialiser, and assignments for what it cannot say yet of this place.
    fn initialiser(&mut self, value: &Value, ty: TypeId, place: &str) -> Result<(String, Vec<String>), &'static str> {
        let mut late = Vec::new();
        let text = self.part(value, ty, place, &mut late)?;
        let is_aggregate = matches!(self.subject.program.types.get(ty), Type::Record(_) | Type::Array { .. });
        Ok((text.unwrap_or_else(|| if is_aggregate { "{0}" } else { "0" }.to_owned()), late))
    }

    /// The elements of an object that has several.
    fn elements(&mut self, value: &Value, element: TypeId, place: &str) -> Result<(String, Vec<String>), &'static str> {
        let mut late = Vec::new();
        let text = self.array(value, element, place, &mut late)?;
        Ok((text.unwrap_or_else(|| "{0}".to_owned()), late))
    }

    /// An initialiser of a part; `None` if it is zero, or not said.
    fn part(&mut self, value: &Value, ty: TypeId, place: &str, late: &mut Vec<String>) -> Result<Option<String>, &'static str> {
        match (value, self.subject.program.types.get(ty).clone()) {
            _ if is_zero(value) => Ok(None),
            (Value::Pointer(referent, number), _) => {
                let text = self.reference(*referent, *number, ty)?;
                if text.is_none() {
                    let text = match value {
                        Value::Pointer(Referent::Lent(object), _) => self.pointers.get(object).ok_or(UNNAMEABLE)?.clone(),
                        Value::Pointer(Referent::Element { object, index }, _) => self.element(*object, *index)?,
                        _ => return Err(UNNAMEABLE),
                    };
                    late.push(format!("{place} = {text};"));
                }
                Ok(text)
            }
            (Value::Scalar(bits), _) => self.spelling.constant(ty, *bits).map(Some).ok_or(UNNAMEABLE),
            (Value::Parts(_), Type::Array { elem, .. }) => self.array(value, elem, place, late),
            (Value::Parts(_), Type::Record(_)) => {
                let mut members = Vec::new();
                self.members(value, ty, place, &mut members, late)?;
                Ok((!members.is_empty()).then(|| format!("{{{}}}", members.join(", "))))
            }
            (Value::Parts(_), _) => Ok(None),
        }
    }

    fn members(&mut self, value: &Value, ty: TypeId, place: &str, members: &mut Vec<String>, late: &mut Vec<String>) -> Result<(), &'static str> {
        let (Value::Parts(parts), Some(body)) = (value, self.subject.program.types.record_body(ty)) else { return Ok(()) };
        let fields: Vec<(u64, String, TypeId)> = body.fields.iter().enumerate().map(|(i, field)| (i as u64, field.name.clone(), field.ty)).collect();
        for (i, name, ty) in fields {
            let Some(part) = parts.get(&i) else { continue };
            if name.is_empty() {
                self.members(part, ty, place, members, late)?;
            } else if let Some(text) = self.part(part, ty, &format!("{place}.{name}"), late)? {
                members.push(format!(".{name} = {text}"));
            }
        }
        Ok(())
    }

    fn array(&mut self, value: &Value, element: TypeId, place: &str, late: &mut Vec<String>) -> Result<Option<String>, &'static str> {
        let Value::Parts(parts) = value else { return Err(UNNAMEABLE) };
        if matches!(self.subject.program.types.get(element), Type::Int { bits: 8, signed: true })
            && let Some(text) = text_of(parts.values())
        {
            return Ok(Some(text));
        }
        let mut elements = Vec::new();
        let mut said = 0;
        for (&i, part) in parts {
            let text = self.part(part, element, &format!("{place}[{i}]"), late)?;
            while (elements.len() as u64) < i {
                elements.push("0".to_owned());
            }
            if let Some(text) = text {
                elements.push(text);
                said = elements.len();
            } else {
                let is_aggregate = matches!(self.subject.program.types.get(element), Type::Record(_) | Type::Array { .. });
                elements.push(if is_aggregate { "{0}" } else { "0" }.to_owned());
            }
        }
        elements.truncate(said);
        Ok((said > 0).then(|| format!("{{{}}}", elements.join(", "))))
    }
}

/// Characters that end with a zero, as a literal.
fn text_of<'v>(parts: impl Iterator<Item = &'v Value>) -> Option<String> {
    let bytes: Option<Vec<u8>> = parts.map(|part| if let Value::Scalar(bits) = part { Some(bits.unsigned() as u8) } else { None }).collect();
    let bytes = bytes?;
    let end = bytes.iter().position(|&byte| byte == 0)?;
    if end == 0 || bytes[end..].iter().any(|&byte| byte != 0) {
        return None;
    }
    ctext::string(&bytes[..end])
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Scalar(bits) => bits.is_zero(),
        Value::Pointer(referent, _) => *referent == Referent::Null,
        Value::Parts(parts) => parts.values().all(is_zero),
    }
}

/// A scalar of an object.
pub(super) struct Leaf<'v> {
    /// How C names it.
    pub text: String,
    pub ty: TypeId,
    /// What it is before the call.
    pub value: &'v Value,
}

/// The scalars of a value that inputs say.
pub(super) fn leaves_of<'v>(program: &Program, name: &str, ty: TypeId, value: &'v Value, leaves: &mut Vec<Leaf<'v>>) {
    let Value::Parts(parts) = value else {
        leaves.push(Leaf { text: name.to_owned(), ty, value });
        return;
    };
    match program.types.get(ty) {
        Type::Array { elem, .. } | Type::Pointer(elem) => parts.iter().for_each(|(i, part)| leaves_of(program, &format!("{name}[{i}]"), *elem, part, leaves)),
        Type::Record(_) => {
            let Some(body) = program.types.record_body(ty) else { return };
            for (&i, part) in parts {
                let Some(field) = usize::try_from(i).ok().and_then(|i| body.fields.get(i)) else { continue };
                let mut text = name.to_owned();
                if !field.name.is_empty() {
                    let _ = write!(text, ".{}", field.name);
                }
                leaves_of(program, &text, field.ty, part, leaves);
            }
        }
        _ => {}
    }
}
