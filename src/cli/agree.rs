//! `gotcha agree`: the unrolling held against the interpreter, on the user's program.

use crate::cli::analysis::Session;
use crate::cli::args::AgreeArgs;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::pipeline::{self, Aim};
use crate::cli::request;
use crate::cli::supervise::{self, Ended};
use engine::agree;

/// Runs the command. The answer is the exit status.
pub(super) fn agree(args: &AgreeArgs, session: &Session) -> Result<u8, Failure> {
    let request = request::program(&args.program, None)?;
    let stop = supervise::stop_for(session.start, args.timeout);
    let work = {
        let (stop, k, models, seed) = (stop.clone(), args.unwind, args.models, args.seed);
        move || {
            let mut loaded = pipeline::compile(&request)?;
            pipeline::instrument(&mut loaded, &Aim::Verify(Vec::new()));
            pipeline::tidy(&mut loaded.program);
            Ok::<_, Failure>(agree::agree(&mut loaded.program, &loaded.missing, k, models, seed, &stop))
        }
    };
    match supervise::run(&stop, None, &mut || (), work).map_err(|e| Failure::Defect(e.to_string().into()))? {
        Ended::Finished(Ok(Ok(sum))) => {
            let note = if sum.approximate { " (the terms are approximate)" } else { "" };
            let cuts: String = sum.cuts.iter().map(|c| format!("cut: {c}\n")).collect();
            output::print(&format!("{cuts}AGREES: {} whole runs, {} cut, {} values{note}\n", sum.whole, sum.cut, sum.values))?;
            Ok(0)
        }
        Ended::Finished(Ok(Err(disagreement))) => {
            output::print(&format!("DIFFERS: {disagreement}\n"))?;
            Ok(10)
        }
        Ended::Finished(Err(failure)) => Err(failure),
        Ended::Panicked(said) => Err(Failure::Defect(session.defect(&said))),
        Ended::Abandoned => supervise::leave(20),
    }
}
