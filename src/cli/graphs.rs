//! Abstract reachability graphs at work for `query`: the options, and the file of graphs.

use crate::cli::args::QueryArgs;
use crate::cli::failure::Failure;
use crate::cli::output;
use crate::cli::pipeline::Engines;
use crate::emit::json::Statistics;
use crate::engine::arg::dump::Picture;
use crate::engine::arg::goals::{Gallery, Work};
use crate::engine::arg::{Options, queries};
use crate::engine::sequences::SequenceBoard;
use crate::limits::Stop;
use std::path::PathBuf;

/// What the command line says of this engine.
#[derive(Clone, Debug)]
pub struct Graphs {
    engines: Engines,
    options: Options,
    file: Option<PathBuf>,
}

impl Graphs {
    pub fn new(args: &QueryArgs, engines: &Engines) -> Result<Self, Failure> {
        let mut options = Options::default();
        for letter in args.arg_without.iter().flat_map(|letters| letters.chars()) {
            match letter {
                'B' => options.clean_automata = false,
                'C' => options.propagate_infeasibility = false,
                'D' => options.breadth_first_order = false,
                'E' => options.reuse_graphs = false,
                'F' => options.reuse_predicates = false,
                other => return Err(Failure::Usage(format!("--arg-without knows the letters B to F, not {other:?}"))),
            }
        }
        args.dump_arg.as_deref().map_or(Ok(()), output::check_writable)?;
        Ok(Self { engines: engines.clone(), options, file: args.dump_arg.clone() })
    }

    /// Works on what is open.
    pub fn work(&self, board: &SequenceBoard, stop: &Stop) -> Result<Statistics, Failure> {
        let is_picture = self.file.as_ref().is_some_and(|f| f.extension().is_some_and(|e| e == "dot" || e == "gv"));
        let mut album = self.file.as_ref().map(|_| Album { text: String::new(), is_picture });
        let work = Work { solver: self.engines.solver()?, stop: stop.clone(), options: self.options };
        let gallery: &mut dyn Gallery = match &mut album {
            Some(album) => album,
            None => &mut (),
        };
        let counters = queries::analyse(board, &board.subject().plain, gallery, work);
        if let (Some(file), Some(album)) = (&self.file, album) {
            output::write(file, &album.text)?;
        }
        let counted = [("nodes", counters.nodes), ("nodes_reused", counters.nodes_reused), ("refinements", counters.refinements), ("paths", counters.paths)];
        let counted = counted.into_iter().map(|(name, n)| (name.to_string(), n)).collect();
        Ok(Statistics { engines: [("arg".to_string(), counted)].into(), ..Statistics::default() })
    }
}

/// All graphs, one after the other.
struct Album {
    text: String,
    is_picture: bool,
}

impl Gallery for Album {
    fn graph(&mut self, goal: usize, picture: &Picture<'_>) {
        let graph = if self.is_picture { picture.graphviz() } else { format!("query.{}\n{}", goal + 1, picture.text()) };
        self.text.push_str(&graph);
    }
}
