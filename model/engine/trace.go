package engine

import "qmsat/model"

// Tracer is a session that can tell what its runs do.
type Tracer interface {
	Session
	// Trace makes all runs call see with each step. Call it before the first run. It makes runs slower; without it tracing costs
	// nothing.
	Trace(see func(TraceStep))
}

// TraceStep is a step of a search.
type TraceStep struct {
	Type  string // one of the constants
	Depth int    // decisions in force
	// Of decide, fix and prune. A decision for several values has the first one here, and all in By.
	Var   model.Var
	Value int
	By    string // of fix, prune and fail: the constraint or the method
}

// The types of steps.
const (
	TraceDecide   = "decide"   // a value is tried
	TraceFix      = "fix"      // a variable has only this value left
	TracePrune    = "prune"    // a variable loses a value, and has several left
	TraceFail     = "fail"     // no solution is left, so the search goes back
	TraceSolution = "solution" // all variables are fixed
	TraceRestart  = "restart"  // the search begins anew, and keeps what it refuted
)

// TraceRefuted is By of steps whose values the search has tried.
const TraceRefuted = "search"
