package ask

import (
	"runtime"
	"time"

	"qmsat/encode/residual"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/frontier"
)

const (
	// The first engine runs alone for this long. Most puzzles take far less.
	countDelay = 50 * time.Millisecond
	fewDelay   = 5 * time.Millisecond
	// aloneShare is how many times as long it runs alone where both engines share one processor, as in WebAssembly.
	aloneShare = 20
	// fewSolutions is the largest limit for which a SAT solver searches beside native.
	fewSolutions = 16
)

// beside returns the name of the engine that races native, or "". Full counts go to engines that count without listing. On
// formulas residual counts more than frontier, and faster: a random 3-CNF of 50 variables and 150 clauses takes residual 0.2 s,
// native 1.6 s and frontier more than a minute.
func beside(m *model.Model, limit uint64) string {
	_, others := model.Take[*model.Rule](m.Constraints)
	switch {
	case limit > fewSolutions:
		return ""
	case limit > 0:
		return "gini"
	case m.Propositional() && len(others) == 0:
		return residual.Name
	}
	return frontier.Name
}

// raceDelay returns how long native runs alone.
func raceDelay(limit uint64) time.Duration {
	delay := countDelay
	if limit > 0 {
		delay = fewDelay
	}
	if runtime.GOMAXPROCS(0) == 1 {
		delay *= aloneShare
	}
	return delay
}

// raced returns a session in which the engine that suits a limit runs beside the first, if it may; nil: it may.
func raced(first engine.Session, m *model.Model, limit uint64, patience time.Duration, may func(*engine.Engine) bool) engine.Session {
	second, err := engine.Lookup(beside(m, limit))
	if err != nil || may != nil && !may(second) {
		return first
	}
	return engine.Race(first, second, m, raceDelay(limit), patience)
}

// unrelatedTo returns the name of an engine that is unrelated to another one. If the result has too many solutions for a list, the
// engine counts without listing.
func unrelatedTo(of *engine.Engine, result engine.Result) string {
	switch e, err := engine.Lookup(residual.Name); {
	case err == nil && e.Unrelated(of):
		return e.Name
	case result.Unlisted:
		return frontier.Name
	}
	return "native"
}
