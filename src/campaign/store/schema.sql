-- The database of results, form 1. Rows that many results have in common are found by their unique texts, so that merging twice is merging once, in any order.
CREATE TABLE tool(id INTEGER PRIMARY KEY, build TEXT NOT NULL UNIQUE, name TEXT NOT NULL, version TEXT NOT NULL);

-- hash: of the preprocessed text, the entry and all options that change what the program means. The same text under two names is two programs, with a history each.
CREATE TABLE program(id INTEGER PRIMARY KEY, hash TEXT NOT NULL, name TEXT NOT NULL, files TEXT NOT NULL, entry TEXT NOT NULL, data_model TEXT NOT NULL, UNIQUE(hash, name));

-- key: the id in the campaign's folder.
CREATE TABLE campaign(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, folder TEXT NOT NULL, created INTEGER NOT NULL, state TEXT NOT NULL);

-- key: hash of the command line without limits.
CREATE TABLE task(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL, program TEXT NOT NULL, command TEXT NOT NULL, argv TEXT NOT NULL);

CREATE TABLE wanted(campaign INTEGER NOT NULL REFERENCES campaign, number INTEGER NOT NULL, task INTEGER NOT NULL REFERENCES task, PRIMARY KEY(campaign, number)) WITHOUT ROWID;
CREATE TABLE stage(campaign INTEGER NOT NULL REFERENCES campaign, seconds INTEGER NOT NULL, PRIMARY KEY(campaign, seconds)) WITHOUT ROWID;

-- campaign, number and stage are null where a command wrote its result by itself. decided, goals: of this run alone.
CREATE TABLE run(
  id INTEGER PRIMARY KEY, task INTEGER NOT NULL REFERENCES task, tool INTEGER NOT NULL REFERENCES tool, program INTEGER REFERENCES program,
  campaign INTEGER REFERENCES campaign, number INTEGER, stage INTEGER, attempt TEXT NOT NULL UNIQUE, engine TEXT NOT NULL, engine_id TEXT, host TEXT NOT NULL,
  started INTEGER NOT NULL, wall_ms INTEGER NOT NULL, cpu_ms INTEGER NOT NULL, memory_kb INTEGER NOT NULL, exit INTEGER, outcome TEXT NOT NULL,
  verdict TEXT, reason TEXT, goals INTEGER NOT NULL, decided INTEGER NOT NULL, violated INTEGER NOT NULL, folder TEXT, result TEXT NOT NULL UNIQUE);
CREATE INDEX run_task ON run(task, campaign, stage);
CREATE INDEX run_campaign ON run(campaign, number, stage);

-- asked: "goals" of criteria, "properties", or the hash of a query or formula: what else has the same id may be something else.
-- seen: which statuses runs have told, as bits: 1 open, 2 reached (covered, violated), 4 excluded (unreachable, holds). lineage: the same for the same thing in another version.
CREATE TABLE goal(
  id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program, asked TEXT NOT NULL, key TEXT NOT NULL, lineage TEXT NOT NULL, kind TEXT NOT NULL, function TEXT NOT NULL,
  file TEXT NOT NULL, line INTEGER NOT NULL, col INTEGER NOT NULL, text TEXT NOT NULL, seen INTEGER NOT NULL,
  UNIQUE(program, asked, key, line, col));
CREATE INDEX goal_lineage ON goal(lineage);
CREATE INDEX goal_conflict ON goal(id) WHERE seen & 6 = 6;

CREATE TABLE finding(
  run INTEGER NOT NULL REFERENCES run, goal INTEGER NOT NULL REFERENCES goal, status TEXT NOT NULL, method TEXT, k INTEGER, engine TEXT, at REAL, reason TEXT,
  test TEXT, PRIMARY KEY(run, goal)) WITHOUT ROWID;
CREATE INDEX finding_goal ON finding(goal, run);

-- What a campaign knows of a goal: seen as above; where a run has decided it, the shortest stage, and of those the first engine by name.
CREATE TABLE standing(
  campaign INTEGER NOT NULL REFERENCES campaign, goal INTEGER NOT NULL REFERENCES goal, lineage TEXT NOT NULL, seen INTEGER NOT NULL,
  stage INTEGER NOT NULL, engine TEXT NOT NULL, PRIMARY KEY(campaign, goal)) WITHOUT ROWID;
CREATE INDEX standing_seen ON standing(campaign, seen, lineage);
CREATE INDEX standing_lineage ON standing(lineage, campaign, seen);
-- How many goals have each standing.
CREATE TABLE tally(
  campaign INTEGER NOT NULL REFERENCES campaign, seen INTEGER NOT NULL, stage INTEGER NOT NULL, engine TEXT NOT NULL, goals INTEGER NOT NULL,
  PRIMARY KEY(campaign, seen, stage, engine)) WITHOUT ROWID;

CREATE TABLE test(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program, hash TEXT NOT NULL, inputs TEXT NOT NULL, UNIQUE(program, hash));
CREATE TABLE covers(test INTEGER NOT NULL REFERENCES test, goal INTEGER NOT NULL REFERENCES goal, PRIMARY KEY(test, goal)) WITHOUT ROWID;

-- What proofs rest on: a run that used a contract.
CREATE TABLE uses(run INTEGER NOT NULL REFERENCES run, contract TEXT NOT NULL, PRIMARY KEY(run, contract)) WITHOUT ROWID;

CREATE TABLE artifact(run INTEGER NOT NULL REFERENCES run, name TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY(run, name)) WITHOUT ROWID;
CREATE INDEX artifact_hash ON artifact(hash);

CREATE TABLE event(seq INTEGER PRIMARY KEY AUTOINCREMENT, campaign INTEGER NOT NULL REFERENCES campaign, time INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX event_campaign ON event(campaign, seq);
