// Package projection is the engine `projection`: alternating projections in the sense of Elser's difference map, which find a
// solution or none, and prove nothing.
//
// A point has a coordinate for each variable and value. Constraints that share no variable form a set, of points with 0 and 1 only,
// on which projecting is easy; a solution is a point of all sets. For Sudoku these are: each value once in each column; in each row; in
// each box; each cell one value. A map moves a point, by projections and reflections, until what it shows is a solution.
//
//	type     meaning
//	space    a model as coordinates and sets
//	set      constraints that share no variable: lines, with one 1 in each, and tables of patterns
//	search   a point on its way, with a scheme
//	scheme   a map from point to point; one for each way that papers have
//
// Source: Schaad, "Modeling the 8-queens problem and Sudoku using an algorithm based on projections onto nonconvex sets", thesis,
// University of British Columbia, 2010; Elser, Rankenburg, Thibault, "Searching with iterated maps", PNAS 104 (2007).
package projection
