//! A persistent map from numbers to values: a radix tree whose nodes are shared by copies. Copying is O(1), access and change O(log n) without hashing,
//! and two maps that were one are compared by walking only what was changed since. Knows nothing of what it holds.
//!
//! Ordered persistent maps of general libraries cost several times more for the dense small keys here (variables, objects, elements), and these
//! accesses are what concrete loops spend their time on.

use std::rc::Rc;

const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;

type Link<V> = Option<Rc<Node<V>>>;

/// A map from `u64` to `V`.
#[derive(Clone, Debug)]
pub struct Trie<V> {
    root: Link<V>,
    /// Levels of inner nodes above the leaves.
    height: u32,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Leaf([Option<V>; FANOUT]),
    Inner([Link<V>; FANOUT]),
}

impl<V> Default for Trie<V> {
    fn default() -> Self {
        Self { root: None, height: 0 }
    }
}

fn digit(key: u64, level: u32) -> usize {
    (key >> (level * BITS)) as usize % FANOUT
}

/// Does the key need more levels than `height` inner ones?
fn beyond(key: u64, height: u32) -> bool {
    key.checked_shr((height + 1) * BITS).unwrap_or(0) != 0
}

impl<V: Clone> Node<V> {
    fn empty(level: u32) -> Self {
        if level == 0 { Node::Leaf(std::array::from_fn(|_| None)) } else { Node::Inner(std::array::from_fn(|_| None)) }
    }

    /// The slot of a key in the tree under this node of the given level, all nodes on the way made or copied for this tree alone.
    fn slot(&mut self, key: u64, level: u32) -> &mut Option<V> {
        match self {
            Node::Leaf(values) => &mut values[digit(key, 0)],
            Node::Inner(children) => {
                let child = children[digit(key, level)].get_or_insert_with(|| Rc::new(Node::empty(level - 1)));
                Rc::make_mut(child).slot(key, level - 1)
            }
        }
    }

    fn each(&self, base: u64, level: u32, visit: &mut impl FnMut(u64, &V)) {
        match self {
            Node::Leaf(values) => {
                for (i, value) in (0u64..).zip(values) {
                    if let Some(value) = value {
                        visit(base + i, value);
                    }
                }
            }
            Node::Inner(children) => {
                for (i, child) in (0u64..).zip(children) {
                    if let Some(child) = child {
                        child.each(base + (i << (level * BITS)), level - 1, visit);
                    }
                }
            }
        }
    }

    fn keys(&self, base: u64, level: u32, out: &mut Vec<u64>) {
        self.each(base, level, &mut |key, _| out.push(key));
    }
}

impl<V: Clone> Trie<V> {
    /// An empty map that need not grow for keys below `keys`.
    pub fn with_capacity(keys: usize) -> Self {
        let mut map = Self::default();
        map.grow(keys as u64);
        map
    }

    pub fn get(&self, key: u64) -> Option<&V> {
        if beyond(key, self.height) {
            return None;
        }
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

    /// The value to change in place; copies shared nodes. Only for keys that are there: others cost an empty path.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut V> {
        if beyond(key, self.height) {
            return None;
        }
        Rc::make_mut(self.root.as_mut()?).slot(key, self.height).as_mut()
    }

    pub fn insert(&mut self, key: u64, value: V) {
        *self.slot(key) = Some(value);
    }

    /// The value of a key, made if it is missing.
    pub fn get_or_insert_with(&mut self, key: u64, make: impl FnOnce() -> V) -> &mut V {
        self.slot(key).get_or_insert_with(make)
    }

    pub fn remove(&mut self, key: u64) -> Option<V> {
        self.get(key)?;
        self.slot(key).take()
    }

    fn slot(&mut self, key: u64) -> &mut Option<V> {
        self.grow(key);
        let height = self.height;
        let root = self.root.get_or_insert_with(|| Rc::new(Node::empty(height)));
        Rc::make_mut(root).slot(key, height)
    }

    /// Makes the tree high enough for a key.
    fn grow(&mut self, key: u64) {
        while beyond(key, self.height) {
            self.raise(self.height + 1);
        }
    }

    fn raise(&mut self, height: u32) {
        while self.height < height {
            if let Some(root) = self.root.take() {
                let mut children: [Link<V>; FANOUT] = std::array::from_fn(|_| None);
                children[0] = Some(root);
                self.root = Some(Rc::new(Node::Inner(children)));
            }
            self.height += 1;
        }
    }

    /// Was nothing ever inserted?
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// All keys in ascending order.
    pub fn keys(&self) -> Vec<u64> {
        let mut out = Vec::new();
        if let Some(root) = &self.root {
            root.keys(0, self.height, &mut out);
        }
        out
    }

    /// Calls `visit` for each key with a value, in ascending order.
    pub fn each(&self, mut visit: impl FnMut(u64, &V)) {
        if let Some(root) = &self.root {
            root.each(0, self.height, &mut visit);
        }
    }

    /// Joins with another map: keys that both have get what `join` makes of the two values (`None`: the first value stays), others are dropped. Subtrees that
    /// the maps share are not visited. False if nothing changed; dropping what was empty already may count as a change.
    pub fn join(&mut self, other: &Self, join: &mut impl FnMut(u64, &V, &V) -> Option<V>) -> bool {
        let mut raised;
        let other = if other.height < self.height {
            raised = other.clone();
            raised.raise(self.height);
            &raised
        } else {
            self.raise(other.height);
            other
        };
        match joined(&self.root, &other.root, 0, self.height, join) {
            Some(root) => {
                self.root = root;
                true
            }
            None => false,
        }
    }

    /// The keys, in ascending order, under which the two maps may hold different values: those whose nodes are not shared.
    pub fn differing(&self, other: &Self) -> Vec<u64> {
        let mut out = Vec::new();
        differing(0, (self.root.as_ref(), self.height), (other.root.as_ref(), other.height), &mut out);
        out
    }
}

type Side<'a, V> = (Option<&'a Rc<Node<V>>>, u32);

fn differing<V: Clone>(base: u64, a: Side<'_, V>, b: Side<'_, V>, out: &mut Vec<u64>) {
    match (a, b) {
        ((None, _), (None, _)) => {}
        ((Some(node), level), (None, _)) | ((None, _), (Some(node), level)) => node.keys(base, level, out),
        ((Some(x), _), (Some(y), _)) if Rc::ptr_eq(x, y) => {}
        ((Some(x), high), (_, low)) if high > low => with_taller(base, x, high, b, out),
        ((_, low), (Some(y), high)) if high > low => with_taller(base, y, high, a, out),
        ((Some(x), level), (Some(y), _)) => match (&**x, &**y) {
            (Node::Leaf(p), Node::Leaf(q)) => {
                out.extend((0u64..).zip(p.iter().zip(q)).filter(|(_, (v, w))| v.is_some() || w.is_some()).map(|(i, _)| base + i));
            }
            (Node::Inner(p), Node::Inner(q)) => {
                for (i, (c, d)) in (0u64..).zip(p.iter().zip(q)) {
                    differing(base + (i << (level * BITS)), (c.as_ref(), level - 1), (d.as_ref(), level - 1), out);
                }
            }
            // Nodes of one level are of one kind.
            _ => {}
        },
    }
}

/// `other` stands where the first child of `taller`, or a tree below it, stands.
fn with_taller<V: Clone>(base: u64, taller: &Rc<Node<V>>, level: u32, other: Side<'_, V>, out: &mut Vec<u64>) {
    if let Node::Inner(children) = &**taller {
        differing(base, (children[0].as_ref(), level - 1), other, out);
        for (i, child) in (0u64..).zip(children).skip(1) {
            if let Some(child) = child {
                child.keys(base + (i << (level * BITS)), level - 1, out);
            }
        }
    }
}

/// The join of two subtrees of one level, if it differs from the first.
fn joined<V: Clone>(a: &Link<V>, b: &Link<V>, base: u64, level: u32, join: &mut impl FnMut(u64, &V, &V) -> Option<V>) -> Option<Link<V>> {
    let x = a.as_ref()?;
    let Some(y) = b else { return Some(None) };
    if Rc::ptr_eq(x, y) {
        return None;
    }
    match (&**x, &**y) {
        (Node::Leaf(p), Node::Leaf(q)) => {
            let mut changed: Option<[Option<V>; FANOUT]> = None;
            for i in 0..FANOUT {
                let new = match (&p[i], &q[i]) {
                    (Some(v), Some(w)) => match join(base + i as u64, v, w) {
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
                if let Some(new) = joined(&p[i], &q[i], base + ((i as u64) << (level * BITS)), level - 1, join) {
                    changed.get_or_insert_with(|| p.clone())[i] = new;
                }
            }
            changed.map(|children| Some(Rc::new(Node::Inner(children))))
        }
        // Nodes of one level are of one kind.
        _ => Some(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn copies_are_independent() {
        let mut a = Trie::default();
        for key in [0u64, 5, 17, 300, 70_000, u64::MAX] {
            a.insert(key, key);
        }
        let mut b = a.clone();
        b.insert(300, 1);
        b.remove(17);
        b.insert(1 << 40, 2);
        assert_eq!(a.get(300), Some(&300));
        assert_eq!(b.get(300), Some(&1));
        assert_eq!(b.get(17), None);
        assert_eq!(a.keys(), [0, 5, 17, 300, 70_000, u64::MAX]);
        let differing = a.differing(&b);
        assert!(differing.contains(&300) && differing.contains(&17) && differing.contains(&(1 << 40)));
        assert!(!differing.contains(&70_000) && !differing.contains(&u64::MAX));
    }

    #[test]
    fn trees_of_different_height_are_compared() {
        let mut a = Trie::default();
        a.insert(3, 'a');
        let mut b = a.clone();
        b.insert(1000, 'b');
        assert_eq!(a.differing(&b), [1000]);
        assert_eq!(b.differing(&a), [1000]);
        assert!(a.differing(&a.clone()).is_empty());
    }

    type Writes = Vec<(u64, Option<u8>)>;

    fn made(writes: &Writes, trie: &mut Trie<u8>, model: &mut BTreeMap<u64, u8>) {
        for &(key, value) in writes {
            match value {
                Some(v) => {
                    trie.insert(key, v);
                    model.insert(key, v);
                }
                None => {
                    trie.remove(key);
                    model.remove(&key);
                }
            }
        }
    }

    fn writes() -> impl Strategy<Value = Writes> {
        prop::collection::vec((prop_oneof![0u64..40, 250u64..300, 4000u64..5000], any::<Option<u8>>()), 0..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn does_as_an_ordered_map_does(common in writes(), left in writes(), right in writes()) {
            let (mut a, mut x) = (Trie::default(), BTreeMap::new());
            made(&common, &mut a, &mut x);
            let (mut b, mut y) = (a.clone(), x.clone());
            made(&left, &mut a, &mut x);
            made(&right, &mut b, &mut y);
            let expected: BTreeMap<u64, u8> = x.iter().filter_map(|(k, v)| Some((*k, *v.max(y.get(k)?)))).collect();
            let changed = a.join(&b, &mut |_, v, w| (w > v).then_some(*w));
            prop_assert!(changed || expected == x);
            prop_assert!(!a.clone().join(&a, &mut |_, _, _| None));
            let mut found = BTreeMap::new();
            a.each(|key, value| { found.insert(key, *value); });
            prop_assert_eq!(&found, &expected);
            for key in 0..5000 {
                prop_assert_eq!(a.get(key).copied(), expected.get(&key).copied());
            }
        }
    }
}
