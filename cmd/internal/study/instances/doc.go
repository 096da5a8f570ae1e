// Package instances makes benchmark instances with known answers: quasi-magic puzzles from a seed, satisfiable or not, in levels
// of difficulty.
//
//	Family    the order of the boxes, Δ, the status, the level
//	Instance  a puzzle with its answer
//	Known     what engines found out about it: a count, a refutation, the conflicts of solvers
//
// A puzzle depends on its seed and on facts alone, never on times, on solvers or on the machine: [Family.Make].
package instances
