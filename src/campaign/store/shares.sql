-- Form 2. Tasks that are shares of the paths of another one: what was divided is the task itself (root) or a share (parent).
CREATE TABLE share(campaign INTEGER NOT NULL REFERENCES campaign, number INTEGER NOT NULL, root INTEGER NOT NULL, parent INTEGER NOT NULL, title TEXT NOT NULL,
  PRIMARY KEY(campaign, number)) WITHOUT ROWID;
-- Verification coverage within what a run has analysed. status: 0 no path there was analysed, 1 no execution passes it, 2 nobody knows, 3 an execution passes it.
CREATE TABLE line(run INTEGER NOT NULL REFERENCES run, file TEXT NOT NULL, line INTEGER NOT NULL, status INTEGER NOT NULL, PRIMARY KEY(run, file, line)) WITHOUT ROWID;
