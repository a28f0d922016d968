"""Random C programs with inputs. One seed, one program.

Programs are free of undefined behaviour if they are generated so (`Traits.defined`), except that signed arithmetic wraps around. They read inputs with
`__VERIFIER_nondet_TYPE` and tell results with `observe(unsigned long long)`, which they do not define.

| module | what |
|---|---|
| `types` | the types that programs use |
| `scope` | variables, and what can be named where |
| `expressions` | expressions without side effects |
| `library` | statements that call library functions |
| `hazards` | statements with possibly undefined behaviour |
| `statements` | all other statements |
| `program` | declarations, functions, `main` |
| `loops` | programs of another kind, for inductive proofs: few inputs, many loops |
"""

from oracle.generator.program import Program, Traits

__all__ = ["Program", "Traits"]
