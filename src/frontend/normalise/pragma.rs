//! `#pragma pack`. Other pragmas mean nothing for what a program does.

/// Which maximal alignment of members holds where; offsets are those of the normalised text.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pragmas {
    /// From this offset on the maximal alignment in bytes; `None` is the natural one.
    pack: Vec<(usize, Option<u64>)>,
}

impl Pragmas {
    /// The maximal alignment of the members of a record whose closing brace is at `offset` (take the end of its span).
    pub fn pack_at(&self, offset: usize) -> Option<u64> {
        let after = self.pack.partition_point(|&(start, _)| start <= offset);
        self.pack[..after].last().and_then(|&(_, pack)| pack)
    }
}

/// Follows the pragmas of a text from its start on.
#[derive(Default)]
pub(super) struct Packing {
    pragmas: Pragmas,
    current: Option<u64>,
    stack: Vec<(Option<String>, Option<u64>)>,
}

impl Packing {
    /// Takes the text behind `#pragma`; ignores what is not `pack`.
    pub(super) fn pragma(&mut self, offset: usize, text: &str) {
        let Some(rest) = text.trim().strip_prefix("pack") else { return };
        let Some(inner) = rest.trim_start().strip_prefix('(').and_then(|r| r.split(')').next()) else { return };
        let mut arguments = inner.split(',').map(str::trim).filter(|a| !a.is_empty()).peekable();
        let number = |a: &str| a.parse::<u64>().ok().filter(|n| n.is_power_of_two() && *n <= 16);
        match arguments.next() {
            None => self.current = None,
            Some("push") => {
                let id = arguments.next_if(|a| a.starts_with(|c: char| !c.is_ascii_digit())).map(str::to_owned);
                self.stack.push((id, self.current));
                if let Some(n) = arguments.next().and_then(number) {
                    self.current = Some(n);
                }
            }
            Some("pop") => {
                let id = arguments.next();
                let at = match id {
                    Some(id) => self.stack.iter().rposition(|(name, _)| name.as_deref() == Some(id)),
                    None => self.stack.len().checked_sub(1),
                };
                if let Some(at) = at {
                    self.current = self.stack[at].1;
                    self.stack.truncate(at);
                }
            }
            Some("0") => self.current = None,
            Some(n) => self.current = number(n).or(self.current),
        }
        self.pragmas.pack.push((offset, self.current));
    }

    pub(super) fn finish(self) -> Pragmas {
        self.pragmas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_and_pop_nest() {
        let mut packing = Packing::default();
        for (offset, text) in [
            (10, " pack(push, 1)"),
            (20, "pack(push)"),
            (30, "pack ( 4 )"),
            (40, "pack(pop)"),
            (50, "pack(pop)"),
            (60, "GCC poison x"),
            (70, "pack(2)"),
            (80, "pack()"),
        ] {
            packing.pragma(offset, text);
        }
        let pragmas = packing.finish();
        let expected = [(5, None), (10, Some(1)), (25, Some(1)), (35, Some(4)), (45, Some(1)), (55, None), (65, None), (75, Some(2)), (90, None)];
        for (offset, pack) in expected {
            assert_eq!(pragmas.pack_at(offset), pack, "at {offset}");
        }
    }
}
