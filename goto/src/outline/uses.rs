//! What texts name, and how: tags after the manner of UNO's data-flow tags, and what a text says of variables being zero.

use std::ops::BitOr;

/// A set of ways in which a name is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Tags(u32);

impl Tags {
    pub const NONE: Tags = Tags(0);
    pub const DEF: Tags = Tags(1);
    pub const FCALL: Tags = Tags(1 << 1);
    pub const USE: Tags = Tags(1 << 2);
    /// `x->y`
    pub const REF0: Tags = Tags(1 << 3);
    /// `x.y`
    pub const REF1: Tags = Tags(1 << 4);
    /// The `y` of both.
    pub const REF2: Tags = Tags(1 << 5);
    pub const DEREF: Tags = Tags(1 << 6);
    pub const ALIAS: Tags = Tags(1 << 7);
    pub const ARRAY_DECL: Tags = Tags(1 << 8);
    pub const DECL: Tags = Tags(1 << 10);
    pub const USE_AFTER_DEF: Tags = Tags(1 << 11);
    pub const USE_BEFORE_DEF: Tags = Tags(1 << 12);
    pub const PARAM: Tags = Tags(1 << 14);
    pub const IN_CONDITION: Tags = Tags(1 << 15);
    pub const IN_SIZEOF: Tags = Tags(1 << 17);
    pub const IS_POINTER: Tags = Tags(1 << 18);
    pub const ANY: Tags = Tags((1 << 20) - 1);

    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Self {
        Tags(bits & Self::ANY.0)
    }

    /// Have the sets a tag in common?
    pub fn meets(self, other: Tags) -> bool {
        self.0 & other.0 != 0
    }

    pub fn without(self, other: Tags) -> Tags {
        Tags(self.0 & !other.0)
    }
}

impl BitOr for Tags {
    type Output = Tags;

    fn bitor(self, other: Tags) -> Tags {
        Tags(self.0 | other.0)
    }
}

/// The number of a symbol in [`Outline::symbols`](super::Outline::symbols).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolNumber(pub usize);

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    pub is_array: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    Local,
    Parameter,
    Global,
    /// Of any structure.
    Member,
    Function,
}

/// A symbol in a text, with all ways in which it is used there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    pub symbol: SymbolNumber,
    pub tags: Tags,
    /// What the text itself makes sure of before it uses the variable, as `p && *p` does: that it is zero, or that it is not.
    pub known: Option<Sign>,
    /// In a declaration, the variable whose part this is.
    pub of: Option<String>,
}

/// What is known of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    Zero,
    Nonzero,
}

/// What is known of a variable behind a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    pub symbol: SymbolNumber,
    pub sign: Sign,
    /// Of a condition, whether it has to hold for that.
    pub when: Option<bool>,
    pub of: Option<String>,
}

/// All names of a text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Named {
    pub uses: Vec<Use>,
    pub gives: Vec<Given>,
}
