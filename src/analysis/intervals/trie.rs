//! A persistent map from small numbers: copies share what they have in common, and joining two that were one walks only over what changed since.
//! Knows nothing of what it holds.

use std::rc::Rc;

const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;
/// Levels of inner nodes above the leaves: enough for all keys.
const HEIGHT: u32 = 32 / BITS - 1;

type Link<V> = Option<Rc<Node<V>>>;

#[derive(Debug)]
enum Node<V> {
    Leaf([Option<Rc<V>>; FANOUT]),
    Inner([Link<V>; FANOUT]),
}

impl<V> Clone for Node<V> {
    fn clone(&self) -> Self {
        match self {
            Node::Leaf(values) => Node::Leaf(values.clone()),
            Node::Inner(children) => Node::Inner(children.clone()),
        }
    }
}

/// A map from `u32` to shared values.
#[derive(Debug)]
pub(super) struct Trie<V> {
    /// The least root that has all keys; as a whole it has `height` levels of inner nodes.
    root: Link<V>,
    height: u32,
}

impl<V> Clone for Trie<V> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), height: self.height }
    }
}

fn digit(key: u32, level: u32) -> usize {
    (key >> (level * BITS)) as usize % FANOUT
}

impl<V> Node<V> {
    fn empty(level: u32) -> Self {
        if level == 0 { Node::Leaf(std::array::from_fn(|_| None)) } else { Node::Inner(std::array::from_fn(|_| None)) }
    }

    fn set(&mut self, key: u32, level: u32, value: Option<Rc<V>>) {
        match self {
            Node::Leaf(values) => values[digit(key, 0)] = value,
            Node::Inner(children) => {
                let child = children[digit(key, level)].get_or_insert_with(|| Rc::new(Node::empty(level - 1)));
                Rc::make_mut(child).set(key, level - 1, value);
            }
        }
    }
}

impl<V> Trie<V> {
    /// An empty map for keys below `keys`.
    pub(super) fn new(keys: usize) -> Self {
        let height = (0..HEIGHT).find(|h| keys >> ((h + 1) * BITS) == 0).unwrap_or(HEIGHT);
        Self { root: None, height }
    }

    pub(super) fn get(&self, key: u32) -> Option<&Rc<V>> {
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(values) => return values[digit(key, 0)].as_ref(),
                Node::Inner(children) => {
                    node = children[digit(key, level)].as_deref()?;
                    level -= 1;
                }
            }
        }
    }

    pub(super) fn set(&mut self, key: u32, value: Option<Rc<V>>) {
        let height = self.height;
        let root = self.root.get_or_insert_with(|| Rc::new(Node::empty(height)));
        Rc::make_mut(root).set(key, height, value);
    }

    /// Joins with another map for as many keys: keys that both have get what `join` makes of two different values (`None`: the first value stays), others
    /// are dropped. False if nothing changed; dropping what was empty already may count as a change.
    pub(super) fn join(&mut self, other: &Self, join: &mut impl FnMut(u32, &Rc<V>, &Rc<V>) -> Option<Rc<V>>) -> bool {
        match joined(&self.root, &other.root, 0, self.height, join) {
            Some(root) => {
                self.root = root;
                true
            }
            None => false,
        }
    }

    /// Calls `visit` for each key with a value, in ascending order.
    pub(super) fn each(&self, mut visit: impl FnMut(u32, &Rc<V>)) {
        if let Some(root) = &self.root {
            each(root, 0, self.height, &mut visit);
        }
    }
}

fn each<V>(node: &Node<V>, base: u32, level: u32, visit: &mut impl FnMut(u32, &Rc<V>)) {
    match node {
        Node::Leaf(values) => (base..).zip(values).for_each(|(key, value)| {
            if let Some(value) = value {
                visit(key, value);
            }
        }),
        Node::Inner(children) => (0..).zip(children).for_each(|(i, child): (u32, _)| {
            if let Some(child) = child {
                each(child, base + (i << (level * BITS)), level - 1, visit);
            }
        }),
    }
}

/// The join of two subtrees, if it differs from the first.
fn joined<V>(a: &Link<V>, b: &Link<V>, base: u32, level: u32, join: &mut impl FnMut(u32, &Rc<V>, &Rc<V>) -> Option<Rc<V>>) -> Option<Link<V>> {
    let x = a.as_ref()?;
    let Some(y) = b else { return Some(None) };
    if Rc::ptr_eq(x, y) {
        return None;
    }
    match (&**x, &**y) {
        (Node::Leaf(p), Node::Leaf(q)) => {
            let mut changed: Option<[Option<Rc<V>>; FANOUT]> = None;
            for i in 0..FANOUT {
                let new = match (&p[i], &q[i]) {
                    (Some(v), Some(w)) if Rc::ptr_eq(v, w) => continue,
                    (Some(v), Some(w)) => match join(base + i as u32, v, w) {
                        None => continue,
                        new => new,
                    },
                    (Some(_), None) => None,
                    (None, _) => continue,
                };
                changed.get_or_insert_with(|| p.clone())[i] = new;
            }
            changed.map(|values| Some(Rc::new(Node::Leaf(values))))
        }
        (Node::Inner(p), Node::Inner(q)) => {
            let mut changed: Option<[Link<V>; FANOUT]> = None;
            for i in 0..FANOUT {
                if let Some(new) = joined(&p[i], &q[i], base + ((i as u32) << (level * BITS)), level - 1, join) {
                    changed.get_or_insert_with(|| p.clone())[i] = new;
                }
            }
            changed.map(|children| Some(Rc::new(Node::Inner(children))))
        }
        // Both have the same height.
        _ => Some(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Writes = Vec<(u32, Option<u8>)>;

    fn made(writes: &Writes, trie: &mut Trie<u8>, model: &mut BTreeMap<u32, u8>) {
        for &(key, value) in writes {
            trie.set(key, value.map(Rc::new));
            match value {
                Some(v) => model.insert(key, v),
                None => model.remove(&key),
            };
        }
    }

    fn writes() -> impl Strategy<Value = Writes> {
        prop::collection::vec((prop_oneof![0u32..40, 250u32..300, 4000u32..5000], any::<Option<u8>>()), 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn does_as_an_ordered_map_does(common in writes(), left in writes(), right in writes()) {
            let (mut a, mut x) = (Trie::new(5000), BTreeMap::new());
            made(&common, &mut a, &mut x);
            let (mut b, mut y) = (a.clone(), x.clone());
            made(&left, &mut a, &mut x);
            made(&right, &mut b, &mut y);
            let expected: BTreeMap<u32, u8> = x.iter().filter_map(|(k, v)| Some((*k, *v.max(y.get(k)?)))).collect();
            let changed = a.join(&b, &mut |_, v, w| (w > v).then(|| w.clone()));
            prop_assert!(changed || expected == x);
            prop_assert!(!a.clone().join(&a, &mut |_, _, _| None));
            let mut found = BTreeMap::new();
            a.each(|key, value| { found.insert(key, **value); });
            prop_assert_eq!(&found, &expected);
            for key in 0..5000 {
                prop_assert_eq!(a.get(key).map(|v| **v), expected.get(&key).copied());
            }
        }
    }
}
