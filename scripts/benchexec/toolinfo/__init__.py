"""BenchExec's view of gotcha: `tool="toolinfo.gotcha"` with this folder's parent on PYTHONPATH."""
