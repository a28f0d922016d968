//! What is looked at after the call: the result, the scalars of objects, what stubs keep, and what is in new blocks of memory that pointers among these lead to. Such blocks
//! are known by an earlier record.

use super::ctext::Spelling;
use super::scene::Value;
use super::setup::{Setup, Subject, leaves_of};
use goto::{Type, TypeId};
use std::collections::BTreeMap;

/// Of a new block: elements, records, and characters at most.
const ELEMENTS: u64 = 12;
const RECORDS: u64 = 2;
const CHARACTERS: u64 = 80;
/// Looks into new blocks of one test.
const INSIDE: usize = 200;

/// By the number of the look whose pointer was the first that led there: bytes from there to the end of the block.
pub(super) type Blocks = BTreeMap<usize, u64>;

/// How something is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Scalar,
    /// So many characters, or fewer, with a zero behind them.
    Text(u64),
    /// A text that a stub has kept, if it was called with one.
    Kept,
}

/// Something that is looked at after the call.
pub(super) struct Look<'s> {
    pub text: String,
    pub ty: TypeId,
    pub form: Form,
    /// `None`: there was nothing.
    pub before: Option<&'s Value>,
    pub object: Option<usize>,
    /// In a new block: when recording, what has to hold so that it is there.
    pub inside: Option<String>,
}

/// What is looked at: the result, then all scalars of objects, then new blocks.
pub(super) fn looks<'s>(subject: &Subject<'_>, setup: &'s Setup, result: Option<TypeId>, blocks: &Blocks) -> Vec<Look<'s>> {
    let program = subject.program;
    let mut looks = Vec::new();
    let scalar = |text, ty, before, object| Look { text, ty, form: Form::Scalar, before, object, inside: None };
    if let Some(ty) = result {
        scalars_of(subject, "result", ty, &mut |text, ty| looks.push(scalar(text, ty, None, None)));
    }
    for (i, object) in setup.objects.iter().enumerate() {
        let mut leaves = Vec::new();
        leaves_of(program, &object.lvalue, object.ty, &object.value, &mut leaves);
        looks.extend(leaves.into_iter().map(|leaf| scalar(leaf.text, leaf.ty, Some(leaf.value), Some(i))));
    }
    for note in &setup.notes {
        let form = if note.before.is_some() { Form::Scalar } else { Form::Kept };
        looks.push(Look { form, ..scalar(note.name.clone(), note.ty, note.before.as_ref(), None) });
    }
    let most = looks.len() + INSIDE;
    let mut at = 0;
    while at < looks.len() && looks.len() < most {
        if let Some(bytes) = blocks.get(&at) {
            let mut found = inside(subject, &looks[at], *bytes);
            looks.append(&mut found);
        }
        at += 1;
    }
    looks.truncate(most);
    looks
}

/// What is looked at in a new block of so many bytes behind a pointer.
fn inside(subject: &Subject<'_>, look: &Look<'_>, bytes: u64) -> Vec<Look<'static>> {
    let types = &subject.program.types;
    let spelling = Spelling { program: subject.program, given: subject.given };
    let mut looks = Vec::new();
    let Type::Pointer(target) = *types.get(look.ty) else { return looks };
    let (Some(ty), Some(size)) = (spelling.declaration(look.ty, ""), types.size_of(target).filter(|size| *size > 0)) else { return looks };
    let has = |n: u64| {
        let own = format!("gotcha_has({}, {n})", look.text);
        Some(look.inside.as_ref().map_or(own.clone(), |outer| format!("{outer} && {own}")))
    };
    let new = |text, ty, form, inside| Look { text, ty, form, before: None, object: None, inside };
    if matches!(types.get(target), Type::Int { bits: 8, .. }) {
        return vec![new(format!("(const char *){}", look.text), look.ty, Form::Text(bytes.min(CHARACTERS)), has(1))];
    }
    let most = if types.is_scalar(target) { ELEMENTS } else { RECORDS };
    for i in 0..(bytes / size).min(most) {
        let element = format!("(({ty}){})[{i}]", look.text);
        scalars_of(subject, &element, target, &mut |text, ty| looks.push(new(text, ty, Form::Scalar, has((i + 1) * size))));
    }
    looks
}

/// The scalars of a value, but for those of unions and arrays.
fn scalars_of(subject: &Subject<'_>, text: &str, ty: TypeId, each: &mut dyn FnMut(String, TypeId)) {
    let types = &subject.program.types;
    match types.get(ty) {
        Type::Record(record) if types.records[*record].kind == goto::RecordKind::Struct => {
            let Some(body) = types.record_body(ty) else { return };
            for field in &body.fields {
                let text = if field.name.is_empty() { text.to_owned() } else { format!("{text}.{}", field.name) };
                scalars_of(subject, &text, field.ty, each);
            }
        }
        Type::Record(_) | Type::Array { .. } | Type::Void | Type::Function { .. } => {}
        _ => each(text.to_owned(), ty),
    }
}
