//! From which instructions can execution still get to something of interest? Backward reachability over the whole program: through
//! calls into the functions called, and from a function's return to all places where it may have been called from.

use goto::callgraph::CallGraph;
use goto::cfg::Cfg;
use goto::{FuncId, IdVec, InstrId, InstrKind, Program};

/// For each instruction, whether something of interest lies ahead, at the instruction itself included.
pub struct Ahead {
    /// `None` for functions that the start function does not reach: nothing is known of them.
    reaches: IdVec<FuncId, Option<IdVec<InstrId, bool>>>,
}

impl Ahead {
    pub fn new(program: &Program, calls: &CallGraph, interesting: impl Fn(&InstrKind) -> bool) -> Self {
        let mut search = Search::new(program, calls, &interesting);
        while let Some(func) = search.work.pop() {
            search.function(func);
        }
        Self { reaches: search.reaches }
    }

    /// May execution that is at this instruction get to something of interest? Always true where nothing is known.
    pub fn may_reach(&self, func: FuncId, instr: InstrId) -> bool {
        self.reaches[func].as_ref().is_none_or(|r| r[instr])
    }
}

struct Search<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    cfgs: IdVec<FuncId, Option<Cfg>>,
    /// Instructions of interest, and calls of functions that contain some, directly or not.
    goals: IdVec<FuncId, Vec<InstrId>>,
    /// Is there something ahead where the function returns to?
    behind_return: IdVec<FuncId, bool>,
    reaches: IdVec<FuncId, Option<IdVec<InstrId, bool>>>,
    work: Vec<FuncId>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, calls: &'a CallGraph, interesting: &impl Fn(&InstrKind) -> bool) -> Self {
        let n = program.functions.len();
        let live = calls.reachable(program.start);
        let mut search = Self {
            program,
            calls,
            cfgs: IdVec::filled(None, n),
            goals: IdVec::filled(Vec::new(), n),
            behind_return: IdVec::filled(false, n),
            reaches: IdVec::filled(None, n),
            work: Vec::new(),
        };
        for (func, function) in program.functions.iter() {
            if let Some(body) = function.body.as_ref().filter(|_| live[func]) {
                let cfg = Cfg::new(program, body);
                search.goals[func] = cfg.order().iter().copied().filter(|&i| interesting(&body[i].kind)).collect();
                search.reaches[func] = Some(IdVec::filled(false, body.len()));
                search.cfgs[func] = Some(cfg);
                search.work.push(func);
            }
        }
        search.add_calls();
        search
    }

    /// Adds to the goals the calls of functions that have goals, until nothing changes.
    fn add_calls(&mut self) {
        let program = self.program;
        // Who calls each function, from where execution can get to.
        let mut sites: IdVec<FuncId, Vec<(FuncId, InstrId)>> = IdVec::filled(Vec::new(), program.functions.len());
        for site in self.calls.sites() {
            if self.cfgs[site.caller].as_ref().is_some_and(|cfg| cfg.is_reachable(site.instr)) {
                for target in self.calls.targets(program, site.callee) {
                    sites[target].push((site.caller, site.instr));
                }
            }
        }
        let mut contains: IdVec<FuncId, bool> = IdVec::filled(false, program.functions.len());
        let mut work: Vec<FuncId> = self.goals.iter().filter(|(_, goals)| !goals.is_empty()).map(|(f, _)| f).collect();
        while let Some(func) = work.pop() {
            if std::mem::replace(&mut contains[func], true) {
                continue;
            }
            for &(caller, instr) in &sites[func] {
                self.goals[caller].push(instr);
                work.push(caller);
            }
        }
    }

    /// Marks what reaches the goals of one function, and its returns if there is something behind them; then tells the functions called
    /// what is behind their returns.
    fn function(&mut self, func: FuncId) {
        let (Some(cfg), Some(reaches)) = (&self.cfgs[func], &mut self.reaches[func]) else { return };
        let Some(body) = &self.program.functions[func].body else { return };
        let mut work = self.goals[func].clone();
        if self.behind_return[func] {
            work.extend(cfg.order().iter().copied().filter(|&i| matches!(body[i].kind, InstrKind::Return(_))));
        }
        while let Some(instr) = work.pop() {
            if !std::mem::replace(&mut reaches[instr], true) {
                work.extend(cfg.predecessors(instr));
            }
        }
        for &instr in cfg.order() {
            if let InstrKind::Call { callee, .. } = body[instr].kind
                && cfg.successors(instr).iter().any(|&next| reaches[next])
            {
                for target in self.calls.targets(self.program, callee) {
                    if !std::mem::replace(&mut self.behind_return[target], true) {
                        self.work.push(target);
                    }
                }
            }
        }
    }
}
