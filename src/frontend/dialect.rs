//! Which language a C compiler's options choose: the standard, and what options make mean something else. Says it as data; the preprocessor, the normaliser and the
//! type checker obey it.

/// A standard of C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standard {
    C90,
    C99,
    C11,
    C17,
    C23,
}

/// The language of a program. The default is gcc's, with the newest standard whose words the text uses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Dialect {
    /// What `-std=` names.
    pub standard: Option<Standard>,
    /// The standard without the words that gcc adds: `asm` and `typeof` are ordinary names.
    pub strict: bool,
    /// `-fno-asm`: the same words are ordinary names whatever the standard.
    pub no_asm: bool,
    /// Plain `char` is unsigned.
    pub unsigned_char: bool,
    /// An enumerated type is as narrow as its constants allow.
    pub short_enums: bool,
    /// `inline` as gcc defined it before C99, where that is asked for by itself.
    pub gnu_inline: Option<bool>,
    /// A member that is a record with a tag, and has no name, gives its members to the record around it.
    pub tagged_anonymous_members: bool,
    /// The overflow of signed arithmetic is defined: it wraps around.
    pub wraps: bool,
    /// There is no library but what compilers themselves call: other functions with its names mean something else.
    pub freestanding: bool,
    /// Each read of a volatile object gives any value, which is an input.
    pub volatile_inputs: bool,
    /// A value of an enumerated type has to be one of its constants.
    pub enum_values: bool,
    /// The program may begin threads, so that what is atomic must not be interrupted.
    pub threads: bool,
}

impl Dialect {
    /// `extern inline` defines nothing that other files see, and `inline` alone does.
    pub fn gnu_inline(self) -> bool {
        self.gnu_inline.unwrap_or(self.standard == Some(Standard::C90))
    }

    /// Words that are ordinary names here, though the parser knows them as keywords; each with a name of the same length that stands for it.
    pub fn ordinary_names(self) -> &'static [(&'static str, &'static str)] {
        const NAMES: [(&str, &str); 3] = [("asm", "as$"), ("typeof", "typeo$"), ("inline", "inlin$")];
        match self.standard {
            Some(Standard::C90) if self.strict => &NAMES,
            // `typeof` is a keyword of C23.
            Some(Standard::C23) if self.strict || self.no_asm => &NAMES[..1],
            _ if self.no_asm && self.standard == Some(Standard::C90) => &NAMES,
            _ if self.strict || self.no_asm => &NAMES[..2],
            _ => &[],
        }
    }
}

/// The standard that a value of `-std=` names, and whether it is strict.
pub fn standard(name: &str) -> Option<(Standard, bool)> {
    use Standard::{C11, C17, C23, C90, C99};
    let strict = !name.starts_with("gnu");
    let standard = match name {
        "c89" | "c90" | "iso9899:1990" | "iso9899:199409" | "gnu89" | "gnu90" => C90,
        "c99" | "c9x" | "iso9899:1999" | "iso9899:199x" | "gnu99" | "gnu9x" => C99,
        "c11" | "c1x" | "iso9899:2011" | "gnu11" | "gnu1x" => C11,
        "c17" | "c18" | "iso9899:2017" | "iso9899:2018" | "gnu17" | "gnu18" => C17,
        // The next one adds nothing that changes what a program means.
        "c23" | "c2x" | "iso9899:2024" | "gnu23" | "gnu2x" | "c2y" | "gnu2y" => C23,
        _ => return None,
    };
    Some((standard, strict))
}

impl Standard {
    /// The option that every compiler of the last years knows.
    pub fn option(self, strict: bool) -> String {
        let year = match self {
            Standard::C90 => "90",
            Standard::C99 => "99",
            Standard::C11 => "11",
            Standard::C17 => "17",
            Standard::C23 => "2x",
        };
        format!("-std={}{year}", if strict { "c" } else { "gnu" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_standards() {
        assert_eq!(standard("gnu89"), Some((Standard::C90, false)));
        assert_eq!(standard("iso9899:2018"), Some((Standard::C17, true)));
        assert_eq!(standard("c++11"), None);
        assert_eq!(Standard::C23.option(false), "-std=gnu2x");
    }

    #[test]
    fn inline_of_old_standards_is_gnus() {
        let of = |name: &str, gnu_inline| Dialect { standard: standard(name).map(|s| s.0), gnu_inline, ..Dialect::default() }.gnu_inline();
        assert!(of("gnu89", None) && of("c90", None) && of("gnu11", Some(true)));
        assert!(!of("gnu99", None) && !of("gnu89", Some(false)) && !Dialect::default().gnu_inline());
    }

    #[test]
    fn ordinary_names_keep_their_length() {
        let strict = Dialect { standard: Some(Standard::C90), strict: true, ..Dialect::default() };
        assert_eq!(strict.ordinary_names().len(), 3);
        assert!(strict.ordinary_names().iter().all(|(word, name)| word.len() == name.len()));
        assert!(Dialect::default().ordinary_names().is_empty());
    }
}
