//! Quantifiers. What is to be shown of all values is shown of one that nothing is known of. What is taken for granted of all values is, where a state stands for many, taken
//! for granted of those that matter; everything else is a loop over the range that the condition gives.

use super::expression::{Conditions, Side, is_implication, is_quantifier};
use super::{EACH, PREFIX, STANDS_FOR_ALL, wrong};
use crate::normalise::Malformed;
use std::ops::Range;

/// `forall` or `exists` with its parts.
struct Quantified {
    is_forall: bool,
    name: String,
    /// What a declaration of the variable has before its name.
    ty: String,
    condition: Range<usize>,
}

/// The quantifier at a token, and the position behind it.
pub(super) fn write(conditions: &mut Conditions<'_>, at: usize, is_asserted: bool) -> Result<(String, usize), Malformed> {
    let behind = conditions.stream.behind_group(at + 1);
    let quantified = parts(conditions, at, behind)?;
    let Quantified { is_forall, name, ty, condition } = quantified;
    conditions.bound.push(name.clone());
    // It hides a variable of the same name that is written under another one.
    conditions.renamed.push((name.clone(), name.clone()));
    let is_chosen = match conditions.side {
        Side::Shown => is_forall && is_asserted,
        Side::Assumed => !is_forall && is_asserted,
        Side::Tried => false,
    };
    let written = if is_chosen {
        let body = conditions.write(condition, true)?;
        format!("({{ {ty} {name}; {}(&{name}); (_Bool)({body}); }})", super::HAVOC)
    } else {
        let Some(Values { first, goes_on, is_short, .. }) = range(conditions, &name, &ty, (is_forall, condition.clone()))? else {
            let message = format!(
                "no range of {name} can be read from this condition: write it as `first <= {name} && {name} < end ==> ...`, or with && in place of ==> for exists"
            );
            return Err(wrong(conditions.stream, at..behind, message));
        };
        let body = conditions.write(condition, false)?;
        let (start, ends) = if is_forall { ("1", "!") } else { ("0", "") };
        let result = format!("{PREFIX}all_{name}");
        // Behind the greatest value of the type there is none.
        let all = format!(
            "_Bool {result} = {start}; for ({ty} {name} = {first}; {goes_on}; {name}++) {{ if ({ends}({body})) {{ {result} = !{start}; break; }} if (({ty})((__int128){name} + 1) <= {name}) break; }}"
        );
        // Where a state stands for many, that there is none is taken for granted of each value or not: what is shown must hold in both cases.
        let is_claimed = conditions.side == Side::Shown && !is_forall && is_asserted;
        match is_claimed && !is_short {
            true => format!(
                "({{ _Bool {PREFIX}some_{name}; if ({STANDS_FOR_ALL}()) {{ {ty} {name}; {EACH}({name}); {PREFIX}some_{name} = __contract_chosen(); \
                 __VERIFIER_assume({PREFIX}some_{name} || !({body})); }} else {{ {all} {PREFIX}some_{name} = {result}; }} {PREFIX}some_{name}; }})"
            ),
            false => format!("({{ {all} {result}; }})"),
        }
    };
    conditions.renamed.pop();
    conditions.bound.pop();
    Ok((written, behind))
}

/// A condition as one about variables that stand for each value, with their declarations: it is of all values, perhaps under a premise. `None` if it is another one, or if
/// there are so few values that one can go through them.
pub(super) fn of_each(conditions: &mut Conditions<'_>, tokens: Range<usize>) -> Result<Option<(String, String)>, Malformed> {
    let stream = conditions.stream;
    let tokens = unwrapped(conditions, tokens);
    if let Some(arrow) = conditions.implication(tokens.clone()) {
        let Some((declared, written)) = of_each(conditions, arrow + 2..tokens.end)? else { return Ok(None) };
        let premise = conditions.write(tokens.start..arrow, false)?;
        return Ok(Some((declared, format!("(!({premise})||({written}))"))));
    }
    let is_forall = is_quantifier(stream.at(tokens.start)) && stream.at(tokens.start).ends_with("forall");
    if !is_forall || stream.behind_group(tokens.start + 1) != tokens.end {
        return Ok(None);
    }
    let Quantified { name, ty, condition, .. } = parts(conditions, tokens.start, tokens.end)?;
    let is_short = range(conditions, &name, &ty, (true, condition.clone()))?.is_some_and(|values| values.is_short);
    if is_short || has_exists(conditions, condition.clone()) {
        return Ok(None);
    }
    // The declaration stands before everything else, where the name may have another meaning.
    let own = format!("{PREFIX}each_{}", tokens.start);
    let declared = format!("{ty} {own}; {EACH}({own});");
    conditions.bound.push(name.clone());
    conditions.renamed.push((name, own));
    let inner = of_each(conditions, condition.clone());
    let written = match inner {
        Ok(Some((inner, written))) => Ok((declared + &inner, written)),
        Ok(None) => conditions.write(condition, true).map(|written| (declared, format!("({written})"))),
        Err(malformed) => Err(malformed),
    };
    conditions.renamed.pop();
    conditions.bound.pop();
    written.map(Some)
}

/// A condition of all values in which one of others exists, as conditions about the first and the last value: which other one exists depends on the value, so there is none that
/// could be taken for all of them. `None` if it is another condition.
pub(super) fn of_ends(conditions: &mut Conditions<'_>, tokens: Range<usize>) -> Result<Option<String>, Malformed> {
    let stream = conditions.stream;
    let tokens = unwrapped(conditions, tokens);
    let is_forall = is_quantifier(stream.at(tokens.start)) && stream.at(tokens.start).ends_with("forall");
    if !is_forall || stream.behind_group(tokens.start + 1) != tokens.end {
        return Ok(None);
    }
    let Quantified { name, ty, condition, .. } = parts(conditions, tokens.start, tokens.end)?;
    if !has_exists(conditions, condition.clone()) {
        return Ok(None);
    }
    let Some(Values { first, last, is_short: false, .. }) = range(conditions, &name, &ty, (true, condition.clone()))? else { return Ok(None) };
    let own = format!("{PREFIX}end_{}", tokens.start);
    conditions.bound.push(name.clone());
    conditions.renamed.push((name, own.clone()));
    let written = conditions.write(condition, true);
    conditions.renamed.pop();
    conditions.bound.pop();
    let written = written?;
    Ok(Some([first, last].into_iter().map(|end| format!("{{ {ty} {own} = ({ty})({end}); __VERIFIER_assume(!!({written})); }}")).collect()))
}

fn has_exists(conditions: &Conditions<'_>, mut tokens: Range<usize>) -> bool {
    tokens.any(|t| is_quantifier(conditions.stream.at(t)) && conditions.stream.at(t).ends_with("exists"))
}

/// CBMC's braces, or ESBMC's call with the address of a variable.
fn parts(conditions: &Conditions<'_>, at: usize, behind: usize) -> Result<Quantified, Malformed> {
    let stream = conditions.stream;
    let is_forall = stream.at(at).ends_with("forall");
    let malformed = |message: &str| Err(wrong(stream, at..behind.max(at + 1), message));
    match stream.at(at + 1) {
        "{" => {
            let Some(end) = stream.find(at + 2, ";").filter(|&end| end < behind) else { return malformed("a declaration is expected first in the braces") };
            if end < at + 4 || !stream.is_name(end - 1) {
                return malformed("a declaration of one variable is expected first in the braces");
            }
            let condition = end + 1..behind - 1;
            let condition = if stream.before(condition.end) == ";" { condition.start..condition.end - 1 } else { condition };
            Ok(Quantified { is_forall, name: stream.at(end - 1).to_owned(), ty: stream.joined(at + 2..end - 1), condition })
        }
        "(" => {
            let Some(comma) = stream.find(at + 2, ",").filter(|&comma| comma < behind) else { return malformed("a variable and a condition are expected") };
            let name = (at + 2..comma).find(|&t| stream.is_name(t));
            let Some(name) = name.filter(|_| stream.at(at + 2) == "&" || stream.at(at + 2) == "(") else {
                return malformed("the address of a variable is expected first");
            };
            let name = stream.at(name).to_owned();
            let Some(ty) = declared_type(conditions, &name) else { return malformed("the variable is not declared in the function by itself") };
            Ok(Quantified { is_forall, name, ty, condition: comma + 1..behind - 1 })
        }
        _ => malformed("a quantifier has its variable and its condition in braces"),
    }
}

/// The type of a variable of that name, as a declaration like `unsigned i, j;` has it: one of the function, or one of the file.
fn declared_type(conditions: &Conditions<'_>, name: &str) -> Option<String> {
    let body = conditions.body.clone().unwrap_or(0..0);
    let mut places = body.into_iter().chain(0..conditions.stream.len());
    places.find_map(|at| declaration_of(conditions, name, at))
}

/// The type in the declaration whose declarator is the name at this token.
fn declaration_of(conditions: &Conditions<'_>, name: &str, at: usize) -> Option<String> {
    let stream = conditions.stream;
    if stream.at(at) != name || !matches!(stream.at(at + 1), ";" | "=" | ",") {
        return None;
    }
    let mut start = at;
    while start > 0 && !matches!(stream.before(start), ";" | "{" | "}" | "(" | ")") {
        start = match stream.before(start) {
            "]" => stream.partner(start - 1)?,
            _ => start - 1,
        };
    }
    let mut end = start;
    while end < at && (stream.starts_type(end) || matches!(stream.before(end), "struct" | "union" | "enum")) {
        end += 1;
    }
    let storage = ["extern", "static", "const", "volatile", "register"];
    let words: Vec<&str> = (start..end).map(|t| stream.at(t)).filter(|word| !storage.contains(word)).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The values of a variable outside of whose bounds a quantifier says nothing.
struct Values {
    first: String,
    last: String,
    /// The condition under which there is another one.
    goes_on: String,
    /// There are few, and constants say which.
    is_short: bool,
}

/// So few values are gone through one by one.
const FEW: i128 = 16;

/// The values of a variable outside of whose bounds the quantifier says nothing: `first <= i && i < end ==> ...` or
/// `!(first <= i && i < end) || ...` of all, `first <= i && i < end && ...` of one.
fn range(conditions: &mut Conditions<'_>, name: &str, ty: &str, (is_forall, condition): (bool, Range<usize>)) -> Result<Option<Values>, Malformed> {
    let mut condition = unwrapped(conditions, condition);
    let mut bounds = Bounds::default();
    // What is said under a further quantifier of the same kind bounds this variable, too.
    while is_quantifier(conditions.stream.at(condition.start))
        && conditions.stream.at(condition.start).ends_with("forall") == is_forall
        && conditions.stream.behind_group(condition.start + 1) == condition.end
    {
        let inner = parts(conditions, condition.start, condition.end)?;
        bounds.inner.push(inner.name);
        condition = unwrapped(conditions, inner.condition);
    }
    let bounding = if is_forall { premises(conditions, condition) } else { vec![condition] };
    for premise in bounding {
        bounds.read(conditions, name, premise)?;
    }
    let is_unsigned = ["unsigned", "size_t", "uint", "_Bool"].iter().any(|word| ty.contains(word));
    let lower = bounds.lower.or_else(|| is_unsigned.then(|| "0".to_owned()));
    let least = bounds.least.or(is_unsigned.then_some(0));
    let is_short = least.zip(bounds.most).is_some_and(|(least, most)| most - least <= FEW);
    Ok(lower.zip(bounds.upper).map(|(first, Upper { goes_on, last })| Values { first, last, goes_on, is_short }))
}

/// What has to hold so that a condition says anything: what implies the rest, or what is negated beside an `||`.
fn premises(conditions: &Conditions<'_>, condition: Range<usize>) -> Vec<Range<usize>> {
    let stream = conditions.stream;
    let mut at = condition.start;
    while at < condition.end {
        if is_implication(stream, at) {
            // It binds less tightly than an `||` before it.
            return std::iter::once(condition.start..at).collect();
        }
        at = stream.behind_group(at).max(at + 1);
    }
    let negated = |part: Range<usize>| {
        let part = unwrapped(conditions, part);
        let is_negated = stream.at(part.start) == "!" && stream.at(part.start + 1) == "(" && stream.behind_group(part.start + 1) == part.end;
        is_negated.then_some(part.start + 1..part.end)
    };
    conditions.split(condition, "||").into_iter().filter_map(negated).collect()
}

/// A bound from above: the condition that a value is within it, and the last value that is.
struct Upper {
    goes_on: String,
    last: String,
}

#[derive(Default)]
struct Bounds {
    lower: Option<String>,
    upper: Option<Upper>,
    /// Where constants are the bounds.
    least: Option<i128>,
    most: Option<i128>,
    /// Variables of further quantifiers, which cannot be named in bounds.
    inner: Vec<String>,
}

impl Bounds {
    /// Bounds in conjuncts of the condition.
    fn read(&mut self, conditions: &mut Conditions<'_>, name: &str, tokens: Range<usize>) -> Result<(), Malformed> {
        let tokens = unwrapped(conditions, tokens);
        let parts = conditions.conjuncts(tokens.clone());
        if parts.len() > 1 {
            return parts.into_iter().try_for_each(|part| self.read(conditions, name, part));
        }
        // `a || b` bounds nothing.
        if conditions.split(tokens.clone(), "||").len() > 1 || conditions.split(tokens.clone(), "?").len() > 1 {
            return Ok(());
        }
        self.comparison(conditions, name, tokens)
    }

    fn comparison(&mut self, conditions: &mut Conditions<'_>, name: &str, tokens: Range<usize>) -> Result<(), Malformed> {
        let stream = conditions.stream;
        let mut operator = None;
        let mut at = tokens.start;
        while at < tokens.end {
            if matches!(stream.at(at), "<" | "<=" | ">" | ">=") {
                operator = Some(at);
                break;
            }
            at = stream.behind_group(at).max(at + 1);
        }
        let Some(operator) = operator else { return Ok(()) };
        if self.inner.iter().any(|inner| mentions(conditions, inner, tokens.clone())) {
            return Ok(());
        }
        let (left, right) = (tokens.start..operator, operator + 1..tokens.end);
        let is_name = |range: &Range<usize>| range.len() == 1 && stream.at(range.start) == name;
        let word = stream.at(operator);
        let constant = |range: &Range<usize>| stream.at(range.start).parse().ok().filter(|_| range.len() == 1);
        match (is_name(&left), is_name(&right), word) {
            (true, _, "<" | "<=") => self.most = self.most.or(constant(&right)),
            (true, ..) => self.least = self.least.or(constant(&right)),
            (_, true, "<" | "<=") => self.least = self.least.or(constant(&left)),
            (_, true, _) => self.most = self.most.or(constant(&left)),
            _ => {}
        }
        if is_name(&left) && !mentions(conditions, name, right.clone()) {
            let other = conditions.write(right, false)?;
            match word {
                "<" | "<=" => _ = self.upper.get_or_insert(Upper::of(name, word, &other)),
                ">" => _ = self.lower.get_or_insert(format!("({other}) + 1")),
                _ => _ = self.lower.get_or_insert(format!("({other})")),
            }
        } else if is_name(&right) && !mentions(conditions, name, left.clone()) {
            let other = conditions.write(left, false)?;
            match word {
                "<" => _ = self.lower.get_or_insert(format!("({other}) + 1")),
                "<=" => _ = self.lower.get_or_insert(format!("({other})")),
                ">" => _ = self.upper.get_or_insert(Upper::of(name, "<", &other)),
                _ => _ = self.upper.get_or_insert(Upper::of(name, "<=", &other)),
            }
        }
        Ok(())
    }
}

impl Upper {
    /// Is the variable below the bound, as C compares them or as numbers? Values of different signs must not end the loop early; those too many the condition itself leaves out.
    fn of(name: &str, word: &str, bound: &str) -> Self {
        let goes_on = format!("({name} {word} ({bound}) || (__int128){name} {word} (__int128)({bound}))");
        let last = if word == "<" { format!("({bound}) - 1") } else { format!("({bound})") };
        Self { goes_on, last }
    }
}

fn mentions(conditions: &Conditions<'_>, name: &str, mut tokens: Range<usize>) -> bool {
    tokens.any(|t| conditions.stream.at(t) == name)
}

/// Without brackets around all of it.
pub(super) fn unwrapped(conditions: &Conditions<'_>, mut tokens: Range<usize>) -> Range<usize> {
    while conditions.stream.at(tokens.start) == "(" && conditions.stream.behind_group(tokens.start) == tokens.end {
        tokens = tokens.start + 1..tokens.end - 1;
    }
    tokens
}
