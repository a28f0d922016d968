-- Form 3. Functions that a run held against their contracts. contract: name, program and hash of its text, as of the table uses.
CREATE TABLE contract(run INTEGER NOT NULL REFERENCES run, contract TEXT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY(run, contract)) WITHOUT ROWID;
CREATE INDEX contract_verdict ON contract(contract, verdict);
