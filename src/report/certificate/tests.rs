use super::report::{Answer, Answers, ProofReport};
use super::write::{About, ProofError, ProofFolder};
use super::{Claimed, read};
use engine::board::{Board, LostRuns};
use engine::certificate::{Certificate, CertificateSink, Shows};
use engine::status::{Proof, ProofMethod};
use goto::{DataModel, GoalId, Id};
use std::fs;
use std::path::Path;
use std::sync::Arc;

const PROGRAM: &str = r#"
goto lp64 start main
file file0 "a.c"
goal g0 branch_goal "main.branch.0.true" main "x" @0:2:7
goal g1 branch_goal "main.branch.0.false" main "x" @0:2:7
function main: fn() -> void @0:2:1 {
  0: COVER g0 true
  1: COVER g1 true
  2: HALT exit
}
"#;

const FORWARD: Proof = Proof { method: ProofMethod::ForwardCondition, k: Some(3) };

fn about(folder: &Path) -> About {
    let file = folder.join("a.c");
    fs::write(&file, "int main(void) {\n  if (x) ;\n}\n").unwrap();
    About { files: vec![file], entry: "main".into(), model: DataModel::Lp64, asked: vec!["branch".into()] }
}

fn certificate() -> Certificate {
    let check = "(push 1)\n(assert false)\n(check-sat)\n(pop 1)\n";
    let shows = vec![Shows::NothingIsCut, Shows::Excluded(GoalId::new(0).into()), Shows::Excluded(GoalId::new(1).into())];
    Certificate { proof: FORWARD, script: format!("(set-logic QF_BV)\n{}", check.repeat(3)), shows }
}

#[test]
fn the_folder_is_valid_at_every_moment_and_ends_with_the_claims_of_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let program = goto::parse::parse(PROGRAM).unwrap();
    let mut proof = ProofFolder::create(&path, &about(folder.path())).unwrap();
    assert_eq!(read::read(&path).unwrap().proofs.scripts.len(), 0);
    proof.certificate(&program, &certificate()).unwrap();
    let during = read::read(&path).unwrap();
    assert_eq!((during.proofs.claims.len(), during.proofs.finished), (2, false));
    // Of the two goals the board closes one, and a third proof comes without a certificate.
    let board = Board::new(Arc::new(program.clone()), None, LostRuns::Count);
    board.exclude(GoalId::new(1), FORWARD);
    board.exclude(GoalId::new(0), Proof { method: ProofMethod::KInduction, k: Some(1) });
    proof.finish(Some(&board)).unwrap();
    let claims = read::read(&path).unwrap().proofs.claims;
    let found: Vec<_> = claims.iter().map(|c| (c.target.id.as_str(), c.status, c.rests_on.as_ref().map(|r| r.check))).collect();
    assert_eq!(found, [("main.branch.0.true", Claimed::Unreachable, None), ("main.branch.0.false", Claimed::Unreachable, Some(3))]);
    // What comes too late is not taken.
    proof.certificate(&program, &certificate()).unwrap();
    assert_eq!(read::read(&path).unwrap().proofs.scripts.len(), 1);
    assert_eq!(fs::read_dir(&path).unwrap().count(), 2);
    fs::write(folder.path().join("a.c"), "int main(void) {}\n").unwrap();
    assert_eq!(read::read(&path).unwrap().changed_sources.len(), 1);
}

#[test]
fn a_former_proof_is_replaced_and_foreign_files_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let about = about(folder.path());
    let program = goto::parse::parse(PROGRAM).unwrap();
    ProofFolder::create(&path, &about).unwrap().certificate(&program, &certificate()).unwrap();
    ProofFolder::create(&path, &about).unwrap();
    assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    fs::write(path.join("proof-x.smt2"), "precious").unwrap();
    let error = ProofFolder::create(&path, &about).err();
    assert!(matches!(&error, Some(ProofError::Foreign { found, .. }) if found == "proof-x.smt2"), "{error:?}");
}

#[test]
fn every_solver_has_to_say_so_and_one_that_contradicts_is_enough() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let program = goto::parse::parse(PROGRAM).unwrap();
    ProofFolder::create(&path, &about(folder.path())).unwrap().certificate(&program, &certificate()).unwrap();
    let proofs = read::read(&path).unwrap().proofs;
    let last_line = |answers: &[[Answer; 3]]| {
        let answers: Vec<Answers> = answers.iter().map(|a| Answers { solver: "s".into(), scripts: vec![a.to_vec()], wall_s: 0.0 }).collect();
        let text = ProofReport::new(&proofs, &answers, |_, check| check == 2).text(true);
        text.replace("\nVERDICT:", "").trim_end().to_string()
    };
    let (yes, no, open) = (|| Answer::Unsat, || Answer::Sat, || Answer::Undecided("late".into()));
    assert_eq!(last_line(&[[yes(), yes(), yes()]]), "CHECKED: 2  FAILED: 0  UNKNOWN: 0 true");
    assert_eq!(last_line(&[[yes(), yes(), yes()], [yes(), open(), yes()]]), "CHECKED: 1  FAILED: 0  UNKNOWN: 1 unknown(s: late)");
    assert_eq!(last_line(&[[yes(), yes(), open()], [yes(), yes(), no()]]), "CHECKED: 1  FAILED: 1  UNKNOWN: 0 false");
    // What all proofs rest on.
    assert_eq!(last_line(&[[no(), yes(), yes()]]), "CHECKED: 0  FAILED: 2  UNKNOWN: 0 false");
    assert_eq!(last_line(&[[open(), yes(), yes()]]), "CHECKED: 0  FAILED: 0  UNKNOWN: 2 unknown(s: late)");
    let text = ProofReport::new(&proofs, &[], |_, check| check == 2).text(false);
    assert!(text.contains("\nof 1 claims nothing was left to ask"), "{text}");
    assert_eq!(last_line(&[]), "CHECKED: 0  FAILED: 0  UNKNOWN: 2 unknown(no solver was asked)");
}
