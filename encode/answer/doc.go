// Package answer reads what solvers and model counters answer, and the exported files that say what it means; and it writes answers as
// solvers do.
//
//	Exported   an exported file: DIMACS, OPB or LP
//	Answer     what a SAT solver, a pseudo-Boolean solver, a solver of integer programs or a model counter said
//
// Start reading with decode.go; decodeprogram.go, programanswer.go and answer.go follow.
package answer
