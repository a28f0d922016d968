//! What solvers answer: S-expressions, and values in the notations that solvers use. Knows text only.

use base::Bits;

/// How deep an answer may be nested; what solvers say about bit-vectors is flat.
const DEPTH: usize = 32;

/// A word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    /// The word, if it is one.
    pub(super) fn atom(&self) -> Option<&str> {
        match self {
            Sexp::Atom(text) => Some(text),
            Sexp::List(_) => None,
        }
    }
}

/// Takes bytes one by one until an expression is complete.
#[derive(Default)]
pub(super) struct Reader {
    open: Vec<Vec<Sexp>>,
    word: String,
    quote: Option<u8>,
    comment: bool,
}

impl Reader {
    /// The expression that this byte completes. A word outside of lists is complete with the white space behind it.
    pub(super) fn take(&mut self, byte: u8) -> Result<Option<Sexp>, String> {
        if self.comment {
            self.comment = byte != b'\n';
            return Ok(None);
        }
        if let Some(quote) = self.quote {
            self.word.push(char::from(byte));
            if byte == quote {
                self.quote = None;
            }
            return Ok(None);
        }
        match byte {
            b'"' | b'|' => {
                self.quote = Some(byte);
                self.word.push(char::from(byte));
                Ok(None)
            }
            b';' => {
                self.comment = true;
                Ok(None)
            }
            b'(' => {
                self.end_word();
                if self.open.len() >= DEPTH {
                    return Err("an answer that is nested too deeply".to_string());
                }
                self.open.push(Vec::new());
                Ok(None)
            }
            b')' => {
                self.end_word();
                let list = self.open.pop().ok_or("an answer with a superfluous parenthesis")?;
                Ok(self.complete(Sexp::List(list)))
            }
            _ if byte.is_ascii_whitespace() => Ok(self.end_word()),
            _ => {
                self.word.push(char::from(byte));
                Ok(None)
            }
        }
    }

    fn end_word(&mut self) -> Option<Sexp> {
        if self.word.is_empty() {
            return None;
        }
        let word = std::mem::take(&mut self.word);
        self.complete(Sexp::Atom(word))
    }

    fn complete(&mut self, sexp: Sexp) -> Option<Sexp> {
        match self.open.last_mut() {
            Some(list) => {
                list.push(sexp);
                None
            }
            None => Some(sexp),
        }
    }
}

/// The text of `(error "text")`.
pub(super) fn error(sexp: &Sexp) -> Option<String> {
    let Sexp::List(list) = sexp else { return None };
    (list.first()?.atom()? == "error").then(|| list.get(1).and_then(Sexp::atom).unwrap_or("error").trim_matches('"').to_string())
}

/// A value of the width: `#b101`, `#x2a`, `(_ bv5 3)`, `5`, `true`, `false`.
pub(super) fn value(sexp: &Sexp, width: u16) -> Option<Bits> {
    let number = |text: &str, radix: u32| u128::from_str_radix(text, radix).ok();
    let value = match sexp {
        Sexp::Atom(text) => match text.as_str() {
            "true" => 1,
            "false" => 0,
            _ => match text.split_at_checked(2) {
                Some(("#b", digits)) => number(digits, 2)?,
                Some(("#x", digits)) => number(digits, 16)?,
                _ => number(text, 10)?,
            },
        },
        Sexp::List(list) => {
            let [underscore, number_text, _] = list.as_slice() else { return None };
            if underscore.atom()? != "_" {
                return None;
            }
            number(number_text.atom()?.strip_prefix("bv")?, 10)?
        }
    };
    // A value that does not fit is nonsense.
    let bits = Bits::new(width, value);
    (bits.unsigned() == value).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Sexp>, String> {
        let mut reader = Reader::default();
        text.bytes().filter_map(|b| reader.take(b).transpose()).collect()
    }

    #[test]
    fn values_in_all_notations() -> Result<(), String> {
        for (text, expected) in
            [("#b00000101 ", 5), ("#x05 ", 5), ("(_ bv5 8)", 5), ("5 ", 5), ("true ", 1), ("false\n", 0)].map(|(t, v)| (t, Some(Bits::new(8, v))))
        {
            assert_eq!(value(&read(text)?[0], 8), expected, "{text}");
        }
        for nonsense in ["#b1000000000 ", "(_ bv300 8)", "(bv 5 8)", "x ", "#q ", "()"] {
            assert_eq!(value(&read(nonsense)?[0], 8), None, "{nonsense}");
        }
        Ok(())
    }

    #[test]
    fn lists_and_errors() -> Result<(), String> {
        let all = read("sat\n((v1 #b1)\n (v2 (_ bv2 8))) (error \"line 1: (bad) ; thing\")")?;
        assert_eq!(all.len(), 3);
        assert_eq!(all[0].atom(), Some("sat"));
        assert_eq!(error(&all[2]).as_deref(), Some("line 1: (bad) ; thing"));
        assert!(read(")").is_err());
        assert!(read(&"(".repeat(1000)).is_err());
        Ok(())
    }
}
