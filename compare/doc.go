// Package compare runs several engines on the same puzzles, side by side: do they agree, and how fast is each.
//
//	type        meaning
//	Contender   an engine with its options
//	Config      the model, the contenders, limits
//	Report      a row per contender and the disagreements
//	Failure     one puzzle on which a contender was caught
//
// Each solution of each contender is checked against the model and the givens, each is looked for twice, and counts and
// solution sets are held against each other. Checking happens outside the time that is measured.
//
// It knows engines only by their contract, qmsat/model/engine; who needs some imports the packages that register them.
package compare
