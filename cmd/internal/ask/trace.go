package ask

import (
	"context"
	"errors"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

func init() { register(Method{Name: "trace", Summary: "the steps of a search, to be replayed"}, trace) }

type traceRequest struct {
	encodedRequest        // the encoding is for gophersat
	Engine         string `json:"engine" names:"native,gophersat" note:"gophersat uses the encoding"`
	Most           int    `json:"most" value:"10000" least:"0" most:"10000" note:"steps"`
}

// traceEvent is a step of a search: see [engine.TraceStep]; learn is of clause learning.
type traceEvent struct {
	Type     string   `json:"type"`
	Depth    int      `json:"depth"`
	Cell     string   `json:"cell,omitempty"`
	Value    *int     `json:"value,omitempty"`
	By       string   `json:"by,omitempty"`
	Clause   []string `json:"clause,omitempty"` // that was learnt
	Conflict int      `json:"conflict,omitempty"`
}

type traceAnswer struct {
	Events     []traceEvent   `json:"events"`
	Nodes      int64          `json:"nodes"`      // values tried; of gophersat decisions
	Backtracks int64          `json:"backtracks"` // states without a solution; of gophersat conflicts
	ByRule     map[string]int `json:"byRule"`     // values removed by each constraint
	Truncated  bool           `json:"truncated"`  // the search went on: all numbers are of the steps so far
	Count      string         `json:"count"`
}

var errTraced = errors.New("the trace has as many steps as it may")

func trace(ctx context.Context, q traceRequest, _ func(any) error) (a traceAnswer, err error) {
	e, err := q.encodedRequest.read(ctx)
	if err != nil {
		return a, err
	}
	e.Model.Objective = nil
	run := map[string]func(context.Context, encoded, func(traceEvent)) (engine.Result, error){
		"native": traceNative, "gophersat": traceLearning,
	}[q.Engine]
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a.ByRule, a.Events = map[string]int{}, []traceEvent{}
	result, err := run(within, e, func(event traceEvent) {
		if len(a.Events) == q.Most {
			stop(errTraced)
			a.Truncated = true
			return
		}
		a.Events = append(a.Events, event)
		switch event.Type {
		case engine.TraceDecide:
			a.Nodes++
		case engine.TraceFail, traceLearn:
			a.Backtracks++
		case engine.TraceFix, engine.TracePrune:
			if a.ByRule[event.By]++; event.By == engine.TraceRefuted {
				a.Nodes++
			}
		case engine.TraceRestart:
			a.Nodes++
		}
	})
	if err != nil && !a.Truncated {
		return a, err
	}
	if result.Count != nil {
		a.Count = result.Count.String()
	}
	a.Truncated = a.Truncated || result.Outcome == engine.CutOff
	for _, m := range result.Effort {
		if m.Name == "decisions" {
			a.Nodes = m.Value
		}
	}
	return a, nil
}

// traceNative runs native's general search.
func traceNative(ctx context.Context, e encoded, see func(traceEvent)) (engine.Result, error) {
	session, err := engine.Open(ctx, "native", e.Model, engine.Options{"search": "general"})
	if err != nil {
		return engine.Result{}, err
	}
	defer session.Close()
	tracer, traces := session.(engine.Tracer)
	if !traces {
		return engine.Result{}, badf("native has no search of this puzzle that can be traced")
	}
	tracer.Trace(func(s engine.TraceStep) {
		event := traceEvent{Type: s.Type, Depth: s.Depth, By: s.By}
		switch s.Type {
		case engine.TraceDecide, engine.TraceFix, engine.TracePrune:
			event.Cell, event.Value = e.Model.NameOf(s.Var), &s.Value
		}
		see(event)
	})
	return session.Run(ctx, e.Cube, 0, func(model.Assignment) bool { return ctx.Err() == nil })
}

// traceLearn is the type of a learnt clause.
const traceLearn = "learn"

// traceLearning runs gophersat, which tells the clauses that it learns from conflicts.
func traceLearning(ctx context.Context, e encoded, see func(traceEvent)) (engine.Result, error) {
	vm, err := e.write(ctx, &filter{})
	if err != nil {
		return engine.Result{}, err
	}
	name, conflict := vm.Names(), 0
	result, err := sat.Refute(ctx, e.Model, e.Cube, e.Options, func(lemma []encode.Literal) {
		conflict++
		see(traceEvent{Type: traceLearn, Clause: lists.Map(lemma, name), Conflict: conflict})
	})
	return result, badIn(ctx, err)
}
