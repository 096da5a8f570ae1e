package reproduce

import (
	"context"
	"fmt"
	"slices"
	"time"

	"qmsat/compare"
	"qmsat/compare/rules"
	"qmsat/model"
	"qmsat/model/engine"
)

// Method is a way to search for the solutions of quasi-magic puzzles, Δ = 2.
type Method struct {
	Engine string `json:"engine"`
	Search string `json:"search,omitempty"` // of the engine native: auto or general
	Rules  bool   `json:"rules"`            // all ten pruning rules
	Order  string `json:"order"`            // the cell order
	Third  string `json:"-"`                // of the engine paper, its setting third-cell: check or remove
}

// String names the method without its engine.
func (m Method) String() string {
	if m.Rules {
		return "rules, " + m.Order
	}
	return "no rules, " + m.Order
}

// SearchRun is the run of a method on a puzzle.
type SearchRun struct {
	Givens  int
	Effort  int64 // iterations, or nodes: values tried
	Time    time.Duration
	Stopped bool // by the timeout: effort and time are those until then
}

// Searches runs every method on every puzzle to the end, by [compare.Run], so that a change of the machine's speed meets all
// alike. It returns what they did, by method and puzzle. Solutions that differ are an error. A run stops after timeout, unless 0.
func Searches(ctx context.Context, methods []Method, cubes []model.Cube, timeout time.Duration, progress func()) ([][]SearchRun, error) {
	m, err := model.QuasiMagic(3, model.PruningRuleDelta)
	if err != nil {
		return nil, err
	}
	pruning, err := rules.PruningRules(m.Grid)
	if err != nil {
		return nil, err
	}
	config := compare.Config{Model: m, Timeout: timeout, Progress: progress}
	for _, method := range methods {
		e, err := engine.Lookup(method.Engine)
		if err != nil {
			return nil, err
		}
		if method.Rules {
			e = rules.Ruled(e, pruning)
		}
		settings := engine.Options{"order": method.Order}
		for name, value := range map[string]string{"search": method.Search, "third-cell": method.Third} {
			if value != "" {
				settings[name] = value
			}
		}
		config.Contenders = append(config.Contenders, compare.Contender{Engine: e, Options: settings})
	}
	report, err := compare.Agreed(ctx, config, model.Puzzled(cubes))
	if err != nil {
		return nil, err
	}
	runs := make([][]SearchRun, len(methods))
	for i, row := range report.Rows {
		for p, o := range row.Outcomes {
			run := SearchRun{Givens: len(cubes[p]), Time: o.Times[0], Stopped: !o.Exhausted()}
			if len(o.Effort) > 0 {
				run.Effort = o.Effort[0].Value
			} else if !run.Stopped {
				return nil, fmt.Errorf("%s: no measure of effort", row.Label)
			}
			runs[i] = append(runs[i], run)
		}
	}
	return runs, nil
}

// SearchSummary sums up the runs of a method on some puzzles; all figures are 0 if there are none. Times are in seconds.
type SearchSummary struct {
	Puzzles     int     `json:"puzzles"`
	Stopped     int     `json:"stopped"` // puzzles that the timeout stopped: the figures are lower bounds
	Average     float64 `json:"average"` // effort
	Maximum     float64 `json:"maximum"`
	Median      float64 `json:"median"`
	Minimum     float64 `json:"minimum"`
	AverageTime float64 `json:"seconds"` // a puzzle
	MaximumTime float64 `json:"seconds_maximum"`
	PerValue    float64 `json:"-"` // time for each unit of effort
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
		efforts, effort, seconds = append(efforts, float64(r.Effort)), effort+float64(r.Effort), seconds+r.Time.Seconds()
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
