//! Finds out what each annotation belongs to, and writes it there.

use super::super::loops::statement_end;
use super::super::places;
use super::clause::{Clause, Definition, clauses, definitions, is_global};
use super::comment::Annotation;
use super::functions::{self, Endings, FunctionAt};
use super::pointers::Pointers;
use super::resolve::{Position, Resolver, value_sort};
use super::scope::{Scope, Sort};
use super::term::{Relation, TermKind};
use super::value::{Fact, Place, State, Target, Value};
use super::writer::{Kept, Writer, conjuncts, depth_of_reads};
use super::{Variants, refused, unreadable};
use crate::normalise::Malformed;
use crate::normalise::stream::Stream;
use std::ops::Range;

/// A clause, and how deep what it reads leads.
type Ranked = (usize, String);

type Edit = (Range<usize>, String);

/// An annotation, and what it belongs to.
struct Attached {
    clauses: Vec<Clause>,
    to: Owner,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// The function with this number, as its contract.
    Function(usize),
    /// A loop of the function, by its word.
    Loop(usize, usize),
    /// A place in the body of the function: the token behind it.
    Statement(usize, usize),
}

/// What is to be written into the text.
pub(super) fn edits(stream: &Stream<'_>, (text, variants): (&str, Variants), annotations: &[Annotation]) -> Result<Vec<Edit>, Malformed> {
    let functions = functions::all(stream);
    let mut found = Vec::new();
    let mut attached = Vec::new();
    for annotation in annotations {
        let first = &annotation.tokens[0];
        let next = stream.tokens.partition_point(|t| (t.start as usize) < annotation.range.end);
        let inside = functions.iter().position(|f| f.body.as_ref().is_some_and(|body| body.start < next && next < body.end));
        if is_global(&first.text) {
            definitions(&annotation.tokens, &mut found)?;
            continue;
        }
        if first.text == "ghost" {
            let Some(function) = inside else { return Err(refused(first.range.clone(), "ghost code")) };
            let clause = Clause { word: "ghost".to_owned(), tokens: Vec::new(), first: first.clone(), end: first.range.end };
            attached.push(Attached { clauses: vec![clause], to: Owner::Statement(function, next) });
            continue;
        }
        let clauses = clauses(&annotation.tokens)?;
        let to = match inside {
            Some(function) if first.text == "loop" => {
                if !matches!(stream.at(next), "for" | "while" | "do") {
                    return Err(unreadable(first.range.clone(), "there is no loop behind this annotation"));
                }
                Owner::Loop(function, next)
            }
            Some(function) => Owner::Statement(function, next),
            None => {
                let function = functions.iter().position(|f| f.start <= next && next <= f.header.name);
                let Some(function) = function else {
                    return Err(unreadable(first.range.clone(), "there is no function behind this contract"));
                };
                Owner::Function(function)
            }
        };
        attached.push(Attached { clauses, to });
    }
    Writing { stream, text, variants, functions: &functions, definitions: &found, attached: &attached }.edits()
}

struct Writing<'a> {
    stream: &'a Stream<'a>,
    text: &'a str,
    variants: Variants,
    functions: &'a [FunctionAt],
    definitions: &'a [Definition],
    attached: &'a [Attached],
}

/// A behaviour of a contract: its clauses, by the name; the first one has none.
struct Behavior<'a> {
    name: Option<String>,
    clauses: Vec<&'a Clause>,
}

impl<'a> Writing<'a> {
    fn edits(&self) -> Result<Vec<Edit>, Malformed> {
        let mut edits = Vec::new();
        let mut kept: Vec<Kept> = self.functions.iter().map(|_| Kept::default()).collect();
        for number in 0..self.functions.len() {
            let own: Vec<&Clause> = self.attached.iter().filter(|a| a.to == Owner::Function(number)).flat_map(|a| &a.clauses).collect();
            if !own.is_empty() {
                let written = self.contract(&self.functions[number], &own)?;
                let at = self.stream.range(self.functions[number].close..self.functions[number].close + 1).end;
                edits.push((at..at, format!("{written}{}", places::at_offset(self.text, at))));
            }
        }
        for attached in self.attached {
            match attached.to {
                Owner::Loop(function, keyword) => edits.push(self.loop_clauses(function, keyword, &attached.clauses, &mut kept[function])?),
                Owner::Statement(function, next) => edits.extend(self.statement(function, next, &attached.clauses, &mut kept[function])?),
                Owner::Function(_) => {}
            }
        }
        for (function, kept) in self.functions.iter().zip(&kept) {
            let written = kept.written();
            if let Some(body) = function.body.as_ref().filter(|_| !written.is_empty()) {
                let at = self.stream.range(body.start..body.start + 1).end;
                edits.push((at..at, written));
            }
        }
        Ok(edits)
    }

    fn scope(&self, function: &'a FunctionAt, is_inside: bool) -> Scope<'a> {
        Scope { stream: self.stream, header: &function.header, body: function.body.clone().filter(|_| is_inside) }
    }

    /// Code at the place of a clause.
    fn placed(&self, clause: &Clause, code: &str) -> String {
        format!("{}{code}", places::at_offset(self.text, clause.first.range.start))
    }

    /// What a clause says, for people.
    fn said(&self, clause: &Clause) -> String {
        let words: Vec<&str> = self.text[clause.first.range.start..clause.end].split_whitespace().collect();
        words.join(" ").replace('\\', "\\\\").replace('"', "\\\"")
    }

    /// The condition that makes everything behind it unknown.
    fn unknown(&self, why: &Malformed) -> String {
        format!("(__contract_unsupported(\"{}\"), 1)", why.message.replace('\\', "\\\\").replace('"', "\\\""))
    }

    /// The clause, or if it is not supported one that makes what it belongs to unknown.
    fn or_unknown(&self, clause: &Clause, word: &str, written: Result<Vec<Ranked>, Malformed>) -> Result<Vec<Ranked>, Malformed> {
        match written {
            Err(why) if why.unsupported => Ok(vec![(0, self.placed(clause, &format!("{word}(\"{}\", {}) ", self.said(clause), self.unknown(&why))))]),
            written => written,
        }
    }

    /// Clauses that claim or assume a condition, conjuncts apart.
    fn conditions(&self, clause: &Clause, word: &str, fact: Fact, writer: &mut Writer<'_>) -> Result<Vec<Ranked>, Malformed> {
        let mut written = Vec::new();
        for part in conjuncts(fact) {
            let depth = depth_of_reads(&part);
            let part = writer.fact(&part)?;
            written.push((depth, self.placed(clause, &format!("{word}(\"{}\", {part}) ", self.said(clause)))));
        }
        Ok(written)
    }

    /// Pointers that are others when the function returns.
    fn equal(&self, clause: &Clause, fact: &Fact, writer: &mut Writer<'_>) -> Vec<Ranked> {
        let mut written = Vec::new();
        for part in conjuncts(fact.clone()) {
            if let Fact::Compare(Relation::Eq, Value::Load(place, State::Here), other) = &part
                && value_sort(&Value::Load(place.clone(), State::Here), writer.scope) == Sort::Pointer
                && **place != Place::Result
                && let (Ok(place), Ok(other)) = (writer.value(&Value::Load(place.clone(), State::Here), State::Here), writer.value(other, State::Here))
            {
                written.push((0, self.placed(clause, &format!("__ACSL_equal({place}, {other}) "))));
            }
        }
        written
    }

    fn is_nothing(&self, clause: &Clause) -> bool {
        clause.tokens.iter().map(|t| t.text.as_str()).take(2).eq(["\\nothing"])
            || clause.tokens.first().is_some_and(|t| t.text == "\\nothing") && self.from(&clause.tokens) == 1
    }

    /// The number of tokens before `\from`, which says only whence values come.
    fn from(&self, tokens: &[super::lexer::Token]) -> usize {
        tokens.iter().position(|t| t.text == "\\from").unwrap_or(tokens.len())
    }

    /// Does the contract of the function say that it writes nothing?
    fn writes_nothing(&self, function: &FunctionAt) -> bool {
        let contracts = self.attached.iter().filter(|a| matches!(a.to, Owner::Function(f) if self.functions[f].name == function.name));
        let mut is_nothing = false;
        for clause in contracts.flat_map(|a| a.clauses.iter().take_while(|c| c.word != "behavior")) {
            if clause.word == "assigns" {
                if !self.is_nothing(clause) {
                    return false;
                }
                is_nothing = true;
            }
        }
        is_nothing
    }

    fn contract(&self, function: &'a FunctionAt, clauses: &[&'a Clause]) -> Result<String, Malformed> {
        let mut behaviors = vec![Behavior { name: None, clauses: Vec::new() }];
        let mut written = String::new();
        for &clause in clauses {
            if clause.word == "behavior" {
                let [name] = clause.tokens.as_slice() else { return Err(unreadable(clause.first.range.clone(), "the name of a behavior is expected")) };
                behaviors.push(Behavior { name: Some(name.text.clone()), clauses: Vec::new() });
            } else if let Some(last) = behaviors.last_mut() {
                last.clauses.push(clause);
            }
        }
        written.push_str(&self.pointers(function, &behaviors)?);
        let writes_nothing = self.writes_nothing(function);
        let mut all = Vec::new();
        for behavior in &behaviors {
            for clause in &behavior.clauses {
                all.extend(self.contract_clause(function, &behaviors, behavior, clause, writes_nothing)?);
            }
        }
        written.push_str(&in_order(all));
        written.push_str(&self.assigns(function, &behaviors)?);
        Ok(written)
    }

    fn contract_clause(
        &self,
        function: &'a FunctionAt,
        behaviors: &[Behavior<'_>],
        behavior: &Behavior<'_>,
        clause: &Clause,
        writes_nothing: bool,
    ) -> Result<Vec<Ranked>, Malformed> {
        let refuse = |what: &str| Err(refused(clause.first.range.clone(), what));
        let is_default = behavior.name.is_none();
        match clause.word.as_str() {
            "requires" => {
                let fact = self.under(function, behavior, clause, Position::Entry);
                let written =
                    fact.and_then(|fact| self.at(function, Position::Entry, clause, writes_nothing, |w| self.conditions(clause, "__ACSL_requires", fact, w)));
                self.or_unknown(clause, "__ACSL_requires", written)
            }
            "ensures" => {
                let fact = self.under(function, behavior, clause, Position::Exit);
                let written = fact.and_then(|fact| {
                    self.at(function, Position::Exit, clause, writes_nothing, |w| {
                        let mut all = if is_default { self.equal(clause, &fact, w) } else { Vec::new() };
                        all.extend(self.conditions(clause, "__ACSL_ensures", fact, w)?);
                        Ok(all)
                    })
                });
                self.or_unknown(clause, "__ACSL_requires", written)
            }
            "assumes" if is_default => Err(unreadable(clause.first.range.clone(), "`assumes` belongs to a behavior")),
            "assumes" | "assigns" => Ok(Vec::new()),
            "complete behaviors" | "disjoint behaviors" => {
                let fact = self.behaviors(function, behaviors, clause);
                let written =
                    fact.and_then(|fact| self.at(function, Position::Entry, clause, writes_nothing, |w| self.conditions(clause, "__ACSL_behaviors", fact, w)));
                self.or_unknown(clause, "__ACSL_requires", written)
            }
            "terminates" | "exits" => self.or_unknown(clause, "__ACSL_requires", self.ends(function, clause)),
            "decreases" => {
                let recursion = refuse("the measure of a function that may call itself");
                let calls_itself = function.body.as_ref().is_none_or(|body| body.clone().any(|t| self.stream.at(t) == function.name));
                self.or_unknown(clause, "__ACSL_requires", if calls_itself { recursion } else { Ok(Vec::new()) })
            }
            word => self.or_unknown(clause, "__ACSL_requires", refuse(&format!("`{word}` in the contract of a function"))),
        }
    }

    /// Writes something at a position of the contract.
    fn at(
        &self,
        function: &'a FunctionAt,
        position: Position,
        clause: &Clause,
        writes_nothing: bool,
        write: impl FnOnce(&mut Writer<'_>) -> Result<Vec<Ranked>, Malformed>,
    ) -> Result<Vec<Ranked>, Malformed> {
        let scope = self.scope(function, false);
        let mut kept = Kept::default();
        let place = clause.first.range.clone();
        write(&mut Writer::new(&scope, position, writes_nothing, &mut kept, place))
    }

    /// What a clause says, where its behaviour assumes something only if that holds.
    fn under(&self, function: &'a FunctionAt, behavior: &Behavior<'_>, clause: &Clause, position: Position) -> Result<Fact, Malformed> {
        let scope = self.scope(function, false);
        let fact = Resolver::new(self.definitions, &scope, position).condition(&clause.tokens)?;
        let assumed = self.assumed(function, behavior, position)?;
        if behavior.name.is_none() {
            return Ok(fact);
        }
        Ok(Fact::Or(vec![assumed.negated(), fact]))
    }

    /// What a behaviour assumes, which is about the state where the function begins.
    fn assumed(&self, function: &'a FunctionAt, behavior: &Behavior<'_>, position: Position) -> Result<Fact, Malformed> {
        let scope = self.scope(function, false);
        let mut parts = Vec::new();
        for clause in behavior.clauses.iter().filter(|c| c.word == "assumes") {
            let mut resolver = Resolver::new(self.definitions, &scope, position);
            parts.push(resolver.condition_before(&clause.tokens)?);
        }
        Ok(Fact::And(parts))
    }

    /// That one of the behaviours applies, or at most one.
    fn behaviors(&self, function: &'a FunctionAt, behaviors: &[Behavior<'_>], clause: &Clause) -> Result<Fact, Malformed> {
        if clause.word != "complete behaviors" && clause.word != "disjoint behaviors" {
            return Err(unreadable(clause.first.range.clone(), "`behaviors` is expected here"));
        }
        let names: Vec<&str> = clause.tokens.iter().map(|t| t.text.as_str()).filter(|text| *text != ",").collect();
        for token in clause.tokens.iter().filter(|t| t.text != ",") {
            if !behaviors.iter().any(|b| b.name.as_deref() == Some(&token.text)) {
                return Err(unreadable(token.range.clone(), format!("there is no behavior {}", token.text)));
            }
        }
        let is_meant = |b: &&Behavior<'_>| b.name.as_ref().is_some_and(|name| names.is_empty() || names.contains(&name.as_str()));
        let assumed = behaviors.iter().filter(is_meant).map(|b| self.assumed(function, b, Position::Entry)).collect::<Result<Vec<_>, _>>()?;
        if clause.word == "complete behaviors" {
            return Ok(Fact::Or(assumed));
        }
        let mut parts = Vec::new();
        for (i, a) in assumed.iter().enumerate() {
            parts.extend(assumed[i + 1..].iter().map(|b| Fact::Or(vec![a.clone().negated(), b.clone().negated()])));
        }
        Ok(Fact::And(parts))
    }

    /// `terminates \true` and `exits \false` hold where everything that may run has an end that is known.
    fn ends(&self, function: &FunctionAt, clause: &Clause) -> Result<Vec<Ranked>, Malformed> {
        let wanted = if clause.word == "terminates" { "\\true" } else { "\\false" };
        let said: Vec<&str> = clause.tokens.iter().map(|t| t.text.as_str()).collect();
        if said != [wanted] {
            return Err(refused(clause.first.range.clone(), &format!("`{}` with this condition", clause.word)));
        }
        // A declaration is as good as its definition; one without any is another's to prove.
        if self.functions.iter().all(|f| f.name != function.name || f.body.is_none()) {
            return Ok(Vec::new());
        }
        let has = |name: &str, word: &str| {
            self.attached.iter().any(|a| matches!(a.to, Owner::Function(f) if self.functions[f].name == name) && a.clauses.iter().any(|c| c.word == word))
        };
        let promised = self.functions.iter().map(|f| f.name.clone()).filter(|name| has(name, &clause.word)).collect();
        // What is not checked shows no end.
        let counts = |c: &Clause| c.word == "loop variant" && self.variants == Variants::Checked;
        let with_variants = self.attached.iter().filter(|a| a.clauses.iter().any(counts));
        let with_variants = with_variants.filter_map(|a| if let Owner::Loop(_, keyword) = a.to { Some(keyword) } else { None }).collect();
        let endings = Endings { stream: self.stream, functions: self.functions, with_variants, promised };
        match endings.doubt(&function.name, &mut Vec::new(), clause.word == "terminates") {
            // It is told where the function returns.
            None => Ok(vec![(0, self.placed(clause, &format!("__ACSL_ensures(\"{}\", 1) ", self.said(clause))))]),
            Some(why) => Err(refused(clause.first.range.clone(), &format!("`{}` where this is open ({why})", clause.word))),
        }
    }

    /// The pointers that the contract says something of without a condition, so that what they may be can be made.
    fn pointers(&self, function: &'a FunctionAt, behaviors: &[Behavior<'_>]) -> Result<String, Malformed> {
        let mut made: Vec<(&Clause, String, String)> = Vec::new();
        let scope = self.scope(function, false);
        let mut kept = Kept::default();
        let mut is_loose = self.asks_for_validity();
        let mut apart: Vec<(String, String)> = Vec::new();
        for clause in behaviors[0].clauses.iter().filter(|c| c.word == "requires") {
            // What is not supported is told with the clause.
            let Ok(fact) = Resolver::new(self.definitions, &scope, Position::Entry).condition(&clause.tokens) else { continue };
            let mut writer = Writer::new(&scope, Position::Entry, false, &mut kept, clause.first.range.clone());
            for part in conjuncts(fact) {
                if let Fact::Valid { of, .. } = &part {
                    if let Ok(Some((place, bytes))) = writer.pointer(of) {
                        is_loose |= made.iter().any(|(_, known, _)| *known == place);
                        made.push((clause, place, bytes));
                    } else {
                        is_loose = true;
                    }
                } else {
                    is_loose |= asks_for_validity(&part);
                }
                if let Fact::Separated(a, b) = &part
                    && let (Ok(Some((a, _))), Ok(Some((b, _)))) = (writer.pointer(a), writer.pointer(b))
                {
                    apart.push((a, b));
                }
            }
        }
        // Another one may lead into an object that is larger than these need.
        let is_made = |name: &str| made.iter().any(|(_, place, _)| place == name);
        let is_other = |name: &str| scope.sort(name) != Sort::Number && !is_made(name);
        is_loose |= function.header.parameters.iter().filter_map(|p| p.name).any(|t| is_other(self.stream.at(t)));
        let tells = self.tells_pointers(function, behaviors);
        let is_apart = |a: &str, b: &str| apart.iter().any(|(x, y)| x == a && y == b || x == b && y == a);
        let all_apart = (0..made.len()).all(|i| (0..i).all(|j| is_apart(&made[i].1, &made[j].1)));
        let several = i32::from(made.len() > 1 && (tells || !(all_apart || self.writes_nothing(function))));
        let mut written = String::new();
        for (number, (clause, place, bytes)) in made.iter().enumerate() {
            let number = if number == 0 { several } else { -1 };
            let code = format!("__ACSL_pointer({place}, __exact_size({bytes}), {}, {}, {number}) ", i32::from(is_loose), i32::from(tells));
            written.push_str(&self.placed(clause, &code));
        }
        Ok(written)
    }

    /// May the function, what it calls, or its contract tell where pointers lead, beside what lies there?
    fn tells_pointers(&self, function: &'a FunctionAt, behaviors: &[Behavior<'_>]) -> bool {
        let pointers = Pointers { stream: self.stream, functions: self.functions };
        let called = pointers.reached(&function.name);
        let scope = self.scope(function, false);
        let tells_of = |clause: &Clause, position: Position| {
            let mut resolver = Resolver::new(self.definitions, &scope, position);
            let fact = if clause.word == "assumes" { resolver.condition_before(&clause.tokens) } else { resolver.condition(&clause.tokens) };
            fact.is_ok_and(|fact| tells(&fact, &scope))
        };
        let own = behaviors.iter().flat_map(|b| &b.clauses).any(|clause| match clause.word.as_str() {
            "requires" => tells_of(clause, Position::Entry),
            "ensures" | "assumes" => tells_of(clause, Position::Exit),
            _ => false,
        });
        let elsewhere = self.attached.iter().any(|a| match a.to {
            Owner::Function(f) => {
                let other = &self.functions[f];
                other.name != function.name && called.contains(&other.name) && self.tells_at(other, &a.clauses, Position::Exit, false)
            }
            Owner::Loop(f, _) => called.contains(&self.functions[f].name) && self.tells_at(&self.functions[f], &a.clauses, Position::Loop, true),
            Owner::Statement(f, _) => called.contains(&self.functions[f].name) && self.tells_at(&self.functions[f], &a.clauses, Position::Statement, true),
        });
        own || elsewhere || pointers.tell(&called)
    }

    fn tells_at(&self, function: &'a FunctionAt, clauses: &[Clause], position: Position, is_inside: bool) -> bool {
        let scope = self.scope(function, is_inside);
        clauses.iter().any(|clause| match clause.word.as_str() {
            "requires" | "ensures" | "assumes" | "loop invariant" | "assert" | "check" => {
                Resolver::new(self.definitions, &scope, position).condition(&clause.tokens).is_ok_and(|fact| tells(&fact, &scope))
            }
            _ => false,
        })
    }

    /// May an annotation say of anything that it is not valid, or under a condition that it is?
    fn asks_for_validity(&self) -> bool {
        let is_word = |text: &str| text == "\\valid" || text == "\\valid_read";
        let in_definition = |name: &str| self.definitions.iter().any(|d| d.name == name && d.tokens.iter().any(|t| is_word(&t.text)));
        let clauses = self.attached.iter().flat_map(|a| &a.clauses);
        clauses.filter(|c| c.word != "requires").any(|c| {
            let tokens = &c.tokens;
            let speaks = tokens.iter().any(|t| is_word(&t.text) || in_definition(&t.text));
            let is_plain = !tokens.iter().any(|t| matches!(t.text.as_str(), "!" | "==>" | "<==>" | "^^" | "?"));
            speaks && !(is_plain && c.word != "assumes")
        })
    }

    /// The targets of the contract, and those of behaviours under their conditions.
    fn assigns(&self, function: &'a FunctionAt, behaviors: &[Behavior<'_>]) -> Result<String, Malformed> {
        let of = |behavior: &Behavior<'a>| behavior.clauses.iter().copied().filter(|c| c.word == "assigns").collect::<Vec<_>>();
        let behaviors: Vec<Behavior<'a>> = behaviors.iter().map(|b| Behavior { name: b.name.clone(), clauses: self.own(b) }).collect();
        let with: Vec<&Behavior<'a>> = behaviors.iter().filter(|b| !of(b).is_empty()).collect();
        let Some(first) = with.first().and_then(|b| of(b).first().copied()) else { return Ok(String::new()) };
        let written = self.targets(function, &behaviors, first).map(|targets| vec![(0, targets)]);
        Ok(in_order(self.or_unknown(first, "__ACSL_requires", written)?))
    }

    /// The same clauses with the life that they have here.
    fn own(&self, behavior: &Behavior<'_>) -> Vec<&'a Clause> {
        let is_it = |c: &&'a Clause| behavior.clauses.iter().any(|own| own.first.range == c.first.range);
        self.attached.iter().flat_map(|a| &a.clauses).filter(is_it).collect()
    }

    fn targets(&self, function: &'a FunctionAt, behaviors: &[Behavior<'a>], first: &Clause) -> Result<String, Malformed> {
        let scope = self.scope(function, false);
        let mut kept = Kept::default();
        let mut all: Vec<(String, &Clause)> = Vec::new();
        let mut of_behavior: Vec<(usize, Vec<String>)> = Vec::new();
        for (number, behavior) in behaviors.iter().enumerate() {
            let clauses: Vec<&&Clause> = behavior.clauses.iter().filter(|c| c.word == "assigns").collect();
            if clauses.is_empty() {
                continue;
            }
            let mut own = Vec::new();
            for clause in clauses {
                for target in self.target_list(&mut Resolver::new(self.definitions, &scope, Position::Entry), clause)? {
                    let place = clause.first.range.clone();
                    let target = Writer::new(&scope, Position::Entry, false, &mut kept, place).target(&target)?;
                    own.push(target.clone());
                    if number == 0 {
                        all.push((target, clause));
                    } else if !all.iter().any(|(known, _)| *known == target) {
                        let what = "a behavior that assigns what the contract does not name outside of behaviors";
                        return Err(refused(clause.first.range.clone(), what));
                    }
                }
            }
            of_behavior.push((number, own));
        }
        if !of_behavior.iter().any(|(number, _)| *number == 0) {
            return Err(refused(first.first.range.clone(), "`assigns` in behaviors alone"));
        }
        let mut targets = Vec::new();
        for (target, _) in &all {
            let mut conditions = Vec::new();
            for (number, _) in of_behavior.iter().filter(|(number, own)| *number > 0 && !own.contains(target)) {
                conditions.push(self.assumed(function, &behaviors[*number], Position::Entry)?.negated());
            }
            let when = if conditions.is_empty() {
                String::new()
            } else {
                format!("{} : ", Writer::new(&scope, Position::Entry, false, &mut kept, first.first.range.clone()).fact(&Fact::And(conditions))?)
            };
            targets.push(format!("{when}{target}"));
        }
        Ok(self.placed(first, &format!("__ACSL_assigns(\"{}\", {}) ", self.said(first), targets.join("; "))))
    }

    /// The targets of a clause `assigns`.
    fn target_list(&self, resolver: &mut Resolver<'_>, clause: &Clause) -> Result<Vec<Target>, Malformed> {
        let tokens = &clause.tokens[..self.from(&clause.tokens)];
        let mut targets = Vec::new();
        let (mut start, mut depth) = (0, 0_i32);
        for at in 0..=tokens.len() {
            let text = tokens.get(at).map_or(",", |t| &t.text);
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                "," if depth == 0 => {
                    let part = &tokens[start..at];
                    start = at + 1;
                    if part.is_empty() {
                        return Err(unreadable(clause.first.range.clone(), "a target is missing"));
                    }
                    let term = resolver.parse(part)?;
                    if term.kind != TermKind::Nothing {
                        targets.push(resolver.target(&term)?);
                    }
                }
                _ => {}
            }
        }
        Ok(targets)
    }

    fn loop_clauses(&self, function: usize, keyword: usize, clauses: &[Clause], kept: &mut Kept) -> Result<Edit, Malformed> {
        let function = &self.functions[function];
        let scope = self.scope(function, true);
        let writes_nothing = self.writes_nothing(function);
        let mut all = Vec::new();
        let mut assigned: Option<(&Clause, Vec<String>)> = None;
        for clause in clauses {
            let place = clause.first.range.clone();
            let mut resolver = Resolver::new(self.definitions, &scope, Position::Loop);
            let one = match clause.word.as_str() {
                "loop invariant" => resolver.condition(&clause.tokens).and_then(|fact| {
                    self.conditions(clause, "__ACSL_loop_invariant", fact, &mut Writer::new(&scope, Position::Loop, writes_nothing, kept, place))
                }),
                "loop variant" => self.variant(&mut resolver, clause).and_then(|value| {
                    let value = Writer::new(&scope, Position::Loop, writes_nothing, kept, place).value(&value, State::Here)?;
                    Ok(vec![(0, self.placed(clause, &format!("__ACSL_loop_variant(\"{}\", {value}) ", self.said(clause))))])
                }),
                "loop assigns" => self.target_list(&mut resolver, clause).and_then(|targets| {
                    let mut own = Vec::new();
                    for target in &targets {
                        own.push(Writer::new(&scope, Position::Loop, writes_nothing, kept, place.clone()).target(target)?);
                    }
                    self.check_loop_targets(clause, &targets)?;
                    let all = assigned.get_or_insert((clause, Vec::new()));
                    all.1.extend(own);
                    Ok(Vec::new())
                }),
                word => Err(refused(place, &format!("`{word}`"))),
            };
            all.extend(self.or_unknown(clause, "__ACSL_loop_invariant", one)?);
        }
        let mut written = in_order(all);
        if let Some((clause, targets)) = assigned {
            written.push_str(&self.placed(clause, &format!("__ACSL_loop_assigns(\"{}\", {}) ", self.said(clause), targets.join(", "))));
        }
        let behind = if self.stream.at(keyword) == "do" { keyword } else { self.stream.behind_group(keyword + 1) - 1 };
        let at = self.stream.range(behind..behind + 1).end;
        Ok((at..at, format!("{written}{}", places::at_offset(self.text, at))))
    }

    fn variant(&self, resolver: &mut Resolver<'_>, clause: &Clause) -> Result<Value, Malformed> {
        if let Some(word) = clause.tokens.iter().find(|t| t.text == "for") {
            return Err(refused(word.range.clone(), "a measure with an order of its own"));
        }
        resolver.number(&clause.tokens)
    }

    /// In which state targets of a loop are meant that depend on what it writes is not clear to all readers.
    fn check_loop_targets(&self, clause: &Clause, targets: &[Target]) -> Result<(), Malformed> {
        let mut named = Vec::new();
        for target in targets {
            if let Target::Place(Place::Variable(name)) = target {
                named.push(name.clone());
            }
        }
        for target in targets {
            let mut uses = Vec::new();
            let mut see = |value: &Value| {
                if let Value::Load(place, _) = value
                    && let Place::Variable(name) = &**place
                {
                    uses.push(name.clone());
                }
            };
            match target {
                Target::Place(place) => super::value::visit_place(place, &mut see),
                Target::Elements(of) => {
                    super::value::visit(&of.pointer, &mut see);
                    if let Some((first, last)) = &of.range {
                        super::value::visit(first, &mut see);
                        super::value::visit(last, &mut see);
                    }
                }
            }
            if let Some(name) = uses.iter().find(|name| named.contains(name)) {
                return Err(refused(clause.first.range.clone(), &format!("a target that depends on {name}, which the loop writes,")));
            }
        }
        Ok(())
    }

    /// What stands between statements.
    fn statement(&self, function: usize, next: usize, clauses: &[Clause], kept: &mut Kept) -> Result<Vec<Edit>, Malformed> {
        let function = &self.functions[function];
        let scope = self.scope(function, true);
        let writes_nothing = self.writes_nothing(function);
        let mut written = String::new();
        for clause in clauses {
            let place = clause.first.range.clone();
            let one = match clause.word.as_str() {
                "assert" | "check" => {
                    let fact = Resolver::new(self.definitions, &scope, Position::Statement).condition(&clause.tokens);
                    fact.and_then(|fact| {
                        let mut all = String::new();
                        for part in conjuncts(fact) {
                            let part = Writer::new(&scope, Position::Statement, writes_nothing, kept, place.clone()).fact(&part)?;
                            all.push_str(&self.placed(clause, &format!("__CPROVER_assert(({part}), \"{}\"); ", self.said(clause))));
                        }
                        Ok(all)
                    })
                }
                "ghost" => Err(refused(place, "ghost code")),
                word => Err(refused(place, &format!("`{word}` before a statement"))),
            };
            written.push_str(&match one {
                Err(why) if why.unsupported => self.placed(clause, &format!("{}; ", self.unknown(&why))),
                one => one?,
            });
        }
        let start = self.stream.range(next..next + 1).start;
        let code = format!("{written}{}", places::at_offset(self.text, start));
        match self.stream.before(next) {
            ";" | "{" | "}" | ":" => Ok(vec![(start..start, code)]),
            ")" | "else" | "do" => {
                let end = statement_end(self.stream, next);
                let end = self.stream.range(end - 1..end).end;
                Ok(vec![(start..start, format!("{{ {code}")), (end..end, " }".to_owned())])
            }
            _ => Err(unreadable(clauses.first().map_or(start..start + 1, |c| c.first.range.clone()), "an annotation cannot stand here")),
        }
    }
}

/// What is assumed of less deep places first says that deeper ones can be read.
fn in_order(mut clauses: Vec<Ranked>) -> String {
    clauses.sort_by_key(|(depth, _)| *depth);
    clauses.into_iter().map(|(_, text)| text).collect()
}

/// Does the fact compare what may be pointers?
fn tells(fact: &Fact, scope: &Scope<'_>) -> bool {
    match fact {
        Fact::Compare(_, a, b) => [a, b].iter().any(|v| value_sort(v, scope) != Sort::Number),
        Fact::Holds(value) => value_sort(value, scope) != Sort::Number,
        Fact::Not(inner) => tells(inner, scope),
        Fact::And(parts) | Fact::Or(parts) => parts.iter().any(|part| tells(part, scope)),
        Fact::Quantified { body, .. } => tells(body, scope),
        Fact::Known(_) | Fact::Valid { .. } | Fact::Separated(..) => false,
    }
}

/// Is anything said of validity?
fn asks_for_validity(fact: &Fact) -> bool {
    match fact {
        Fact::Valid { .. } => true,
        Fact::Not(inner) => asks_for_validity(inner),
        Fact::And(parts) | Fact::Or(parts) => parts.iter().any(asks_for_validity),
        Fact::Quantified { body, .. } => asks_for_validity(body),
        _ => false,
    }
}
