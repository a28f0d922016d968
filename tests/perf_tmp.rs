use gotcha::c::{LoadOptions, load};
use gotcha::instrument::{Criterion, instrument};
use gotcha::limits::Stop;
use gotcha::symex::{Bound, Session};
use gotcha::term::TermPool;
#[test]
fn perf() {
    for f in std::env::var("FILES").unwrap().split(' ') {
        let k: u32 = std::env::var("K").unwrap_or("4".into()).parse().unwrap();
        let t = std::time::Instant::now();
        let l = match load(&[f.into()], &LoadOptions::default()) {
            Ok(l) => l,
            Err(e) => {
                eprintln!("{f}: {e:?}");
                continue;
            }
        };
        let mut p = l.program;
        instrument(&mut p, &[Criterion::Branch]);
        let tl = t.elapsed();
        let mut pool = TermPool::new();
        let mut s = Session::new();
        let t = std::time::Instant::now();
        let stop = Stop::new(Some(t + std::time::Duration::from_secs(20)));
        let u = s.unroll(&p, &mut pool, &Bound { k, max_steps: 100_000_000, per_loop: Default::default() }, &stop);
        let mut cuts: std::collections::BTreeMap<String, usize> = Default::default();
        for c in &u.cuts {
            *cuts.entry(format!("{:?}@{}", c.reason, c.loc.line)).or_default() += 1;
        }
        let mut c: Vec<String> = cuts.iter().map(|(a, b)| format!("{a}x{b}")).collect();
        c.truncate(8);
        eprintln!(
            "{} load {:.2}s unroll {:.2}s steps {} pool {} goals {}/{} ind {} approx {} inputs {} cuts {} {:?}",
            f.rsplit('/').next().unwrap(),
            tl.as_secs_f64(),
            t.elapsed().as_secs_f64(),
            u.steps,
            pool.len(),
            u.goals.len(),
            p.goals.len(),
            u.indeterminate.len(),
            u.approximate.len(),
            u.inputs.len(),
            u.cuts.len(),
            c
        );
    }
}
