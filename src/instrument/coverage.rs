//! Coverage goals: one `Cover` instruction and one entry in the table of goals for each thing that a criterion counts.

use super::calls_error_function;
use super::constant::{Constants, Folding};
use super::decisions::Outcomes;
use super::insert::{Insertions, previous};
use super::operands;
use goto::cfg::Cfg;
use goto::decision::{Decision, Decisions};
use goto::{Body, BranchId, BranchKind, ExprId, FuncId, Goal, GoalId, GoalKind, IdVec, InstrId, InstrKind, Instruction, Location, Mark, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is to be covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Criterion {
    /// Both outcomes of every decision.
    Branch,
    /// Both outcomes of every operand of `&&` and `||`, also where nothing is decided.
    Operand,
    /// Both outcomes of every whole decision: also of `&&` and `||` whose value is used elsewhere, but not the labels of `switch`.
    Decision,
    /// Masking MC/DC: each condition of every decision is true, and false, where it determines the outcome.
    Mcdc,
    /// What TestCov counts for `COVER EDGES(@DECISIONEDGE)`: arms of decisions, loop bodies and exits, `case` labels, as far as gcc keeps them.
    TestComp,
    Statement,
    /// The start of every basic block in which a statement starts.
    Block,
    /// The entry of every function.
    Function,
    /// Every assertion is evaluated.
    Assertion,
    /// Some call of `reach_error` is made: one goal for all of them, so that one test is enough.
    ErrorCall,
}

impl Criterion {
    /// Is it about the decisions of the source, which the front end notes if it is asked?
    pub fn needs_decisions(self) -> bool {
        matches!(self, Criterion::Decision | Criterion::Mcdc)
    }
}

/// Puts the goals of the criteria into these functions, or into all if there is no set, and takes all assertions out of it: they must not stand in the way of a test.
pub fn instrument(program: &mut Program, decisions: &Decisions, criteria: &[Criterion], asked: Option<&FxHashSet<FuncId>>) {
    let known = ConditionFacts { plain: Constants::new(program, Folding::Arithmetic), gcc: Constants::new(program, Folding::Gcc) };
    let mut error_call = None;
    for f in program.functions.ids() {
        let Some(body) = program.functions[f].body.take() else { continue };
        let function = &program.functions[f];
        let is_asked = !function.model && asked.is_none_or(|asked| asked.contains(&f));
        let body = if is_asked { with_goals(program, (&known, decisions.of(f)), &mut error_call, f, body, criteria) } else { body };
        program.functions[f].body = Some(without_assertions(body));
    }
    program.properties = IdVec::new();
    super::safety::leave_lent_memory(program);
}

/// Takes all goals but these out of the program.
pub fn keep_goals(program: &mut Program, kept: &FxHashSet<GoalId>) {
    let all = std::mem::take(&mut program.goals);
    let mut renamed = FxHashMap::default();
    for (id, goal) in all.iter().filter(|(id, _)| kept.contains(id)) {
        renamed.insert(id, program.goals.push(goal.clone()));
    }
    for body in program.functions.iter_mut().filter_map(|(_, f)| f.body.as_mut()) {
        for (_, instruction) in body.iter_mut() {
            if let InstrKind::Cover { goal, cond } = instruction.kind {
                instruction.kind = renamed.get(&goal).map_or(InstrKind::Skip, |goal| InstrKind::Cover { goal: *goal, cond });
            }
        }
    }
}

/// What is known of conditions.
struct ConditionFacts {
    /// Decides which decisions are none.
    plain: Constants,
    /// Decides what TestCov never sees because gcc drops it.
    gcc: Constants,
}

fn without_assertions(mut body: Body) -> Body {
    for (_, instruction) in body.iter_mut() {
        if matches!(instruction.kind, InstrKind::Assert { .. }) {
            instruction.kind = InstrKind::Skip;
        }
    }
    body
}

/// `error_call` is the goal of all calls of the error function, once there is one.
fn with_goals(
    program: &mut Program,
    (known, decisions): (&ConditionFacts, &[Decision]),
    error_call: &mut Option<GoalId>,
    function: FuncId,
    mut body: Body,
    criteria: &[Criterion],
) -> Body {
    let mut goals = Goals { insertions: Insertions::default(), function, always: program.build().truth(true), known, program };
    for criterion in criteria {
        match criterion {
            Criterion::Branch => goals.branches(&body),
            Criterion::Operand => goals.operands(&body),
            Criterion::Decision => goals.decisions(decisions),
            Criterion::Mcdc => goals.conditions(decisions),
            Criterion::TestComp => goals.testcomp(&body),
            Criterion::Statement => goals.each(&body, "statement", GoalKind::Statement, |_, kind| matches!(kind, InstrKind::Mark(Mark::Statement))),
            Criterion::Block => goals.blocks(&body),
            Criterion::Function => goals.entry(),
            Criterion::Assertion => goals.assertions(&body),
            Criterion::ErrorCall => goals.error_calls(&body, error_call),
        }
    }
    goals.insertions.apply(&mut body);
    body
}

/// The goals of one function in the making.
struct Goals<'a> {
    program: &'a mut Program,
    known: &'a ConditionFacts,
    function: FuncId,
    insertions: Insertions,
    always: ExprId,
}

impl Goals<'_> {
    /// A goal before the instruction at `at`; its name is the function's name and `name`.
    fn add(&mut self, at: InstrId, loc: Location, kind: GoalKind, name: &str, text: String, cond: ExprId) {
        let name = format!("{}.{name}", self.program.functions[self.function].name);
        let goal = self.program.goals.push(Goal { name, kind, function: self.function, loc, text });
        self.insertions.before(at, Instruction { kind: InstrKind::Cover { goal, cond }, loc });
    }

    /// A goal at each instruction that is `wanted`, numbered from 1.
    fn each(&mut self, body: &Body, name: &str, kind: GoalKind, wanted: impl Fn(&Program, &InstrKind) -> bool) {
        let mut n = 0;
        for (at, instruction) in body.iter() {
            if wanted(self.program, &instruction.kind) {
                n += 1;
                self.add(at, instruction.loc, kind, &format!("{name}.{n}"), String::new(), self.always);
            }
        }
    }

    /// Two goals before each decision: that the source's condition can be true, and that it can be false.
    fn branches(&mut self, body: &Body) {
        let mut n = 0;
        for (at, instruction) in body.iter() {
            let InstrKind::Goto { guard, branch: Some(branch), .. } = instruction.kind else { continue };
            let branch = self.program.branches[branch].clone();
            if branch.kind == BranchKind::ShortCircuit || self.known.plain.truth(guard).is_some() {
                continue;
            }
            n += 1;
            let negation = self.program.build().not(guard);
            let (holds, fails) = if branch.negated { (negation, guard) } else { (guard, negation) };
            self.add(at, instruction.loc, GoalKind::Branch, &format!("branch.{n}.true"), branch.text.clone(), holds);
            self.add(at, instruction.loc, GoalKind::Branch, &format!("branch.{n}.false"), branch.text, fails);
        }
    }

    /// Two goals before each instruction that evaluates an operand of `&&` or `||`.
    fn operands(&mut self, body: &Body) {
        let found = operands::operands(self.program, body).into_iter().filter(|operand| self.known.plain.truth(operand.value).is_none());
        for (n, operand) in found.collect::<Vec<_>>().into_iter().enumerate() {
            let loc = body[operand.at].loc;
            let text = match body[operand.at].kind {
                InstrKind::Goto { branch: Some(branch), .. } => self.program.branches[branch].text.clone(),
                _ => String::new(),
            };
            self.add(operand.at, loc, GoalKind::Branch, &format!("operand.{}.true", n + 1), text.clone(), operand.holds);
            self.add(operand.at, loc, GoalKind::Branch, &format!("operand.{}.false", n + 1), text, operand.fails);
        }
    }

    /// Two goals where the outcome of a decision is known.
    fn decisions(&mut self, decisions: &[Decision]) {
        let mut n = 0;
        for decision in decisions {
            let Some(outcomes) = Outcomes::of(self.program, &self.known.plain, decision) else { continue };
            let Some((holds, fails)) = outcomes.outcomes(self.program) else { continue };
            n += 1;
            for (name, cond) in [("true", holds), ("false", fails)] {
                self.add(decision.before, decision.loc, GoalKind::Branch, &format!("decision.{n}.{name}"), decision.text.clone(), cond);
            }
        }
    }

    /// Two goals for each condition where the outcome of its decision is known.
    fn conditions(&mut self, decisions: &[Decision]) {
        let mut n = 0;
        for decision in decisions {
            let Some(outcomes) = Outcomes::of(self.program, &self.known.plain, decision) else { continue };
            n += 1;
            for (number, shown) in outcomes.shown(self.program).into_iter().enumerate() {
                let condition = &decision.conditions[shown.condition];
                for (name, cond) in [("true", shown.holds), ("false", shown.fails)] {
                    let name = format!("mcdc.{n}.{}.{name}", number + 1);
                    self.add(decision.before, condition.loc, GoalKind::Condition, &name, condition.text.clone(), cond);
                }
            }
        }
    }

    /// The goal of all calls of the error function stands in the table with the place of the first one.
    fn error_calls(&mut self, body: &Body, shared: &mut Option<GoalId>) {
        for (at, instruction) in body.iter() {
            if !calls_error_function(self.program, &instruction.kind) {
                continue;
            }
            let loc = instruction.loc;
            let goal = *shared.get_or_insert_with(|| {
                let (kind, text) = (GoalKind::ErrorCall, "an error function is called".to_owned());
                self.program.goals.push(Goal { name: "error-call".to_owned(), kind, function: self.function, loc, text })
            });
            self.insertions.before(at, Instruction { kind: InstrKind::Cover { goal, cond: self.always }, loc });
        }
    }

    fn testcomp(&mut self, body: &Body) {
        let jumps = jumps(body);
        for (n, (at, name)) in counted_marks(self.program, self.known, body).into_iter().enumerate() {
            let text = self.decision_text(body, &jumps, at).unwrap_or_else(|| name.to_owned());
            self.add(at, body[at].loc, GoalKind::Branch, &format!("testcomp.{}.{name}", n + 1), text, self.always);
        }
    }

    /// The text of the decision whose outcome leads to `at`: it stands just before, or jumps here.
    fn decision_text(&self, body: &Body, jumps: &FxHashMap<InstrId, BranchId>, at: InstrId) -> Option<String> {
        let before = previous(at).and_then(|p| decision(&body[p].kind)).map(|(branch, _)| branch);
        let branch = before.or_else(|| jumps.get(&at).copied())?;
        Some(self.program.branches[branch].text.clone())
    }

    fn blocks(&mut self, body: &Body) {
        let cfg = Cfg::new(self.program, body);
        let mut n = 0;
        // The start of the current block, until a statement is found in it.
        let mut start = None;
        for (at, instruction) in body.iter() {
            let joins = match cfg.predecessors(at) {
                [one] => cfg.successors(*one).len() > 1 || previous(at) != Some(*one),
                _ => true,
            };
            if joins {
                start = cfg.is_reachable(at).then_some(at);
            }
            if matches!(instruction.kind, InstrKind::Mark(Mark::Statement))
                && let Some(start) = start.take()
            {
                n += 1;
                self.add(start, instruction.loc, GoalKind::Statement, &format!("block.{n}"), String::new(), self.always);
            }
        }
    }

    fn entry(&mut self) {
        let function = &self.program.functions[self.function];
        let (loc, text) = (function.loc, function.name.clone());
        self.add(Cfg::entry(), loc, GoalKind::Function, "function", text, self.always);
    }

    fn assertions(&mut self, body: &Body) {
        let mut n = 0;
        for (at, instruction) in body.iter() {
            if let InstrKind::Assert { property, .. } = instruction.kind {
                n += 1;
                let text = self.program.properties[property].text.clone();
                self.add(at, instruction.loc, GoalKind::Assertion, &format!("assertion.{n}"), text, self.always);
            }
        }
    }
}

/// The marks that the criterion `testcomp` counts in the user's functions.
pub fn decision_marks(program: &mut Program) -> Vec<(FuncId, InstrId)> {
    let known = ConditionFacts { plain: Constants::new(program, Folding::Arithmetic), gcc: Constants::new(program, Folding::Gcc) };
    let mut marks = Vec::new();
    for f in program.functions.ids().filter(|f| !program.functions[*f].model).collect::<Vec<_>>() {
        let Some(body) = program.functions[f].body.take() else { continue };
        marks.extend(counted_marks(program, &known, &body).into_iter().map(|(at, _)| (f, at)));
        program.functions[f].body = Some(body);
    }
    marks
}

/// For each goal the mark that is passed if and only if the goal is reached, with its place, if there is one: that which the goal stands before, or to which nothing but
/// the outcome of the decision leads that it stands before. Of a program as [`instrument`] leaves it.
pub fn marks_of_goals(program: &Program) -> IdVec<GoalId, Option<(Mark, Location)>> {
    let mut marks = IdVec::filled(None, program.goals.len());
    for body in program.functions.values().filter_map(|f| f.body.as_ref()) {
        let cfg = Cfg::new(program, body);
        let mut waiting = Vec::new();
        for (at, instruction) in body.iter() {
            match &instruction.kind {
                InstrKind::Cover { goal, cond } => waiting.push((*goal, *cond)),
                InstrKind::Mark(mark) => waiting.drain(..).for_each(|(goal, _)| marks[goal] = Some((*mark, instruction.loc))),
                InstrKind::Goto { guard, target, branch: Some(_) } => {
                    for (goal, cond) in waiting.drain(..) {
                        let arm = if cond == *guard { Some(*target) } else { cfg.successors(at).iter().copied().find(|next| next != target) };
                        marks[goal] = arm.and_then(|arm| only_mark(body, &cfg, at, arm));
                    }
                }
                _ => waiting.clear(),
            }
        }
    }
    marks
}

/// The mark at `arm`, if one stands there and nothing but `from` leads to it.
fn only_mark(body: &Body, cfg: &Cfg, from: InstrId, arm: InstrId) -> Option<(Mark, Location)> {
    match body[arm].kind {
        InstrKind::Mark(mark) if cfg.predecessors(arm) == [from] => Some((mark, body[arm].loc)),
        _ => None,
    }
}

/// The marks of a body that TestCov counts, with their names.
fn counted_marks(program: &mut Program, known: &ConditionFacts, body: &Body) -> Vec<(InstrId, &'static str)> {
    let folded = known.gcc.folded(program, body);
    let cfg = Cfg::new(program, &folded);
    let name = |kind: &InstrKind| match kind {
        InstrKind::Mark(Mark::Then | Mark::ConditionalThen) => Some("then"),
        InstrKind::Mark(Mark::Else | Mark::ConditionalElse) => Some("else"),
        InstrKind::Mark(Mark::LoopBody) => Some("body"),
        InstrKind::Mark(Mark::LoopExit) => Some("exit"),
        InstrKind::Mark(Mark::Case) => Some("case"),
        InstrKind::Mark(Mark::Default) => Some("default"),
        _ => None,
    };
    body.iter().filter(|(at, _)| cfg.is_reachable(*at)).filter_map(|(at, i)| Some((at, name(&i.kind)?))).collect()
}

/// The decision that a jump makes, and where it goes.
fn decision(kind: &InstrKind) -> Option<(BranchId, InstrId)> {
    match *kind {
        InstrKind::Goto { branch: Some(branch), target, .. } => Some((branch, target)),
        _ => None,
    }
}

/// For each target the first decision that jumps there.
fn jumps(body: &Body) -> FxHashMap<InstrId, BranchId> {
    let mut jumps = FxHashMap::default();
    for (branch, target) in body.values().filter_map(|i| decision(&i.kind)) {
        jumps.entry(target).or_insert(branch);
    }
    jumps
}
