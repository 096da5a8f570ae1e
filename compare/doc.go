// Package compare runs several engines on the same puzzles, side by side: do they agree, and how fast is each.
//
//	type         meaning
//	Contender    an engine with its options
//	Config       the model, the contenders, limits, rounds, the seed of the order
//	Report       a row per contender and the disagreements
//	Row          what a contender did: an Outcome per puzzle, with the time of each round
//	Failure      one puzzle on which a contender was caught, or failed
//	Claim        how much was compared: what an absence of failures is worth
//	Summary      the median time of a contender, with its interval
//	Ratio        the times of two contenders, pair by pair
//	Environment  machine, Go version, commit, command line and date of a result
//	SuiteResult  reports on several sets of puzzles
//
// Each solution of each contender is checked against the model and the givens, lists are checked for repetitions, and counts and
// solution sets are held against each other. Checking happens outside the time that is measured. Engines that may fail are held
// to valid solutions: nobody is compared with them.
//
// It knows engines only by their contract, qmsat/model/engine; who needs some imports the packages that register them.
// Running is in compare.go, judging in judge.go over the solutions that solutions.go keeps, statistics in statistics.go; what is
// printed is the command's.
package compare
