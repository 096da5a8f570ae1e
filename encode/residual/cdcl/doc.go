// Package cdcl lists all models of clauses by a search that learns from conflicts. It blocks nothing: after a solution it goes back
// to the last decision and takes the negation, which counts as decided too. Everything below the levels up to the floor is listed
// but for what the present values allow. So conflicts above the floor teach a clause, as in any CDCL solver; at the floor the search
// goes back by one level (Gebser, Kaufmann, Neumann, Schaub, Conflict-driven answer set enumeration, 2007). A literal that is implied
// below the floor becomes true at the floor, and is asserted again as the floor sinks (Nadel, Ryvchin, Chronological backtracking,
// 2018; Möhle, Biere, Combining conflict-driven clause learning and chronological backtracking for propositional model counting, 2019).
// Outputs are decided before everything else, so no two models with the same outputs are found (Gebser, Kaufmann, Schaub, Solution
// enumeration for projected Boolean search problems, 2009).
//
// Read search.go first, then solver.go and branch.go.
//
//	file         idea
//	search.go    the enumeration: runs, the floor, restarts
//	solver.go    the assignment and unit propagation
//	groups.go    clauses of which exactly one literal is true
//	analyze.go   what a conflict teaches
//	store.go     which learned clauses are kept, and clauses required between runs
//	branch.go    what to decide next
//	memo.go      what was found, repeated where the same is left
//	formula.go   clauses in memory
//	literal.go   literals
package cdcl
