//! The pages. Tables with headings, labels on what is typed, colours beside words: to be read without a script, with a keyboard, in both colour schemes.

use super::answer::Answer;
use super::{Site, below};
use crate::attempt::{Attempt, OUTPUT};
use crate::error::Result;
use crate::folder::Folder;
use crate::plan::{Stage, TaskNumber};
use crate::store::coverage::CoveragePoint;
use crate::store::rows::{CampaignRow, GoalRow, Point, StageRun, TaskRow, Totals};
use crate::store::views::{Table, View};
use crate::store::{CampaignId, Store};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use report::reports::Sources;
use report::reports::html as result_pages;
use report::result::{AnalysisResult, Automaton, AutomatonTransition, Reached};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

/// Tasks on a page, unless more are asked for.
const ROWS: usize = 200;
const MOST_ROWS: usize = 10_000;
/// Goals on a page.
const MOST_GOALS: usize = 2_000;
/// Bytes of a file that is sent.
const MOST_BYTES: u64 = 64 << 20;

pub(super) fn style() -> String {
    format!("{}{}", result_pages::STYLE, include_str!("style.css"))
}

/// A whole page. `reload` says that it changes by itself.
pub(super) fn page(title: &str, reload: bool, content: Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta name="color-scheme" content="light dark";
                @if reload { noscript { meta http-equiv="refresh" content="10"; } }
                title { (title) " – gotcha" }
                link rel="stylesheet" href="/style.css";
                script src="/live.js" defer {}
            }
            body {
                a.skip href="#main" { "To the content" }
                nav aria-label="Main" { a href="/" { "Campaigns" } a href="/new" { "New campaign" } }
                main id="main" { (content) }
            }
        }
    }
}

/// All campaigns.
pub(super) fn campaigns(store: &Store, _site: &Site) -> Result<Answer> {
    let conflicts = store.conflicts()?;
    let mut rows = Vec::new();
    for campaign in store.campaigns()? {
        let totals = store.totals(campaign.id)?;
        rows.push((state(&campaign), campaign, totals));
    }
    Ok(Answer::page(page(
        "Campaigns",
        rows.iter().any(|(state, ..)| state == "running"),
        html! {
            h1 { "Campaigns" }
            @if conflicts > 0 {
                p.violated role="alert" { (conflicts) " goals have answers that contradict each other: one of two is wrong. The questions of a campaign list them." }
            }
            @if rows.is_empty() { p { "There is none yet: " a href="/new" { "begin one" } "." } }
            @else {
                table.list {
                    caption { "Newest first" }
                    thead { tr { th scope="col" { "campaign" } th scope="col" { "state" } th scope="col" { "tasks" } th scope="col" { "decided goals" } th scope="col" { "begun" } } }
                    tbody {
                        @for (state, campaign, totals) in &rows {
                            tr {
                                th scope="row" { a href={ "/campaign/" (campaign.id.0) } { (campaign.name) } }
                                td { (state) }
                                td { (campaign.tasks) }
                                td { (totals.reached + totals.excluded) " of " (totals.goals()) }
                                td { (time(campaign.created)) }
                            }
                        }
                    }
                }
            }
        },
    )))
}

/// Where a campaign is. The database is told of each change, but not by who is killed.
fn state(campaign: &CampaignRow) -> String {
    let is_running = || Folder::open(&campaign.folder).is_ok_and(|folder| folder.is_running());
    if campaign.state == "running" && !is_running() { "interrupted".to_owned() } else { campaign.state.clone() }
}

fn time(milliseconds: u64) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(milliseconds)).to_string()
}

fn campaign_row(store: &Store, campaign: CampaignId) -> Result<Option<CampaignRow>> {
    Ok(store.campaigns()?.into_iter().find(|row| row.id == campaign))
}

/// The stages that tasks of a campaign have.
pub(super) fn stages(store: &Store, campaign: CampaignId) -> Result<Vec<Stage>> {
    store.stages(campaign)
}

/// One campaign: a row a task, a column a stage.
pub(super) fn campaign(store: &Store, campaign: CampaignId, form: &str, from: Option<i64>, rows: Option<i64>) -> Result<Answer> {
    let Some(row) = campaign_row(store, campaign)? else { return Ok(Answer::missing()) };
    let seq = store.last_event(campaign)?;
    let from = from.and_then(|from| u32::try_from(from).ok()).unwrap_or(0);
    let most = rows.and_then(|rows| usize::try_from(rows).ok()).unwrap_or(ROWS).clamp(1, MOST_ROWS);
    let tasks = store.tasks(campaign, TaskNumber(from), most)?;
    let stages = stages(store, campaign)?;
    let state = state(&row);
    let is_running = state == "running";
    let next = u64::from(from) + most as u64;
    Ok(Answer::page(page(
        &row.name,
        is_running || state == "new",
        html! {
            div data-campaign=(campaign.0) data-seq=(seq) data-live="1" data-state=(state) {
                h1 { (row.name) }
                p { "State: " strong { (state) } ". Folder: " code { (row.folder.display()) } }
                (forms(campaign, form, &state))
                div aria-live="polite" { (totals(store, campaign)?) }
                h2 { "Tasks" }
                form method="post" action={ "/campaign/" (campaign.0) "/more" } {
                    input type="hidden" name="form" value=(form);
                    p {
                        label for="seconds" { "More time for the selected tasks: " }
                        input #seconds name="seconds" value="1h" size="6" required;
                        " " button { "Give it" }
                    }
                    table.tasks {
                        thead { tr {
                            th scope="col" { "task" }
                            @for stage in &stages { th scope="col" { (stage.0) " s" } }
                        } }
                        tbody { @for task in &tasks { (self::row(campaign, task, &stages)) } }
                    }
                }
                p {
                    @if from > 0 { a href={ "/campaign/" (campaign.0) "?from=" (u64::from(from).saturating_sub(most as u64)) "&rows=" (most) } { "previous tasks" } " " }
                    @if next < row.tasks { a href={ "/campaign/" (campaign.0) "?from=" (next) "&rows=" (most) } { "next tasks" } }
                }
                h2 { "Questions" }
                ul.questions {
                    @for view in View::ALL { li { a href={ "/campaign/" (campaign.0) "/view/" (view.name()) } { (view.name()) } ": " (view.about()) } }
                }
            }
        },
    )))
}

fn forms(campaign: CampaignId, form: &str, state: &str) -> Markup {
    let button = |what: &str, text: &str| {
        html! {
            form.inline method="post" action={ "/campaign/" (campaign.0) "/" (what) } {
                input type="hidden" name="form" value=(form);
                button { (text) }
            }
        }
    };
    html! {
        @match state {
            "running" => (button("stop", "Stop")),
            "new" => (button("run", "Start")),
            _ => (button("run", "Go on")),
        }
    }
}

/// What the campaign has come to so far; the script replaces it.
pub(super) fn totals(store: &Store, campaign: CampaignId) -> Result<Markup> {
    let Totals { open, reached, excluded, contradicted } = store.totals(campaign)?;
    let all = open + reached + excluded + contradicted;
    let outcomes = store.outcomes(campaign)?;
    let points = store.progress(campaign)?;
    Ok(html! {
        div #totals {
            p.totals {
                (all) " goals and properties: " span.covered { (reached) " reached or violated" } " " span.unreachable { (excluded) " excluded or holding" } " "
                span.open { (open) " open" }
                @if contradicted > 0 { " " span.violated { (contradicted) " contradicted" } }
            }
            p { "Runs: " @if outcomes.is_empty() { "none" } @for (n, (outcome, count)) in outcomes.iter().enumerate() { @if n > 0 { ", " } (outcome) " " (count) } "." }
            (curve(&points))
        }
    })
}

/// Decided goals over time.
fn curve(points: &[Point]) -> Markup {
    let [_, .., last] = points else { return html! {} };
    let (width, height) = (720.0, 120.0);
    let (end, most) = (last.seconds.max(0.001), last.goals.max(1) as f64);
    let step = points.len().div_ceil(width as usize).max(1);
    let mut line = format!("0,{height} ");
    let mut before = height;
    for point in points.iter().skip(step - 1).step_by(step).chain([last]) {
        let (x, y) = (width * point.seconds / end, height * (1.0 - point.decided as f64 / most));
        line.push_str(&format!("{x:.1},{before:.1} {x:.1},{y:.1} "));
        before = y;
    }
    let label = format!("{} of {} decided after {:.0} s", last.decided, last.goals, last.seconds);
    html! {
        svg.plot viewBox="0 0 720 120" role="img" aria-label=(label) {
            rect.open width="720" height="120" {}
            polygon.covered points={ (line) "720,120 0,120" } {}
        }
        p { (label) }
    }
}

/// The row of a task, as the page and the script have it.
pub(super) fn row(campaign: CampaignId, task: &TaskRow, stages: &[Stage]) -> Markup {
    let number = task.number.0;
    html! {
        tr id={ "task-" (number) } {
            th scope="row" {
                label { input type="checkbox" name="task" value=(number) aria-label={ "select " (task.name) }; }
                " " a href={ "/campaign/" (campaign.0) "/task/" (number) } { (task.name) }
            }
            @for stage in stages {
                @match task.stages.iter().find(|run| run.stage == *stage) {
                    Some(run) => (cell(run)),
                    None => td.idle-cell { @if task.stages.last().is_some_and(|run| run.is_final() || run.stage > *stage) { "–" } @else { "waits" } },
                }
            }
        }
    }
}

/// What a stage came to: a bar that turns where something is violated, and words.
fn cell(run: &StageRun) -> Markup {
    let permille = (run.decided * 1000).checked_div(run.goals).unwrap_or(0);
    let kind = if run.violated > 0 { "bad" } else { "share" };
    html! {
        td {
            @if run.goals > 0 {
                svg.bar viewBox="0 0 1000 1" preserveAspectRatio="none" aria-hidden="true" {
                    rect.idle width="1000" height="1" {}
                    rect.(kind) width=(permille) height="1" {}
                }
                " "
            }
            span class=(if run.violated > 0 { "violated" } else { "" }) { (verdict(run)) }
            @if run.goals > 0 { " " (run.decided) " of " (run.goals) }
        }
    }
}

fn verdict(run: &StageRun) -> String {
    match (&run.verdict, run.outcome.may_go_on()) {
        (Some(verdict), true) => verdict.clone(),
        _ => run.outcome.name().to_owned(),
    }
}

/// One task: its runs and the goals of the last one that has some.
pub(super) fn task(store: &Store, campaign: CampaignId, number: TaskNumber) -> Result<Answer> {
    let Some(row) = campaign_row(store, campaign)? else { return Ok(Answer::missing()) };
    let Some(task) = store.tasks(campaign, number, 1)?.pop() else { return Ok(Answer::missing()) };
    let runs = store.runs(campaign, number)?;
    let best = runs.iter().filter(|run| run.goals > 0).max_by_key(|run| (run.decided, run.stage));
    let goals = best.map_or(Ok(Vec::new()), |run| store.goals(run.run, MOST_GOALS + 1))?;
    let told = best.or(runs.last()).map_or(Ok(None), |run| result(store, run.run))?;
    let mut files = Vec::new();
    for run in &runs {
        files.push(store.artifacts(run.run)?);
    }
    Ok(Answer::page(page(
        &task.name,
        false,
        html! {
            p { a href={ "/campaign/" (campaign.0) } { (row.name) } }
            h1 { (task.name) }
            h2 { "Runs" }
            @if runs.is_empty() { p { "None yet." } }
            @else {
                table.list {
                    thead { tr {
                        @for head in ["stage", "verdict", "reason", "decided", "seconds", "host", "result", "files"] { th scope="col" { (head) } }
                    } }
                    tbody { @for (run, files) in runs.iter().zip(&files) {
                        tr {
                            th scope="row" { (run.stage.0) " s" }
                            td class=(if run.violated > 0 { "violated" } else { "" }) { (verdict(run)) }
                            td { (run.reason.as_deref().unwrap_or_default()) }
                            td { (run.decided) " of " (run.goals) }
                            td { (format!("{:.1}", run.wall_ms as f64 / 1000.0)) }
                            td { (run.host) }
                            td { @if run.goals > 0 { a href={ "/run/" (run.run) "/report/index.html" } { "source, tests, traces" } } }
                            td { @for (name, hash) in files { a href={ "/artifact/" (hash) } { (name) } " " } }
                        }
                    } }
                }
            }
            @if let Some(vacuous) = told.as_ref().and_then(|result| result.vacuous.as_ref()).filter(|vacuous| !vacuous.is_empty()) {
                h2 { "Vacuous" }
                p { "The answer does not depend on these parts of the formula:" }
                ul { @for part in vacuous { li.open { code { (part.part) } } } }
            }
            @for automaton in told.iter().flat_map(|result| result.automata.iter().flatten()) { (states(automaton)) }
            (coverage(&store.coverage_of(campaign, number)?))
            @if !goals.is_empty() { (goal_table(&goals)) }
        },
    )))
}

/// Lines that executions cover within what was analysed, over time: at least, and at most.
fn coverage(points: &[CoveragePoint]) -> Markup {
    let Some(last) = points.last() else { return html! {} };
    let (width, height) = (720.0, 120.0);
    let (end, most) = (last.seconds.max(0.001), last.lines.max(1) as f64);
    let area = |value: fn(&CoveragePoint) -> usize| {
        let (mut line, mut before) = (format!("0,{height} "), height);
        for point in points {
            let (x, y) = (width * point.seconds / end, height * (1.0 - value(point) as f64 / most));
            line.push_str(&format!("{x:.1},{before:.1} {x:.1},{y:.1} "));
            before = y;
        }
        line + "720,120"
    };
    let CoveragePoint { seconds, shares, covered, at_most, lines, .. } = last;
    let label =
        format!("{covered} of {lines} lines are covered by executions within what {shares} analyses have looked at, at most {at_most}, after {seconds:.0} s");
    html! {
        h2 { "Verification coverage" }
        svg.plot viewBox="0 0 720 120" role="img" aria-label=(label) {
            rect.idle width="720" height="120" {}
            polygon.open points={ (area(|point| point.at_most)) } {}
            polygon.covered points={ (area(|point| point.covered)) } {}
        }
        p { (label) }
    }
}

fn goal_table(goals: &[GoalRow]) -> Markup {
    html! {
        h2 { "Goals and properties" }
        @if goals.len() > MOST_GOALS { p { "The first " (MOST_GOALS) ":" } }
        table.list {
            thead { tr { @for head in ["goal", "status", "by", "function", "place", "text"] { th scope="col" { (head) } } } }
            tbody { @for goal in goals.iter().take(MOST_GOALS) {
                tr {
                    th scope="row" { a href={ "/goal/" (goal.lineage) } { (goal.key) } }
                    td class=(class(&goal.status)) { (goal.status) }
                    td { (goal.why) }
                    td { (goal.function) }
                    td { (goal.file) ":" (goal.line) }
                    td { code { (goal.text) } }
                }
            } }
        }
    }
}

fn class(status: &str) -> &'static str {
    match status {
        "covered" => "covered",
        "violated" => "violated",
        "unreachable" | "holds" => "unreachable",
        _ => "open",
    }
}

/// What a run has written, if it is still there.
fn result(store: &Store, run: i64) -> Result<Option<AnalysisResult>> {
    let attempt = store.run(run)?.and_then(|row| row.folder).and_then(|folder| Attempt::read(&folder).ok());
    Ok(attempt.and_then(|attempt| attempt.result))
}

/// A property automaton, with a colour for each state and transition: where no execution comes, the answer says little.
fn states(automaton: &Automaton) -> Markup {
    let colour = |reached: Reached, is_error: bool| match (reached, is_error) {
        (Reached::Reached, _) => "covered",
        (Reached::Unknown, _) => "open",
        // That no error comes is what was asked for.
        (Reached::Never, true) => "unreachable",
        (Reached::Never, false) => "violated",
    };
    let words = |reached: Reached| reached.never().map_or("reached", |never| never);
    html! {
        h2 { "States of " (automaton.name) }
        p { "A property says little of a program whose executions never come to some of its states." }
        table.list {
            thead { tr { @for head in ["state", "executions", "transition", "executions take it"] { th scope="col" { (head) } } } }
            tbody {
                @for state in &automaton.states {
                    @let rows = state.transitions.len().max(1);
                    tr {
                        th scope="row" rowspan=(rows) class=(colour(state.reached, false)) { (state.name) }
                        td rowspan=(rows) class=(colour(state.reached, false)) { (words(state.reached)) }
                        @match state.transitions.first() {
                            Some(first) => (transition(first, colour(first.taken, first.is_error))),
                            None => { td {} td {} }
                        }
                    }
                    @for other in state.transitions.iter().skip(1) { tr { (transition(other, colour(other.taken, other.is_error))) } }
                }
            }
        }
    }
}

fn transition(transition: &AutomatonTransition, colour: &str) -> Markup {
    let taken = transition.taken.never().unwrap_or("yes");
    html! {
        td { code { (transition.text) } }
        td class=(colour) { (taken) @if transition.is_error { " (an error)" } }
    }
}

/// The answer to a question.
pub(super) fn view(store: &Store, campaign: CampaignId, view: View, against: Option<CampaignId>) -> Result<Answer> {
    let Some(row) = campaign_row(store, campaign)? else { return Ok(Answer::missing()) };
    let before = match against {
        Some(against) => Some(against),
        None => store.before(campaign)?,
    };
    let answer = store.view(view, campaign, before)?;
    let compares = matches!(view, View::Regressions | View::Slower);
    let others = if compares { store.campaigns()? } else { Vec::new() };
    Ok(Answer::page(page(
        view.name(),
        false,
        html! {
            p { a href={ "/campaign/" (campaign.0) } { (row.name) } }
            h1 { (view.name()) }
            p { (view.about()) "." }
            @if compares {
                form method="get" {
                    label for="against" { "Held against " }
                    select #against name="against" {
                        @for other in others.iter().filter(|other| other.id != campaign) {
                            option value=(other.id.0) selected[Some(other.id) == before] { (other.name) ", " (time(other.created)) }
                        }
                    }
                    " " button { "Compare" }
                }
                @if before.is_none() { p { "There is no earlier campaign of this name." } }
            }
            (table(&answer))
        },
    )))
}

fn table(table: &Table) -> Markup {
    html! {
        @if table.rows.is_empty() { p { "Nothing." } }
        @else {
            table.list {
                thead { tr { @for head in table.columns.iter().filter(|head| **head != "lineage") { th scope="col" { (head) } } } }
                tbody { @for row in &table.rows {
                    tr { @for (head, cell) in table.columns.iter().zip(row) {
                        @match *head {
                            "lineage" => {},
                            "goal" => td { @match linked(table, row) { Some(lineage) => a href={ "/goal/" (lineage) } { (cell) }, None => (cell) } },
                            "run" => td { a href={ "/run/" (cell) "/report/index.html" } { (cell) } },
                            _ => td { (cell) },
                        }
                    } }
                } }
            }
            @if table.has_more { p { "And more." } }
        }
    }
}

fn linked<'a>(table: &Table, row: &'a [String]) -> Option<&'a str> {
    let at = table.columns.iter().position(|head| *head == "lineage")?;
    row.get(at).map(String::as_str)
}

/// What was told of a goal in all versions of the program.
pub(super) fn history(store: &Store, lineage: &str) -> Result<Answer> {
    let told = store.history(lineage)?;
    if told.rows.is_empty() {
        return Ok(Answer::missing());
    }
    Ok(Answer::page(page(
        "History",
        false,
        html! {
            h1 { "History of " (told.rows[0][4]) }
            p { "All runs that speak of it, in all versions of the program, oldest first." }
            (table(&told))
        },
    )))
}

/// A page of the report of a run.
pub(super) fn report(store: &Store, run: i64, name: &str) -> Result<Answer> {
    let Some(row) = store.run(run)? else { return Ok(Answer::missing()) };
    let Some(folder) = row.folder else { return Ok(Answer::missing()) };
    let Ok(attempt) = Attempt::read(&folder) else { return Ok(Answer::missing()) };
    let Some(result) = attempt.result else { return Ok(Answer::missing()) };
    let root = row.campaign.map(|campaign| campaign_row(store, campaign)).transpose()?.flatten();
    let root = root.and_then(|row| Folder::open(&row.folder).ok()).map(|folder| folder.about.root);
    let file = result_pages::html(&result, &Below(root)).into_iter().find(|file| file.name == name);
    Ok(match file {
        Some(file) if name.ends_with(".css") => Answer::File { kind: "text/css; charset=utf-8", content: file.content.into_bytes() },
        Some(file) => Answer::Page { status: 200, content: file.content },
        None => Answer::missing(),
    })
}

/// Source files below the folder of a campaign's programs, and no others.
struct Below(Option<PathBuf>);

impl Sources for Below {
    fn text(&self, file: &str) -> Option<String> {
        let root = self.0.as_ref()?;
        let path = below(root, &root.join(file))?;
        fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// A file that a run has left.
pub(super) fn artifact(store: &Store, hash: &str) -> Result<Answer> {
    let Some((run, name)) = store.artifact(hash)? else { return Ok(Answer::missing()) };
    let Some(folder) = store.run(run)?.and_then(|row| row.folder) else { return Ok(Answer::missing()) };
    // The name is one that merging has found in the record of the folder.
    let Some(path) = below(&folder, &folder.join(&name)).filter(|_| name != OUTPUT) else { return Ok(Answer::missing()) };
    let is_small = fs::metadata(&path).is_ok_and(|about| about.len() <= MOST_BYTES);
    Ok(match fs::read(&path) {
        Ok(content) if is_small => Answer::Download { name, content },
        _ => Answer::missing(),
    })
}

/// Text as it stands in a form that is shown again.
pub(super) fn note(text: &str) -> Markup {
    html! { p.violated role="alert" { (text) } }
}

/// A text in lines, with a mark below a column.
pub(super) fn marked(line: &str, column: u32) -> Markup {
    html! { pre { (line) "\n" (PreEscaped("&nbsp;".repeat(column.saturating_sub(1) as usize))) "^" } }
}
