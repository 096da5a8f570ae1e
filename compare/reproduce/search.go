package reproduce

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Method is a way to search for the solutions of quasi-magic puzzles, Δ = 2.
type Method struct {
	Engine string
	Rules  bool   // all ten pruning rules
	Order  string // the cell order
	Search string // of the engine native: auto or general
}

// String names the method without its engine.
func (m Method) String() string {
	if m.Rules {
		return "rules, " + m.Order
	}
	return "no rules, " + m.Order
}

// SearchRun is what a method did on a puzzle.
type SearchRun struct {
	Givens  int
	Effort  int64 // iterations, or nodes: values tried
	Time    time.Duration
	Stopped bool // by the timeout: effort and time are what was spent until then
}

// SearchOptions say how Searches measures.
type SearchOptions struct {
	Timeout  time.Duration // per puzzle and method; 0 for none
	Progress func()        // called after each puzzle; may be nil
}

// Searches runs every method on every puzzle to the end, all methods on one puzzle before the next one, so that a change of the
// machine's speed meets all alike. It returns what they did, by method and puzzle. Counts that differ are an error.
func Searches(ctx context.Context, methods []Method, cubes []model.Cube, options SearchOptions) ([][]SearchRun, error) {
	sessions := make([]engine.Session, len(methods))
	for i, method := range methods {
		session, err := method.open(ctx)
		if err != nil {
			return nil, err
		}
		defer session.Close()
		sessions[i] = session
	}
	runs := make([][]SearchRun, len(methods))
	for number, cube := range cubes {
		var want *big.Int
		for i, session := range sessions {
			run, count, err := searchOnce(ctx, session, cube, options.Timeout)
			switch {
			case err != nil:
				return nil, fmt.Errorf("puzzle %d, engine %s, %v: %w", number+1, methods[i].Engine, methods[i], err)
			case run.Stopped:
			case want == nil:
				want = count
			case count.Cmp(want) != 0:
				return nil, fmt.Errorf("puzzle %d, engine %s, %v: %v solutions, another method found %v",
					number+1, methods[i].Engine, methods[i], count, want)
			}
			runs[i] = append(runs[i], run)
		}
		if options.Progress != nil {
			options.Progress()
		}
	}
	return runs, nil
}

// open opens the method's engine on its model.
func (m Method) open(ctx context.Context) (engine.Session, error) {
	e, err := engine.Lookup(m.Engine)
	if err != nil {
		return nil, err
	}
	quasiMagic, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	if m.Rules {
		var all []int
		for number := range model.PruningRuleCount {
			all = append(all, number+1)
		}
		if err := model.AddPruningRules(quasiMagic, all); err != nil {
			return nil, err
		}
	}
	options := engine.Options{"order": m.Order}
	if m.Search != "" {
		options["search"] = m.Search
	}
	return e.Open(ctx, quasiMagic, options)
}

// searchOnce searches a puzzle and measures it.
func searchOnce(ctx context.Context, session engine.Session, cube model.Cube, timeout time.Duration) (SearchRun, *big.Int, error) {
	limited := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	start := time.Now()
	result, err := session.Run(limited, cube, 0, nil)
	took := time.Since(start)
	switch {
	case err != nil:
		return SearchRun{}, nil, err
	case ctx.Err() != nil:
		return SearchRun{}, nil, context.Cause(ctx)
	case len(result.Effort) == 0:
		return SearchRun{}, nil, fmt.Errorf("no measure of effort")
	}
	return SearchRun{len(cube), result.Effort[0].Value, took, !result.Complete()}, result.Count, nil
}

// SearchSummary sums up what a method did on some puzzles; all figures are 0 where there are none. Times are in seconds.
type SearchSummary struct {
	Puzzles                            int
	Stopped                            int     // puzzles that the timeout stopped: the figures are lower bounds
	Average, Maximum, Median, Minimum  float64 // effort
	AverageTime, MaximumTime, PerValue float64 // PerValue: time for each unit of effort
}

// Summarise sums runs up.
func Summarise(runs []SearchRun) SearchSummary {
	s := SearchSummary{Puzzles: len(runs)}
	if len(runs) == 0 {
		return s
	}
	var efforts []float64
	effort, seconds := 0.0, 0.0
	for _, r := range runs {
		efforts = append(efforts, float64(r.Effort))
		effort += float64(r.Effort)
		seconds += r.Time.Seconds()
		s.MaximumTime = max(s.MaximumTime, r.Time.Seconds())
		if r.Stopped {
			s.Stopped++
		}
	}
	slices.Sort(efforts)
	n := len(efforts)
	s.Minimum, s.Maximum = efforts[0], efforts[n-1]
	s.Median = (efforts[(n-1)/2] + efforts[n/2]) / 2
	s.Average, s.AverageTime = effort/float64(n), seconds/float64(n)
	if effort > 0 {
		s.PerValue = seconds / effort
	}
	return s
}
