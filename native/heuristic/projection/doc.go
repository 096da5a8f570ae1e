// Package projection is the engine `projection`: alternating projections in the sense of Elser's difference map. They find a
// solution or nothing, and prove nothing.
//
// A point has a coordinate for each variable and value. A set consists of constraints that share no variable. Its points have
// coordinates 0 and 1, and projecting onto it is easy. A solution is a point in all sets. For Sudoku there are four: each value
// once in each column, row and box, and one value in each cell. A map moves a point by projections and reflections, until the
// point shows a solution.
//
//	type     meaning
//	space    a model as coordinates and sets
//	set      constraints that share no variable: lines, with exactly one 1 each, and tables of patterns
//	search   a moving point, with a scheme
//	scheme   a map from point to point; one for each published variant
//
// Source: Schaad, "Modeling the 8-queens problem and Sudoku using an algorithm based on projections onto nonconvex sets", thesis,
// University of British Columbia, 2010; Elser, Rankenburg, Thibault, "Searching with iterated maps", PNAS 104 (2007).
package projection
