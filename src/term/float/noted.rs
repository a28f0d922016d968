//! What floating-point operations terms are results of. The circuits of an operation do not show that any more, and whoever reasons about numbers needs it.

use super::super::Term;
use super::{Format, Mode, TermId, TermPool};

/// An operation of floats whose result is rounded to nearest, ties to even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOperation {
    Add(TermId, TermId),
    Sub(TermId, TermId),
    Mul(TermId, TermId),
    Div(TermId, TermId),
    Sqrt(TermId),
    Neg(TermId),
    Abs(TermId),
    /// A value of another format.
    Convert(Format, TermId),
    FromInteger {
        of: TermId,
        signed: bool,
    },
}

/// A truth about floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatTest {
    Less(TermId, TermId),
    LessOrEqual(TermId, TermId),
    /// As these, if neither operand is a NaN; else nothing is said.
    LessOfNumbers(TermId, TermId),
    LessOrEqualOfNumbers(TermId, TermId),
    /// The absolute values, if neither operand is a NaN.
    LessMagnitude(TermId, TermId),
    LessOrEqualMagnitude(TermId, TermId),
    Equal(TermId, TermId),
    /// Is the sign set, also of zeros and NaNs?
    IsNegative(TermId),
    IsNan(TermId),
    IsZero(TermId),
}

/// What a term is, read as a float or about floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatMeaning {
    Result(Format, FloatOperation),
    Test {
        format: Format,
        test: FloatTest,
        /// Is the term true where the test holds? Else it is true where the test does not.
        holds: bool,
    },
}

impl FloatOperation {
    pub(crate) fn operands(self) -> impl Iterator<Item = TermId> {
        let (a, b) = match self {
            FloatOperation::Add(a, b) | FloatOperation::Sub(a, b) | FloatOperation::Mul(a, b) | FloatOperation::Div(a, b) => (a, Some(b)),
            FloatOperation::Sqrt(a) | FloatOperation::Neg(a) | FloatOperation::Abs(a) | FloatOperation::Convert(_, a) => (a, None),
            FloatOperation::FromInteger { of, .. } => (of, None),
        };
        std::iter::once(a).chain(b)
    }
}

impl FloatTest {
    pub(crate) fn operands(self) -> impl Iterator<Item = TermId> {
        let (a, b) = match self {
            FloatTest::Less(a, b)
            | FloatTest::LessOrEqual(a, b)
            | FloatTest::LessOfNumbers(a, b)
            | FloatTest::LessOrEqualOfNumbers(a, b)
            | FloatTest::LessMagnitude(a, b)
            | FloatTest::LessOrEqualMagnitude(a, b)
            | FloatTest::Equal(a, b) => (a, Some(b)),
            FloatTest::IsNegative(a) | FloatTest::IsNan(a) | FloatTest::IsZero(a) => (a, None),
        };
        std::iter::once(a).chain(b)
    }
}

impl FloatMeaning {
    fn operands(self) -> impl Iterator<Item = TermId> {
        let (of_result, of_test) = match self {
            FloatMeaning::Result(_, operation) => (Some(operation.operands()), None),
            FloatMeaning::Test { test, .. } => (None, Some(test.operands())),
        };
        of_result.into_iter().flatten().chain(of_test.into_iter().flatten())
    }
}

impl TermPool {
    /// What the term says of floats, if it was made by one of their operations.
    pub fn float_meaning(&self, term: TermId) -> Option<FloatMeaning> {
        self.float_meanings.get(&term).copied()
    }

    /// Has the pool any term that says something of floats?
    pub fn has_floats(&self) -> bool {
        !self.float_meanings.is_empty()
    }

    /// Notes the result of an operation, if it is rounded to nearest.
    pub(super) fn note_result(&mut self, format: Format, mode: Mode, operation: FloatOperation, result: TermId) {
        if self.is_true(mode.even) {
            self.note_exact(format, operation, result);
        }
    }

    /// The same for operations that do not round.
    pub(super) fn note_exact(&mut self, format: Format, operation: FloatOperation, result: TermId) {
        self.note(FloatMeaning::Result(format, operation), result);
    }

    /// Negations have no meaning of their own: that of what is negated says it.
    pub(super) fn note_test(&mut self, format: Format, test: FloatTest, result: TermId) {
        match *self.get(result) {
            Term::Not(negated) => self.note(FloatMeaning::Test { format, test, holds: false }, negated),
            _ => self.note(FloatMeaning::Test { format, test, holds: true }, result),
        }
    }

    fn note(&mut self, meaning: FloatMeaning, result: TermId) {
        // Constants and variables mean nothing but themselves; what comes out as an operand again is not said to be made of it; and one meaning is as true as another.
        let is_made = self.as_const(result).is_none() && !matches!(self.get(result), Term::Var { .. });
        if is_made && meaning.operands().all(|operand| operand < result) {
            self.float_meanings.entry(result).or_insert(meaning);
        }
    }
}
