// Package compare runs several engines on the same puzzles: it checks that they agree, and measures how fast each is.
//
//	type         meaning
//	Contender    an engine with its options
//	Config       the model, the contenders, limits, rounds, the seed of the order
//	Report       a row per contender and the disagreements
//	Row          what a contender did: an Outcome per puzzle, with the time of each round
//	Failure      a puzzle on which a contender was wrong, or crashed
//	Claim        how much was compared, so what an absence of failures means
//	Summary      the median time of a contender, with its interval
//	Ratio        the times of two contenders, pair by pair
//	Environment  machine, Go version, commit, command line and date of a result
//	SuiteResult  reports on several sets of puzzles
//
// Each solution of each contender is checked against the model and the givens. Lists are checked for repetitions. Counts and
// solution sets are compared with each other. Checks are not part of the measured time. Engines that may fail need only
// find valid solutions; no counts are compared with theirs.
//
// It runs engines only through their contract, qmsat/model/engine; callers import the packages that register them. Only suite.go names
// an engine's package: it measures formulas by qmsat/encode/sat.
//
// Read compare.go first, which runs engines, then judge.go, which judges their runs by the solutions that solutions.go keeps.
// report.go and claim.go say what came out, and statistics.go has the statistics. contender.go opens sessions, and suite.go runs sets.
// sidebyside.go races contenders on one puzzle, and candidates.go counts by value. compare_test.go holds that engines of
// qmsat/model/engine/enginetest that lie are caught (TestLiarsAreCaught).
//
//	report, report/plot  prints comparisons: text, JSON, pages with plots
//	table, show          prints lists of any structures; figures for people
//	crosscheck           runs random models, and shrinks a case in which engines disagree
//	rules                proves and mines rules of quasi-magic Sudoku
//	certificate          engines that write certificates and check them; the formats are in qmsat/encode/proof
//	minizinc             runs FlatZinc files for MiniZinc
//
// Sets of puzzles are in testdata/suite.yaml.
package compare
