package ask

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

func init() {
	register(Method{Name: "count", Summary: "the number of solutions", emits: []any{countEvent{}}}, count)
	register(Method{Name: "solve", Summary: "a solution"}, solve)
	register(Method{Name: "differ", Summary: "two solutions, and where they differ"}, differ)
}

// openChosen opens an engine, or native with another engine beside it for "".
func openChosen(ctx context.Context, text string, m *model.Model, limit uint64) (*engine.Engine, engine.Session, error) {
	chosen, err := engineNamed(cmp.Or(text, "native"))
	var session engine.Session
	switch {
	case err != nil:
	case text == "":
		session, err = compare.OpenRaced(ctx, m, limit)
	default:
		session, err = chosen.Engine.Open(ctx, m, chosen.Options)
	}
	return chosen.Engine, session, err
}

type countRequest struct {
	About
	Engine  string `json:"engine" note:"empty: native, and an engine that counts without listing beside it"`
	Limit   uint64 `json:"limit"`
	Confirm bool   `json:"confirm" note:"have an unrelated engine count again"`
}

// countEvent says how far a count is.
type countEvent struct {
	Count   string  `json:"count"` // so far
	Share   float64 `json:"share,omitempty"`
	Text    string  `json:"text,omitempty"`
	Seconds float64 `json:"seconds"`
}

type countAnswer struct {
	Count       string  `json:"count"`
	Complete    bool    `json:"complete"`
	Engine      string  `json:"engine"`
	Seconds     float64 `json:"seconds"`
	ConfirmedBy string  `json:"confirmedBy,omitempty"`
	Cause       string  `json:"cause,omitempty"` // why it is not complete
}

func count(ctx context.Context, q countRequest, emit func(any) error) (answer countAnswer, err error) {
	begun := time.Now()
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	by, session, err := openChosen(ctx, q.Engine, m, q.Limit)
	if err == nil {
		defer session.Close()
		if err = study.FindsAll(by); err != nil {
			err = BadRequest{err}
		}
	}
	if err != nil {
		return answer, err
	}
	var mutex sync.Mutex // the engines of a race report side by side
	var pace engine.Pace
	var found atomic.Uint64
	var event countEvent
	tell := func(change func()) {
		mutex.Lock()
		defer mutex.Unlock()
		if pace.Due() {
			change()
			event.Count, event.Seconds = fmt.Sprint(found.Load()), time.Since(begun).Seconds()
			emit(event)
		}
	}
	if r, is := session.(engine.Reporter); is {
		r.Report(func(p engine.Progress) { tell(func() { event.Share, event.Text = p.Share, p.Text }) })
	}
	result, err := session.Run(ctx, givens, q.Limit, func(model.Assignment) bool {
		if found.Add(1)&0xff == 0 {
			tell(func() {})
		}
		return true
	})
	if err != nil && ctx.Err() == nil {
		return answer, err
	}
	by = cmp.Or(result.By, by)
	answer = countAnswer{Count: cmp.Or(result.Count, new(big.Int)).String(), Complete: result.Complete(), Engine: by.Name, Seconds: time.Since(begun).Seconds()}
	switch {
	case ctx.Err() != nil && !answer.Complete:
		answer.Cause = context.Cause(ctx).Error()
	case !answer.Complete:
		answer.Cause = result.Outcome.String()
	case q.Confirm:
		answer.ConfirmedBy, err = confirm(ctx, by, result, m, givens)
	}
	return answer, err
}

// confirm returns the name of an unrelated engine that finds the same count, or "" if it needs too long.
func confirm(ctx context.Context, of *engine.Engine, result engine.Result, m *model.Model, givens model.Cube) (string, error) {
	other, err := engine.Lookup(compare.UnrelatedTo(of, result))
	if err != nil {
		return "", err
	}
	c := engine.Confirm(ctx, engine.Chosen{Engine: other}, m, givens, 0, nil)
	switch {
	case c.Refutes(result):
		return "", fmt.Errorf("%s counts %v, but %s counts %v", of.Name, result.Count, other.Name, c.Count)
	case c.Confirms(result):
		return other.Name, nil
	}
	return "", nil
}

type solveRequest struct {
	About
	Engine string `json:"engine"`
}

type solveAnswer struct {
	Solution      values  `json:"solution,omitempty"`
	Unsatisfiable bool    `json:"unsatisfiable,omitempty"`
	By            string  `json:"by"`
	Seconds       float64 `json:"seconds"`
}

func solve(ctx context.Context, q solveRequest, _ func(any) error) (answer solveAnswer, err error) {
	begun := time.Now()
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	by, session, err := openChosen(ctx, q.Engine, m, 1)
	if err != nil {
		return answer, err
	}
	defer session.Close()
	var solution model.Assignment
	result, err := session.Run(ctx, givens, 1, func(a model.Assignment) bool {
		solution = slices.Clone(a)
		return true
	})
	answer = solveAnswer{By: cmp.Or(result.By, by).Name, Seconds: time.Since(begun).Seconds()}
	switch {
	case err != nil:
		return answer, err
	case solution != nil:
		err = cmp.Or(m.Check(solution), m.CheckCube(solution, givens))
		answer.Solution = valuesOf(m, solution)
		return answer, err
	case result.Complete():
		answer.Unsatisfiable = true
		return answer, nil
	case ctx.Err() != nil:
		return answer, context.Cause(ctx)
	}
	return answer, badf("%s found no solution: %v", answer.By, result.Outcome)
}

type differAnswer struct {
	Solutions []values `json:"solutions"`       // up to two
	Differ    []string `json:"differ"`          // where two solutions differ
	Complete  bool     `json:"complete"`        // there are no others
	Cause     string   `json:"cause,omitempty"` // why fewer than two are known, though there may be more
	By        string   `json:"by"`
	Seconds   float64  `json:"seconds"`
}

func differ(ctx context.Context, q solveRequest, _ func(any) error) (answer differAnswer, err error) {
	begun := time.Now()
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	by, session, err := openChosen(ctx, q.Engine, m, 2)
	if err != nil {
		return answer, err
	}
	defer session.Close()
	if err := cmp.Or(study.FindsAll(by), study.Lists(by)); err != nil {
		return answer, BadRequest{err}
	}
	var found []model.Assignment
	result, err := session.Run(ctx, givens, 2, func(a model.Assignment) bool {
		found = append(found, slices.Clone(a))
		return true
	})
	answer = differAnswer{Solutions: []values{}, Differ: []string{}, By: cmp.Or(result.By, by).Name, Seconds: time.Since(begun).Seconds()}
	if err != nil && ctx.Err() == nil {
		return answer, err
	}
	for _, a := range found {
		if err := cmp.Or(m.Check(a), m.CheckCube(a, givens)); err != nil {
			return answer, err
		}
		answer.Solutions = append(answer.Solutions, valuesOf(m, a))
	}
	if len(found) == 2 {
		answer.Differ = lists.Map(m.Differ(found[0], found[1]), m.NameOf)
	} else if answer.Complete = result.Complete(); !answer.Complete {
		answer.Cause = result.Outcome.String()
	}
	if ctx.Err() != nil && answer.Cause != "" {
		answer.Cause = context.Cause(ctx).Error()
	}
	return answer, nil
}
