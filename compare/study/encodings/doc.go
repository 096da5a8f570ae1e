// Package encodings measures which encoding suits which solver, for which task.
//
//	Family     instances of one sort, from files or seeds, with their tasks
//	Solver     a SAT solver or model counter: an engine, and how its version is asked
//	Pair       a solver with a task on a family
//	Record     a formula (sizes, strength of propagation), or a run on a formula
//	Store      a file of records: a record a line, one process at a time
//	Part       a piece of the plan: the runs of a family in one of two steps
//	Results    all records of a file, with what follows: PAR-2, ratios, the virtual best, the choice
//
// The design. "The default" below is extended/pairwise/auto, the default when the study began. A contender is an encoding; its
// factors are the encodings of cells, of at-most-one, of sums and of rules, and whether implied constraints are added. The whole
// product is too large, so a rule chooses what runs:
//
//  1. The instances of a family are split by the FNV-1a hash (32 bits) of their names: even ones are for choosing (tune), odd
//     ones are kept.
//  2. Step 1 runs, on the tune half, the default encoding, and each encoding that differs from it in one factor. A level that
//     writes the default's formulas for all instances is left out. Contenders with equal formulas are run once. The scouts, which
//     are gini, cadical and minisat, run all levels. Any other solver runs, beside the default, the levels whose ratio to the
//     default, of times or of conflicts, is below 1 with a scout; all levels of a task that no scout has run.
//  3. For each family, task and solver, a level is promising if its ratio to the default, of PAR-2 times or of conflicts, has an
//     interval of level [compare.Confidence] wholly below 1. Step 2 combines, in full, the two best promising levels of each
//     factor, by time, with the default's, on the tune half.
//  4. The contender with the lowest ratio of times wins, if its interval lies wholly below 1. It and the default run on the kept
//     half, which says whether it is better. The encoding that the program chooses by itself for that solver ([encode.Resolve])
//     runs there, too, before the combinations.
//
// Times are processor times: of a command, or of a run in an open session of this process. There, the formula is made and loaded
// before, unless the solver loads it for each run (gophersat), or it depends on the givens (optimized cells). A run without an
// answer counts twice the longest limit of its instance and task (PAR-2, as in the SAT competitions). A ratio is the geometric mean
// over the instances that one of the two answered, paired by instance; a run without an answer counts twice its own limit there. If
// its interval holds 1, the two cannot be told apart.
package encodings
