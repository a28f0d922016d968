//! Names that were perhaps meant where a name is unknown.

use strsim::damerau_levenshtein;

/// The known name that is most like the one that was asked for, if one is so like it that it may be meant.
pub fn similar<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (wanted.chars().count() / 3).max(1);
    let distance = |name: &str| damerau_levenshtein(&wanted.to_lowercase(), &name.to_lowercase());
    // A short name has nothing in common with one that differs in all of its characters.
    let near = known.into_iter().map(|name| (distance(name), name)).filter(|(d, name)| *d <= most && *d < name.chars().count());
    near.min().map(|(_, name)| name)
}

/// What a message about an unknown name ends with.
pub fn hint<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    similar(wanted, known).map_or(String::new(), |name| format!(" (did you mean `{name}`?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_proposed() {
        let known = ["parse", "parse_all", "print", "x"];
        assert_eq!(similar("prase", known), Some("parse"));
        assert_eq!(similar("Parse_al", known), Some("parse_all"));
        assert_eq!(similar("pirnt", known), Some("print"));
        assert_eq!(similar("free", known), None);
        assert_eq!(similar("y", known), None);
        assert_eq!(hint("prnt", known), " (did you mean `print`?)");
        assert_eq!(hint("q", known), "");
    }
}
