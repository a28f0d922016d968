//! A persistent map from numbers to values: a radix tree whose nodes are shared by copies. Copying is O(1), access and change O(log n) without hashing,
//! and two maps that were one are compared by walking only what was changed since. Knows nothing of what it holds.
//!
//! Ordered persistent maps of general libraries cost several times more for the dense small keys here (variables, objects, elements), and these
//! accesses are what concrete loops spend their time on.

use std::rc::Rc;

const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;

/// A map from `u64` to `V`.
#[derive(Clone, Debug)]
pub(super) struct Trie<V> {
    root: Option<Rc<Node<V>>>,
    /// Levels of inner nodes above the leaves.
    height: u32,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Leaf([Option<V>; FANOUT]),
    Inner([Option<Rc<Node<V>>>; FANOUT]),
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

    fn keys(&self, base: u64, level: u32, out: &mut Vec<u64>) {
        match self {
            Node::Leaf(values) => out.extend((0u64..).zip(values).filter(|(_, v)| v.is_some()).map(|(i, _)| base + i)),
            Node::Inner(children) => {
                for (i, child) in (0u64..).zip(children) {
                    if let Some(child) = child {
                        child.keys(base + (i << (level * BITS)), level - 1, out);
                    }
                }
            }
        }
    }
}

impl<V: Clone> Trie<V> {
    pub(crate) fn get(&self, key: u64) -> Option<&V> {
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
    pub(crate) fn get_mut(&mut self, key: u64) -> Option<&mut V> {
        if beyond(key, self.height) {
            return None;
        }
        Rc::make_mut(self.root.as_mut()?).slot(key, self.height).as_mut()
    }

    pub(crate) fn insert(&mut self, key: u64, value: V) {
        *self.slot(key) = Some(value);
    }

    /// The value of a key, made if it is missing.
    pub(crate) fn get_or_insert_with(&mut self, key: u64, make: impl FnOnce() -> V) -> &mut V {
        self.slot(key).get_or_insert_with(make)
    }

    pub(crate) fn remove(&mut self, key: u64) -> Option<V> {
        self.get(key)?;
        self.slot(key).take()
    }

    fn slot(&mut self, key: u64) -> &mut Option<V> {
        if self.root.is_none() {
            while beyond(key, self.height) {
                self.height += 1;
            }
        }
        while beyond(key, self.height) {
            let mut children: [Option<Rc<Node<V>>>; FANOUT] = std::array::from_fn(|_| None);
            children[0] = self.root.take();
            self.root = Some(Rc::new(Node::Inner(children)));
            self.height += 1;
        }
        let height = self.height;
        let root = self.root.get_or_insert_with(|| Rc::new(Node::empty(height)));
        Rc::make_mut(root).slot(key, height)
    }

    /// Was nothing ever inserted?
    pub(crate) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// All keys in ascending order.
    pub(crate) fn keys(&self) -> Vec<u64> {
        let mut out = Vec::new();
        if let Some(root) = &self.root {
            root.keys(0, self.height, &mut out);
        }
        out
    }

    /// The keys, in ascending order, under which the two maps may hold different values: those whose nodes are not shared.
    pub(crate) fn differing(&self, other: &Self) -> Vec<u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
