/* Clauses of contracts say nothing to compilers. */
#ifndef __CPROVER_requires
#define __CPROVER_requires(...)
#endif
#ifndef __CPROVER_ensures
#define __CPROVER_ensures(...)
#endif
#ifndef __CPROVER_assigns
#define __CPROVER_assigns(...)
#endif
#ifndef __CPROVER_frees
#define __CPROVER_frees(...)
#endif
#ifndef __CPROVER_loop_invariant
#define __CPROVER_loop_invariant(...)
#endif
#ifndef __CPROVER_decreases
#define __CPROVER_decreases(...)
#endif
#ifndef __ESBMC_requires
#define __ESBMC_requires(...)
#endif
#ifndef __ESBMC_ensures
#define __ESBMC_ensures(...)
#endif
#ifndef __ESBMC_assigns
#define __ESBMC_assigns(...)
#endif
#ifndef __ESBMC_loop_invariant
#define __ESBMC_loop_invariant(...)
#endif
#ifndef __ESBMC_loop_assigns
#define __ESBMC_loop_assigns(...)
#endif
#ifndef __ESBMC_loop_decreases
#define __ESBMC_loop_decreases(...)
#endif
#ifndef __ESBMC_decreases
#define __ESBMC_decreases(...)
#endif
