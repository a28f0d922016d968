//! Puts what functions do that are called into the sketches of those who call them, in the order of the call graph.

use super::places::Argument;
use super::walk::Call;
use super::{Extent, Given, Index, Obstacle, Pointer, Quantity, Sketch, Store};
use std::collections::{BTreeMap, BTreeSet};

/// All sketches, those that are called before those that call them.
pub(super) fn together(mut own: BTreeMap<String, Sketch>, calls: &BTreeMap<String, Vec<Call>>) -> Vec<Sketch> {
    let reached: BTreeMap<String, BTreeSet<String>> = own.keys().map(|name| (name.clone(), reach(name, &own))).collect();
    for (name, sketch) in &mut own {
        let is_cyclic = |other: &String| other != name && reached.get(other).is_some_and(|from| from.contains(name));
        if reached[name].iter().any(is_cyclic) {
            sketch.obstacle = Some(Obstacle::MutualRecursion);
        }
    }
    // Who reaches less comes first: of two functions of which one calls the other, the other one reaches less unless they are in a cycle.
    let mut order: Vec<(usize, u32, String)> = own.values().map(|s| (reached[&s.function].len(), s.line, s.function.clone())).collect();
    order.sort();
    for (_, _, name) in &order {
        let Some(mut sketch) = own.remove(name) else { continue };
        for call in calls.get(name).into_iter().flatten() {
            sketch.given.push(call.given());
            if let Some(called) = own.get(&call.function) {
                sketch.absorb(called, call);
            }
        }
        own.insert(name.clone(), sketch);
    }
    order.into_iter().filter_map(|(_, _, name)| own.remove(&name)).collect()
}

impl Call {
    fn given(&self) -> Given {
        let argument = |(name, argument): (&String, &Option<Argument>)| Some((name.clone(), argument.as_ref()?.exact.clone()?));
        Given { function: self.function.clone(), arguments: self.arguments.iter().filter_map(argument).collect() }
    }
}

/// All that the calls of a function lead to.
fn reach(name: &str, own: &BTreeMap<String, Sketch>) -> BTreeSet<String> {
    let (mut all, mut todo) = (BTreeSet::new(), vec![name.to_owned()]);
    while let Some(next) = todo.pop() {
        for called in own.get(&next).into_iter().flat_map(|sketch| &sketch.calls) {
            if all.insert(called.clone()) {
                todo.push(called.clone());
            }
        }
    }
    all
}

impl Sketch {
    /// What a call does, with the arguments in place of the parameters.
    fn absorb(&mut self, called: &Self, call: &Call) {
        let of = |choose: fn(&Argument) -> Option<String>| -> BTreeMap<String, Option<String>> {
            call.arguments.iter().map(|(name, argument)| (name.clone(), argument.as_ref().and_then(choose))).collect()
        };
        let (bases, exacts) = (of(|argument| Some(argument.base.clone())), of(|argument| argument.exact.clone()));
        let with = |text: &str| substituted(text, &bases);
        // A pointer that was moved on before the call.
        let moved = |text: &str| call.arguments.get(text).and_then(Option::as_ref).and_then(|argument| argument.index.clone());
        let all = |texts: &[String]| -> Vec<String> { texts.iter().filter_map(|text| with(text)).filter(|text| !text.starts_with("(&")).collect() };
        for pointer in &called.pointers {
            let Some(text) = with(&pointer.text).filter(|text| !text.starts_with("(&")) else { continue };
            let indexes = pointer.indexes.iter().map(|index| match (index, moved(&pointer.text)) {
                (Index::Constant(0), Some(by)) => by,
                (_, Some(_)) => Index::Open,
                (Index::Named(name), None) => substituted(name, &exacts).map_or(Index::Open, Index::Named),
                (other, None) => other.clone(),
            });
            match self.pointers.iter_mut().find(|known| known.text == text) {
                Some(known) => known.indexes.extend(indexes),
                None => self.pointers.push(Pointer { text, indexes: indexes.collect(), follows: all(&pointer.follows), ..pointer.clone() }),
            }
        }
        let exactly = |text: &str| substituted(text, &exacts);
        self.tested.extend(called.tested.iter().filter_map(|text| with(text)));
        self.frees.extend(called.frees.iter().filter_map(|text| with(text)));
        self.allocates |= called.allocates;
        self.constants.extend(&called.constants);
        for store in &called.stores {
            let is_moved = call
                .arguments
                .values()
                .flatten()
                .any(|argument| argument.index.is_some() && store.follows.iter().any(|pointer| with(pointer).as_ref() == Some(&argument.base)));
            let extent = |extent: &Extent| match extent {
                Extent::Place(text) => with(text).map(Extent::Place),
                Extent::Object(text) => with(text).map(|text| match text.strip_prefix("(&").and_then(|text| text.strip_suffix(')')) {
                    Some(place) => Extent::Place(place.to_owned()),
                    None => Extent::Object(text),
                }),
            };
            let (Some(whole), Some(object)) = (extent(&store.whole), extent(&store.object)) else { continue };
            let exact = store.exact.as_deref().and_then(|text| substituted(text, &exacts));
            let whole = if is_moved { object.clone() } else { whole };
            let element_of = store.element_of.as_deref().and_then(with);
            self.add_store(Store { exact, whole, object, kind: store.kind, follows: all(&store.follows), values: Vec::new(), element_of });
        }
        for integer in &called.integers {
            if let Some(text) = exactly(&integer.text)
                && self.integers.iter().all(|known| known.text != text)
            {
                self.integers.push(Quantity { text, kind: integer.kind, follows: all(&integer.follows) });
            }
        }
    }
}

/// The text with arguments in place of parameters; `None` if one of these has no words here.
fn substituted(text: &str, arguments: &BTreeMap<String, Option<String>>) -> Option<String> {
    let (mut result, mut rest) = (String::new(), text);
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if length == 0 {
            result.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, behind) = rest.split_at(length);
        let is_member = result.ends_with('.') || result.ends_with("->");
        match arguments.get(word).filter(|_| !is_member) {
            Some(argument) => result.push_str(&bracketed(argument.as_deref()?)),
            None => result.push_str(word),
        }
        rest = behind;
    }
    Some(result)
}

/// So that it stands for a name.
fn bracketed(text: &str) -> String {
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '>' | '[' | ']'))
        || text.contains("->") && !text.contains(' ') && !text.starts_with(['*', '&']);
    if is_plain || text.starts_with("(&") { text.to_owned() } else { format!("({text})") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_in_place_of_parameters() {
        let arguments = BTreeMap::from([("p".to_owned(), Some("(&g)".to_owned())), ("n".to_owned(), Some("a + 1".to_owned())), ("l".to_owned(), None)]);
        assert_eq!(substituted("p->n", &arguments).as_deref(), Some("(&g)->n"));
        assert_eq!(substituted("q.p[n]", &arguments).as_deref(), Some("q.p[(a + 1)]"));
        assert_eq!(substituted("l[0]", &arguments), None);
    }
}
