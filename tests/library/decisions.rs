//! What `mcdc` and `decision` count in random expressions, held against the definition: all inputs are tried, and for each condition that was evaluated all values of those
//! that were not, for whether the outcome changes with the condition alone.

use frontend::{LoadOptions, load};
use goto::interp::{Compiled, InputSource, Limits, Outcome};
use goto::{Bits, InputId, Random, TypeId};
use instrument::Criterion;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write as _;

const EXPRESSIONS: usize = 300;
const VARIABLES: usize = 6;

enum Expr {
    /// `v[n]`
    Read(usize),
    /// `take(n)`, which gives `v[n]` and turns it around.
    Take(usize),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

use Expr::{And, Conditional, Not, Or, Read, Take};

impl Expr {
    /// With so many leaves.
    fn random(random: &mut Random, leaves: usize, takes: bool) -> Self {
        if random.chance(15) {
            return Not(Box::new(Self::random(random, leaves, takes)));
        }
        if leaves == 1 {
            let variable = random.below(VARIABLES);
            return if takes && random.chance(40) { Take(variable) } else { Read(variable) };
        }
        let first = 1 + random.below(leaves - 1);
        let second = leaves - first;
        let mut part = |leaves| Box::new(Self::random(random, leaves, takes));
        let a = part(first);
        if second > 1 && random.chance(20) {
            let mut part = |leaves| Box::new(Self::random(random, leaves, takes));
            return Conditional(a, part(1), part(second - 1));
        }
        let b = Box::new(Self::random(random, second, takes));
        if random.chance(50) { And(a, b) } else { Or(a, b) }
    }

    fn text(&self) -> String {
        match self {
            Read(n) => format!("v[{n}]"),
            Take(n) => format!("take({n})"),
            Not(a) => format!("!{}", a.text()),
            And(a, b) => format!("({} && {})", a.text(), b.text()),
            Or(a, b) => format!("({} || {})", a.text(), b.text()),
            Conditional(a, b, c) => format!("({} ? {} : {})", a.text(), b.text(), c.text()),
        }
    }

    fn is_compound(&self) -> bool {
        match self {
            And(..) | Or(..) => true,
            Not(a) => a.is_compound(),
            _ => false,
        }
    }

    /// The conditions of a decision.
    fn conditions(&self) -> Vec<&Expr> {
        match self {
            And(a, b) | Or(a, b) => [a.conditions(), b.conditions()].concat(),
            Not(a) if a.is_compound() => a.conditions(),
            _ => vec![self],
        }
    }

    /// The decisions within, the first one that is finished first; the expression itself is one if it is so called.
    fn decisions<'e>(&'e self, is_decision: bool, found: &mut Vec<&'e Expr>) {
        if is_decision || self.is_compound() {
            self.conditions().into_iter().for_each(|condition| condition.below(found));
            found.push(self);
        } else {
            self.below(found);
        }
    }

    /// The decisions of a condition.
    fn below<'e>(&'e self, found: &mut Vec<&'e Expr>) {
        match self {
            Read(_) | Take(_) => {}
            Conditional(a, b, c) => {
                a.decisions(true, found);
                b.decisions(false, found);
                c.decisions(false, found);
            }
            Not(a) => a.below(found),
            // A condition is none of these.
            And(..) | Or(..) => unreachable!("a condition that is compound"),
        }
    }

    /// The outcome of a decision by the values of its conditions, whatever is evaluated.
    fn outcome(&self, values: &mut impl Iterator<Item = bool>) -> bool {
        match self {
            And(a, b) => a.outcome(values) & b.outcome(values),
            Or(a, b) => a.outcome(values) | b.outcome(values),
            Not(a) if a.is_compound() => !a.outcome(values),
            _ => values.next().expect("a value for each condition"),
        }
    }
}

/// A run of one function, by the definitions.
struct Oracle<'a> {
    name: &'a str,
    /// The numbers of decisions.
    numbers: FxHashMap<*const Expr, usize>,
    v: [bool; VARIABLES],
    reached: &'a mut FxHashSet<String>,
}

impl Oracle<'_> {
    fn decide(&mut self, decision: &Expr) -> bool {
        let conditions: Vec<*const Expr> = decision.conditions().into_iter().map(std::ptr::from_ref).collect();
        let mut seen = vec![None; conditions.len()];
        let outcome = self.evaluate(decision, &conditions, &mut seen);
        let (name, number) = (self.name, self.numbers[&std::ptr::from_ref(decision)]);
        self.reached.insert(format!("{name}.decision.{number}.{outcome}"));
        for (n, value) in seen.iter().enumerate().filter_map(|(n, value)| Some((n, (*value)?))) {
            let with = |value, others: u32| {
                let of = |i: usize| if i == n { value } else { seen[i].unwrap_or(others >> i & 1 == 1) };
                decision.outcome(&mut (0..seen.len()).map(of))
            };
            if (0..1 << seen.len()).any(|others| with(true, others) != with(false, others)) {
                self.reached.insert(format!("{name}.mcdc.{number}.{}.{value}", n + 1));
            }
        }
        outcome
    }

    fn evaluate(&mut self, e: &Expr, conditions: &[*const Expr], seen: &mut [Option<bool>]) -> bool {
        match e {
            And(a, b) => self.evaluate(a, conditions, seen) && self.evaluate(b, conditions, seen),
            Or(a, b) => self.evaluate(a, conditions, seen) || self.evaluate(b, conditions, seen),
            Not(a) if a.is_compound() => !self.evaluate(a, conditions, seen),
            _ => {
                let value = self.value(e);
                let n = conditions.iter().position(|c| std::ptr::eq(*c, e)).expect("a condition of the decision");
                seen[n] = Some(value);
                value
            }
        }
    }

    fn value(&mut self, e: &Expr) -> bool {
        match e {
            _ if e.is_compound() => self.decide(e),
            Read(n) => self.v[*n],
            Take(n) => {
                self.v[*n] = !self.v[*n];
                !self.v[*n]
            }
            Not(a) => !self.value(a),
            Conditional(a, b, c) => {
                let arm = if self.decide(a) { b } else { c };
                self.value(arm)
            }
            And(..) | Or(..) => unreachable!("compound"),
        }
    }
}

/// The variables at the start, as bits.
struct Vector(u32, usize);

impl InputSource for Vector {
    fn next(&mut self, _input: InputId, _ty: TypeId, width: u16) -> Option<Bits> {
        self.1 += 1;
        Some(Bits::new(width, u128::from(self.0 >> (self.1 - 1) & 1)))
    }
}

#[test]
fn what_conditions_determine_is_what_the_definition_says() {
    let mut random = Random::new(4);
    let mut text = format!(
        "extern int __VERIFIER_nondet_int(void); static int given[{VARIABLES}], v[{VARIABLES}], result;
         static int take(int n) {{ v[n] = !v[n]; return !v[n]; }}
         static void start(void) {{ for (int i = 0; i < {VARIABLES}; i++) v[i] = given[i]; }}\n"
    );
    let mut calls = format!("for (int i = 0; i < {VARIABLES}; i++) given[i] = __VERIFIER_nondet_int();\n");
    let mut functions = Vec::new();
    for n in 0..EXPRESSIONS {
        let leaves = 1 + random.below(6);
        let expr = Expr::random(&mut random, leaves, n % 2 == 1);
        let is_decision = random.chance(70);
        let statement = if is_decision { format!("if ({}) result++;", expr.text()) } else { format!("result = {};", expr.text()) };
        let name = format!("d{n}");
        writeln!(text, "static void {name}(void) {{ {statement} }}").unwrap();
        // Nothing is left over from the first time.
        writeln!(calls, "start(); {name}(); {name}();").unwrap();
        functions.push((name, expr, is_decision));
    }
    writeln!(text, "int main(void) {{ {calls} return 0; }}").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("expressions.c");
    std::fs::write(&file, &text).unwrap();
    let mut loaded = load(&[file], &LoadOptions { decisions: true, ..LoadOptions::default() }).unwrap();
    let is_expression = |name: &str| functions.iter().any(|(function, ..)| function == name);
    let asked = loaded.program.functions.iter().filter(|(_, f)| is_expression(&f.name)).map(|(id, _)| id).collect();
    instrument::instrument(&mut loaded.program, &loaded.decisions, &[Criterion::Decision, Criterion::Mcdc], Some(&asked));
    goto::assert_valid(&loaded.program, "instrumentation");

    let compiled = Compiled::new(&loaded.program);
    let (mut covered, mut expected) = (FxHashSet::default(), FxHashSet::default());
    for vector in 0..1 << VARIABLES {
        let limits = Limits { steps: 10_000_000, work: u64::MAX, memory: 1 << 28, depth: 100, stop: &|| false };
        let run = compiled.run(&mut Vector(vector, 0), &limits);
        assert_eq!(run.outcome, Outcome::Exit);
        covered.extend(loaded.program.goals.iter().filter(|(id, _)| run.goals.contains(*id)).map(|(_, goal)| goal.name.clone()));
        for (name, expr, is_decision) in &functions {
            let mut decisions = Vec::new();
            expr.decisions(*is_decision, &mut decisions);
            let numbers = decisions.iter().enumerate().map(|(n, decision)| (std::ptr::from_ref(*decision), n + 1)).collect();
            let v = std::array::from_fn(|n| vector >> n & 1 == 1);
            let mut oracle = Oracle { name, numbers, v, reached: &mut expected };
            for _ in 0..2 {
                if *is_decision {
                    oracle.decide(expr);
                } else {
                    oracle.value(expr);
                }
            }
        }
    }
    let mut differ: Vec<&String> = covered.symmetric_difference(&expected).collect();
    differ.sort();
    let source = |goal: &str| functions.iter().find(|(name, ..)| goal.starts_with(&format!("{name}."))).map(|(_, expr, _)| expr.text());
    assert!(differ.is_empty(), "{:#?}", differ.iter().map(|goal| (goal, covered.contains(*goal), source(goal))).collect::<Vec<_>>());
    // All decisions and conditions have goals, and some of these are out of reach.
    let count: usize = functions
        .iter()
        .map(|(_, expr, is_decision)| {
            let mut decisions = Vec::new();
            expr.decisions(*is_decision, &mut decisions);
            decisions.iter().map(|decision| 2 + 2 * decision.conditions().len()).sum::<usize>()
        })
        .sum();
    assert_eq!(loaded.program.goals.len(), count);
    assert!(covered.len() < count, "{} of {count}", covered.len());
}
