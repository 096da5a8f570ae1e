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
// It uses engines only through their contract, qmsat/model/engine; callers import the packages that register them. compare.go
// runs engines, judge.go judges their runs by the solutions that solutions.go keeps, statistics.go has the statistics. suite.go
// runs sets, contender.go turns panics into errors, report.go and claim.go say what came out, candidates.go counts by value. Package
// report prints.
package compare
