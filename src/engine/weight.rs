//! What an engine lately brought in comparison with the others, and how much time it is weight for that.

use crate::budget::{self, Shares};
use std::time::Duration;

/// Goals and properties a second that somebody lately decided.
#[derive(Clone, Copy, Default, Debug)]
struct Yield(f64);

impl Yield {
    /// After so much more time in which so many were decided.
    fn note(&mut self, decided: usize, time: Duration) {
        let seconds = time.as_secs_f64().max(1e-3);
        let old = (-seconds / budget::turns::MEMORY).exp();
        self.0 = self.0 * old + decided as f64 / seconds * (1.0 - old);
    }
}

/// An engine beside the others.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct EngineWeight {
    own: Yield,
    others: Yield,
}

impl EngineWeight {
    /// The engine worked for so long and decided so many.
    pub(crate) fn worked(&mut self, decided: usize, time: Duration) {
        self.own.note(decided, time);
    }

    /// The others did.
    pub(crate) fn others_worked(&mut self, decided: usize, time: Duration) {
        self.others.note(decided, time);
    }

    /// Time for each second of the others.
    pub(crate) fn share(&self, shares: Shares) -> f64 {
        (shares.even * (self.own.0 + budget::turns::PRIOR) / (self.others.0 + budget::turns::PRIOR)).clamp(shares.least, shares.largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_fades() {
        let shares = Shares { even: 1.0, least: 0.0, largest: 1e6 };
        let mut weight = EngineWeight::default();
        weight.worked(100, Duration::from_secs(1));
        let fresh = weight.share(shares);
        assert!(fresh > 100.0);
        weight.worked(0, Duration::from_secs(4));
        assert!(weight.share(shares) < fresh / 5.0);
        weight.worked(10, Duration::from_millis(100));
        assert!(weight.share(shares) > 20.0);
        weight.others_worked(1000, Duration::from_secs(4));
        assert!(weight.share(shares) < 1.0);
        assert!(weight.share(Shares { least: 0.5, ..shares }) >= 0.5);
    }
}
