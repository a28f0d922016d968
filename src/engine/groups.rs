//! Things that a solver is asked about together, in groups that are halved where that takes too long. What is asked, and what answers mean, is for others to say.

/// What became of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// What is left of the group is to be asked about again.
    Again,
    /// There is nothing more to ask about what is in it.
    Settled,
    /// The halves are easier. Not for a group of one.
    TooHard,
}

/// Asks until all is settled, about so many at once at most. `ask` gets a group and how many others wait; it leaves in the group what is still to be asked about.
pub(crate) fn ask_in_groups<T>(all: Vec<T>, together: usize, ask: &mut dyn FnMut(&mut Vec<T>, usize) -> Asked) {
    let mut groups: Vec<Vec<T>> = Vec::new();
    let mut all = all.into_iter().peekable();
    while all.peek().is_some() {
        groups.push(all.by_ref().take(together).collect());
    }
    // The last one is the next.
    groups.reverse();
    while let Some(mut group) = groups.pop() {
        while !group.is_empty() {
            match ask(&mut group, groups.len()) {
                Asked::Again => {}
                Asked::Settled => break,
                Asked::TooHard => {
                    let half = group.split_off(group.len() / 2);
                    groups.push(half);
                    groups.push(std::mem::take(&mut group));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_hard_is_halved_and_nothing_is_lost() {
        let (mut settled, mut asked) = (Vec::new(), Vec::new());
        ask_in_groups((0..10).collect(), 4, &mut |group: &mut Vec<u32>, _| {
            asked.push(group.len());
            if group.len() > 2 {
                return Asked::TooHard;
            }
            // One after the other.
            settled.push(group.remove(0));
            Asked::Again
        });
        assert_eq!(settled, (0..10).collect::<Vec<_>>());
        assert_eq!(asked, [4, 2, 1, 2, 1, 4, 2, 1, 2, 1, 2, 1]);
    }
}
