package compare

import (
	"context"
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

// Beside returns the name of the engine that races native, or "". Full counts go to engines that count without listing. On
// formulas residual counts more than frontier, and faster: a random 3-CNF of 50 variables and 150 clauses takes residual 0.2 s,
// native 1.6 s and frontier more than a minute.
func Beside(m *model.Model, limit uint64) string {
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

// RaceDelay returns how long native runs alone.
func RaceDelay(limit uint64) time.Duration {
	delay := countDelay
	if limit > 0 {
		delay = fewDelay
	}
	if runtime.GOMAXPROCS(0) == 1 {
		delay *= aloneShare
	}
	return delay
}

// OpenRaced opens native on a model, with the engine beside it that suits a limit, 0 for none. Answers of the second engine are taken
// at once, although the first one might find other solutions.
func OpenRaced(ctx context.Context, m *model.Model, limit uint64) (engine.Session, error) {
	first, err := engine.Open(ctx, "native", m, nil)
	if err != nil {
		return nil, err
	}
	second, err := engine.Lookup(Beside(m, limit))
	if err != nil {
		return first, nil
	}
	return engine.Race(first, second, m, RaceDelay(limit), 0), nil
}

// UnrelatedTo returns the name of an engine that is unrelated to another one. If the result has too many solutions for a list, the
// engine counts without listing.
func UnrelatedTo(of *engine.Engine, result engine.Result) string {
	switch e, err := engine.Lookup(residual.Name); {
	case err == nil && e.Unrelated(of):
		return e.Name
	case result.Unlisted:
		return frontier.Name
	}
	return "native"
}
