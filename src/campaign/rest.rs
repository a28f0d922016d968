//! What a campaign has left open, as the plan of another one: the open goals of each task in shares that work side by side. Goals of one function stay together, since they are behind the
//! same code, and the more each share leaves out, the less it has to look at. The goals are those of the same program, so what the shares find comes together in the database by itself.

use crate::error::{CampaignError, Result};
use crate::folder::Folder;
use crate::plan::{Plan, Stage, TaskNumber, TaskSpec};
use crate::store::rows::OpenGoals;
use crate::store::{CampaignId, Store};

/// Commands that can be asked for the goals of some functions.
const SCOPED: [&str; 2] = ["cover", "verify"];
const SCOPE: &str = "--scope";

/// The plan of what is open: so many shares of each task at most.
///
/// # Errors
/// If nothing is open, or the database cannot be read.
pub fn plan(store: &Store, campaign: CampaignId, folder: &Folder, shares: usize, stages: &[Stage]) -> Result<Plan> {
    let mut tasks = Vec::new();
    let mut open = store.open_goals(campaign)?.into_iter().peekable();
    while let Some(first) = open.peek().map(|goals| goals.task) {
        let mut of_task = Vec::new();
        while let Some(goals) = open.next_if(|goals| goals.task == first) {
            of_task.push(goals);
        }
        // Shares of paths leave open what their tasks leave open.
        let Some(task) = folder.tasks.get(first.0 as usize) else { continue };
        if !SCOPED.contains(&task.command()) {
            tasks.push(task.clone());
            continue;
        }
        let argv = without_scope(&task.argv);
        let groups = groups(of_task, shares.max(1));
        let all = groups.len();
        for (n, functions) in groups.into_iter().enumerate() {
            let scope = functions.iter().flat_map(|function| [SCOPE.to_owned(), function.clone()]);
            let argv = argv.iter().cloned().chain(scope).collect();
            // What is divided by goals is not divided by paths, too.
            let division = task.division.filter(|_| all == 1);
            tasks.push(TaskSpec { name: format!("{} (share {} of {all})", task.name, n + 1), argv, division, ..task.clone() });
        }
    }
    if tasks.is_empty() {
        return Err(CampaignError::Usage(format!("nothing is open in {}", folder.path.display())));
    }
    for (task, number) in tasks.iter_mut().zip(0..) {
        task.number = TaskNumber(number);
    }
    let stages = if stages.is_empty() { folder.about.stages.last().copied().into_iter().collect() } else { stages.to_vec() };
    Ok(Plan { name: folder.about.name.clone(), stages, memory: folder.about.memory, tasks })
}

/// Functions in groups of about as many open goals: the next largest goes where there are the fewest.
fn groups(mut functions: Vec<OpenGoals>, most: usize) -> Vec<Vec<String>> {
    functions.sort_by(|a, b| b.goals.cmp(&a.goals).then_with(|| a.function.cmp(&b.function)));
    let mut groups: Vec<(u64, Vec<String>)> = vec![(0, Vec::new()); most.min(functions.len())];
    for OpenGoals { function, goals, .. } in functions {
        if let Some(least) = groups.iter_mut().min_by_key(|(goals, _)| *goals) {
            least.0 += goals;
            least.1.push(function);
        }
    }
    groups.into_iter().map(|(_, functions)| functions).collect()
}

/// The words without the functions that were asked for before: what is open is among them.
fn without_scope(argv: &[String]) -> Vec<String> {
    let mut words = argv.iter();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == SCOPE {
            words.next();
        } else if !word.starts_with("--scope=") {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_about_as_much_to_do() {
        let open = |function: &str, goals| OpenGoals { task: TaskNumber(0), function: function.into(), goals };
        let all = vec![open("a", 1), open("b", 5), open("c", 2), open("d", 2)];
        assert_eq!(groups(all.clone(), 2), [vec!["b"], vec!["c", "d", "a"]]);
        assert_eq!(groups(all.clone(), 9).len(), 4);
        assert_eq!(groups(all, 1), [vec!["b", "c", "d", "a"]]);
    }

    #[test]
    fn functions_that_were_asked_for_are_replaced() {
        let words = ["cover", "a.c", "--scope", "f", "--scope=g", "-DX"].map(str::to_owned);
        assert_eq!(without_scope(&words), ["cover", "a.c", "-DX"]);
    }
}
