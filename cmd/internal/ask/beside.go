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

// beside returns the name of the engine that races native, or "". Full counts go to engines that count without listing. Formulas go
// to residual, and no engine races it: of ten formulas, made of models and random, native finished two within 11 s of processor
// time, and took five times as long; residual took 0.3 to 2 s. A race costs twice what its winner needs.
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

// suit makes residual search for all solutions of a formula if no engine was asked for.
func (q *Searching) suit(m *model.Model, limit uint64) {
	if q.By.Alone || q.By.Open != nil || m.Objective != nil || beside(m, limit) != residual.Name {
		return
	}
	if e, err := engine.Lookup(residual.Name); err == nil && (q.beside == nil || q.beside(e)) {
		q.first, q.suited = q.By, true
		q.By.Chosen = engine.Chosen{Engine: e, Options: defaults(e)}
	}
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
