//! What can be asked of a program: that a goal is reached, that a property is violated, that a goal of a query is satisfied. To exclude a target means that no
//! execution does that. All targets of a board have numbers from 0, so that very many cost little.

use automata::fql::GoalIndex;
use goto::{GoalId, Id, InstrKind, Program, PropertyClass, PropertyId};

/// One thing to reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    Goal(GoalId),
    /// That it is violated.
    Property(PropertyId),
    /// A goal of a query, by number.
    QueryGoal(GoalIndex),
}

impl From<GoalId> for Target {
    fn from(goal: GoalId) -> Self {
        Target::Goal(goal)
    }
}

impl From<PropertyId> for Target {
    fn from(property: PropertyId) -> Self {
        Target::Property(property)
    }
}

impl From<GoalIndex> for Target {
    fn from(goal: GoalIndex) -> Self {
        Target::QueryGoal(goal)
    }
}

impl Target {
    pub fn goal(self) -> Option<GoalId> {
        if let Target::Goal(goal) = self { Some(goal) } else { None }
    }

    pub fn property(self) -> Option<PropertyId> {
        if let Target::Property(property) = self { Some(property) } else { None }
    }

    pub fn query_goal(self) -> Option<GoalIndex> {
        if let Target::QueryGoal(goal) = self { Some(goal) } else { None }
    }

    /// Does it ask what all memory is like, not only what is accessed?
    pub(crate) fn is_about_the_heap(self, program: &Program) -> bool {
        use PropertyClass::{MemoryLeak, ValidMemcleanup, ValidMemtrack};
        self.property().is_some_and(|property| matches!(program.properties[property].class, ValidMemtrack | ValidMemcleanup | MemoryLeak))
    }

    /// May executing the instruction reach it?
    pub(crate) fn is_met_by(self, kind: &InstrKind) -> bool {
        match (self, kind) {
            (Target::Goal(own), InstrKind::Cover { goal, .. }) => *goal == own,
            (Target::Property(own), InstrKind::Assert { property, .. }) => *property == own,
            // A goal of a query is met by what happens together.
            (Target::QueryGoal(_), _) => true,
            _ => false,
        }
    }
}

/// All targets of a board: goals, then properties, then goals of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets {
    pub goals: usize,
    pub properties: usize,
    pub query_goals: usize,
}

impl Targets {
    /// What the program itself asks for.
    pub fn of_program(program: &Program) -> Self {
        Self { goals: program.goals.len(), properties: program.properties.len(), query_goals: 0 }
    }

    /// Goals of a query alone.
    pub fn of_query(query_goals: usize) -> Self {
        Self { goals: 0, properties: 0, query_goals }
    }

    pub fn len(&self) -> usize {
        self.goals + self.properties + self.query_goals
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a target; none if it is not asked.
    pub(crate) fn number(&self, target: Target) -> Option<usize> {
        let (before, index, n) = match target {
            Target::Goal(goal) => (0, goal.index(), self.goals),
            Target::Property(property) => (self.goals, property.index(), self.properties),
            Target::QueryGoal(goal) => (self.goals + self.properties, usize::try_from(goal.0).ok()?, self.query_goals),
        };
        (index < n).then_some(before + index)
    }

    pub(crate) fn target(&self, number: usize) -> Target {
        let after_goals = self.goals + self.properties;
        if number < self.goals {
            Target::Goal(GoalId::new(number))
        } else if number < after_goals {
            Target::Property(PropertyId::new(number - self.goals))
        } else {
            Target::QueryGoal(GoalIndex((number - after_goals) as u64))
        }
    }

    /// All of them, in the order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = Target> + use<> {
        let targets = *self;
        (0..self.len()).map(move |number| targets.target(number))
    }
}
