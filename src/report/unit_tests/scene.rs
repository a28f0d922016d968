//! What a test gives the function that it calls: values of arguments and global variables, and the objects that pointers among them lead to. Knows how inputs become
//! these ([`Given`]), not how C writes them.

use goto::given::{Given, Referent};
use goto::{Bits, ExprId, ExprKind, FuncId, InputId, Program, SymbolId};
use std::collections::BTreeMap;

/// A value, as far as inputs say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Scalar(Bits),
    /// Where a pointer leads; the number chose it.
    Pointer(Referent, u64),
    /// Members of a record, or elements of an array, by their positions. Others are not said.
    Parts(BTreeMap<u64, Value>),
}

impl Value {
    /// Parts of which none is said.
    pub(super) fn nothing() -> Self {
        Value::Parts(BTreeMap::new())
    }
}

/// What a call finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// In the order of the parameters.
    pub arguments: Vec<Value>,
    /// By the position in [`Program::lent`]: elements of the type that pointers to it have.
    pub objects: BTreeMap<usize, Value>,
    pub globals: BTreeMap<SymbolId, Value>,
    /// What each stub comes back with, call by call.
    pub results: BTreeMap<FuncId, Vec<Bits>>,
}

/// Where a value belongs: what holds it, and the positions on the way into it.
struct Place {
    root: Root,
    path: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    Argument(usize),
    Object(usize),
    Global(SymbolId),
}

impl Scene {
    /// What a run begins with that read these inputs. `None` if it did not get as far as the call.
    pub fn of(program: &Program, given: &Given, inputs: &[(InputId, Bits)]) -> Option<Self> {
        let mut scene =
            Self { arguments: vec![Value::nothing(); given.arguments.len()], objects: BTreeMap::new(), globals: BTreeMap::new(), results: BTreeMap::new() };
        if inputs.len() < given.inputs.len() {
            return None;
        }
        for (input, (kind, bits)) in given.inputs.iter().zip(inputs) {
            if input.input != *kind {
                return None;
            }
            let number = bits.unsigned() as u64;
            let value = input.leads.as_ref().map_or(Value::Scalar(*bits), |leads| Value::Pointer(leads.referent(number), number));
            scene.put(&place(program, given, input.place)?, value)?;
        }
        for (input, bits) in &inputs[given.inputs.len()..] {
            if let Some(stub) = given.stubs.iter().find(|stub| stub.result == Some(*input)) {
                scene.results.entry(stub.function).or_default().push(*bits);
            }
        }
        Some(scene)
    }

    fn put(&mut self, place: &Place, value: Value) -> Option<()> {
        let mut at = match place.root {
            Root::Argument(i) => self.arguments.get_mut(i)?,
            Root::Object(i) => self.objects.entry(i).or_insert_with(Value::nothing),
            Root::Global(symbol) => self.globals.entry(symbol).or_insert_with(Value::nothing),
        };
        for &step in &place.path {
            let Value::Parts(parts) = at else { return None };
            at = parts.entry(step).or_insert_with(Value::nothing);
        }
        *at = value;
        Some(())
    }
}

fn place(program: &Program, given: &Given, place: ExprId) -> Option<Place> {
    let kind = |expr: ExprId| program.exprs.kind(expr);
    let (mut at, mut path) = (place, Vec::new());
    let root = loop {
        match kind(at) {
            ExprKind::Field { base, field } => {
                path.push(u64::from(field));
                at = base;
            }
            ExprKind::Index { base, index } => {
                path.push(program.exprs.as_const(index)?.unsigned() as u64);
                at = base;
            }
            ExprKind::Var(symbol) => {
                break given.arguments.iter().position(|&argument| argument == at).map_or(Root::Global(symbol), Root::Argument);
            }
            ExprKind::Deref(mut pointer) => {
                while let ExprKind::Cast(inner) = kind(pointer) {
                    pointer = inner;
                }
                let ExprKind::Var(symbol) = kind(pointer) else { return None };
                break Root::Object(program.lent.iter().position(|lent| lent.pointer == symbol)?);
            }
            _ => return None,
        }
    };
    path.reverse();
    Some(Place { root, path })
}
