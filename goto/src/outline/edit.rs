//! What is put into the preprocessed text so that an expression is claimed or asked just before a statement or a condition. Knows offsets only.

use super::{ConditionEdit, Insertion, StatementEdit};

/// The function whose call `CLAIM(number, condition)` claims a condition.
pub const CLAIM: &str = "__gotcha_claim";
/// The function whose call `QUESTION(number, value)` asks a value.
pub const QUESTION: &str = "__gotcha_question";

impl StatementEdit {
    /// What puts the claim of an expression just before the statement.
    pub fn claim(&self, file: usize, number: u32, expression: &str) -> Vec<(usize, Insertion)> {
        match *self {
            StatementEdit::Before(at) => claim(file, at, number, expression, " ", "; "),
            StatementEdit::Braces(start, end) => {
                let mut insertions = claim(file, start, number, expression, "{ ", "; ");
                insertions.push((file, Insertion { at: end, text: "}".to_owned(), number: None }));
                insertions
            }
        }
    }

    /// What asks an expression just before the statement, between a claim that says where the question begins, with the number before, and the claim
    /// that it becomes.
    pub fn question(&self, file: usize, number: u32, expression: &str) -> Vec<(usize, Insertion)> {
        let insertion = |at: usize, text: String, number| (file, Insertion { at, text, number });
        let begin = format!("{}({},1); {}({number},(", CLAIM, number - 1, QUESTION);
        let ask = |at: usize, before: &str| {
            vec![insertion(at, format!("{before}{begin}"), None), insertion(at, expression.to_owned(), Some(number)), insertion(at, ")); ".to_owned(), None)]
        };
        match *self {
            StatementEdit::Before(at) => ask(at, " "),
            StatementEdit::Braces(start, end) => {
                let mut insertions = ask(start, "{ ");
                insertions.push(insertion(end, "}".to_owned(), None));
                insertions
            }
        }
    }
}

impl ConditionEdit {
    /// What puts the claim of an expression just before the condition; where that is empty, before the one of [`truth`](Self::truth).
    pub fn claim(&self, file: usize, number: u32, expression: &str) -> Vec<(usize, Insertion)> {
        if self.is_empty {
            // Whoever asks adds the condition itself.
            return claim(file, self.start, number, expression, " ", ",");
        }
        let mut insertions = claim(file, self.start, number, expression, "(", ",(");
        insertions.push((file, Insertion { at: self.end, text: "))".to_owned(), number: None }));
        insertions
    }

    /// What gives a loop without a condition one that is true.
    pub fn truth(&self, file: usize) -> Option<(usize, Insertion)> {
        self.is_empty.then(|| (file, Insertion { at: self.start, text: " 1 ".to_owned(), number: None }))
    }
}

/// A claim with a number as the text of a statement or of an operand.
fn claim(file: usize, at: usize, number: u32, expression: &str, before: &str, after: &str) -> Vec<(usize, Insertion)> {
    let insertion = |text: String, number| (file, Insertion { at, text, number });
    vec![insertion(format!("{before}{}({number},!!(", CLAIM), None), insertion(expression.to_owned(), Some(number)), insertion(format!(")){after}"), None)]
}
