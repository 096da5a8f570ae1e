package encodings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"qmsat/compare"
	"qmsat/compare/report/plot"
	"qmsat/compare/table"
)

// Answer says which encoding a solver should get, for a task on a family.
type Answer struct {
	Family   string   `json:"family"`
	Task     Task     `json:"task"`
	Solver   string   `json:"solver"`
	Encoding string   `json:"encoding"`
	Tune     Interval `json:"tune"` // the time divided by the default's, on the instances of the choice
	Kept     Interval `json:"kept"` // on the others
	Effort   Interval `json:"kept_conflicts" text:"kept, conflicts"`
	Verdict  string   `json:"verdict"`
}

// Interval is an estimate as a table shows it.
type Interval struct{ compare.Estimate }

// MarshalText writes the estimate and its interval, or nothing.
func (i Interval) MarshalText() ([]byte, error) { return []byte(i.String()), nil }

func (i Interval) String() string {
	switch {
	case math.IsNaN(i.Center):
		return ""
	case math.IsInf(i.High, 1):
		return fmt.Sprintf("%.2f", i.Center)
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", i.Center, i.Low, i.High)
}

// The verdicts.
const (
	defaultBest = "default"              // no encoding was better on the tune half
	untold      = "cannot be told apart" // the interval of the kept half holds 1
	faster      = "faster"               // the kept half confirms it
	slower      = "slower"               // the kept half refutes it
	unconfirmed = "not confirmed yet"    // the kept half was not run
)

// pairsOf calls visit with each family, task and solver that have runs.
func (r *Results) pairsOf(visit func(family string, task Task, solver string)) {
	for _, f := range Families {
		for _, task := range f.Tasks {
			for _, s := range Solvers {
				if len(r.encodings(f.Name, task, s.Name)) > 0 {
					visit(f.Name, task, s.Name)
				}
			}
		}
	}
}

// Answers returns the choice for each family, task and solver.
func (r *Results) Answers() (list []Answer) {
	r.pairsOf(func(family string, task Task, solver string) {
		winner := nameOf(r.winner(family, task, solver))
		tune := r.compared(r.half(family, false), task, solver, winner, Default.String())
		kept := r.compared(r.half(family, true), task, solver, winner, Default.String())
		a := Answer{family, task, solver, winner, Interval{tune.Times}, Interval{kept.Times}, Interval{kept.Conflicts}, untold}
		switch {
		case winner == Default.String():
			none := compare.GeometricMean(nil)
			a.Verdict, a.Tune, a.Kept, a.Effort = defaultBest, Interval{none}, Interval{none}, Interval{none}
		case kept.Pairs == 0:
			a.Verdict = unconfirmed
		case kept.Times.High < 1:
			a.Verdict = faster
		case kept.Times.Low > 1:
			a.Verdict = slower
		}
		list = append(list, a)
	})
	return list
}

// Level is an encoding beside the default, on the tune half.
type Level struct {
	Family    string   `json:"family"`
	Task      Task     `json:"task"`
	Solver    string   `json:"solver"`
	Encoding  string   `json:"encoding"`
	Solved    string   `json:"solved"`
	PAR2      float64  `json:"par2" show:"seconds"`
	Times     Interval `json:"times"`
	Conflicts Interval `json:"conflicts"`
}

// Levels returns all contenders.
func (r *Results) Levels() (list []Level) {
	r.pairsOf(func(family string, task Task, solver string) {
		tune := r.half(family, false)
		for _, e := range r.encodings(family, task, solver) {
			s, c := r.score(tune, task, solver, func(string) string { return e }), r.compared(tune, task, solver, e, Default.String())
			solved := fmt.Sprintf("%d of %d", s.Solved, s.Runs)
			list = append(list, Level{family, task, solver, e, solved, s.PAR2, Interval{c.Times}, Interval{c.Conflicts}})
		}
	})
	return list
}

// Strength is the size and strength of an encoding on a family: geometric means over the instances of the tune half.
type Strength struct {
	Family    string       `json:"family"`
	Encoding  string       `json:"encoding"`
	Variables float64      `json:"variables"`
	Clauses   float64      `json:"clauses"`
	Literals  float64      `json:"literals"`
	Open      table.Figure `json:"open"`                                // values that unit propagation leaves open, on average
	Failed    table.Figure `json:"open_failed" text:"and failed lits."` // the same for failed literals
	Fault     string       `json:"fault"`
}

// Strengths returns the formulas of each family and encoding.
func (r *Results) Strengths() (list []Strength) {
	for _, f := range Families {
		tune := r.half(f.Name, false)
		if len(tune) == 0 {
			continue
		}
		base := r.formula(tune[0], Default.String())
		for _, first := range r.formulas[tune[0]] {
			if first != base && base != nil && first.Hash == base.Hash {
				continue
			}
			var sizes [3][]float64
			var open, failed []float64
			for _, i := range tune {
				if s := r.formula(i, first.Encoding); s != nil && s.Hash != "" {
					for k, n := range []int64{int64(s.Variables), s.Clauses, s.Literals} {
						sizes[k] = append(sizes[k], float64(n))
					}
					open, failed = appendOpen(open, s.Open), appendOpen(failed, s.Failed)
				}
			}
			s := Strength{Family: f.Name, Encoding: first.Encoding, Open: meanOf(open), Failed: meanOf(failed), Fault: first.Fault}
			for k, mean := range []*float64{&s.Variables, &s.Clauses, &s.Literals} {
				if *mean = compare.GeometricMean(sizes[k]).Center; len(sizes[k]) == 0 {
					*mean = 0
				}
			}
			list = append(list, s)
		}
	}
	return list
}

// appendOpen appends a number of open values; a contradiction leaves none.
func appendOpen(list []float64, open *int) []float64 {
	if open == nil {
		return list
	}
	return append(list, float64(max(*open, 0)))
}

func meanOf(values []float64) table.Figure {
	total := 0.0
	for _, v := range values {
		total += v
	}
	return table.Known(len(values) > 0, math.Round(10*total/float64(len(values)))/10)
}

// Contest is a solver on a family, on the tune half.
type Contest struct {
	Family string  `json:"family"`
	Task   Task    `json:"task"`
	Solver string  `json:"solver"`
	Solved string  `json:"solved"` // with the default encoding
	PAR2   float64 `json:"par2" show:"seconds"`
	Best   float64 `json:"virtual_best" show:"seconds" text:"its virtual best"` // its PAR-2 with the best encoding of each instance
	All    float64 `json:"virtual_best_of_all" show:"seconds" text:"of all"`    // with the best solver, too
	Share  float64 `json:"share" show:"share"`                                  // of the instances on which it is the best of all
}

// Contests returns all solvers beside the virtual best.
func (r *Results) Contests() (list []Contest) {
	solvers := map[string][]string{}
	r.pairsOf(func(family string, task Task, solver string) {
		key := family + string(task)
		solvers[key] = append(solvers[key], solver)
	})
	r.pairsOf(func(family string, task Task, solver string) {
		s := r.score(r.half(family, false), task, solver, func(string) string { return Default.String() })
		own, _ := r.virtual(family, task, []string{solver})
		all, shares := r.virtual(family, task, solvers[family+string(task)])
		list = append(list, Contest{family, task, solver, fmt.Sprintf("%d of %d", s.Solved, s.Runs), s.PAR2, own, all, shares[solver]})
	})
	return list
}

// Cactus returns, for each task with runs, a chart of the solvers with the default encoding: how many instances, of all families
// and both halves, each solves within a time.
func (r *Results) Cactus() (charts []plot.Chart) {
	for _, task := range []Task{First, Unique, Refute, All, Count, Optimum} {
		chart := plot.Chart{
			Title:       "Task " + string(task),
			Description: "instances solved within a processor time each, by solvers with the default encoding",
			X:           plot.Whole("instances solved"), Y: plot.Log("seconds each"),
		}
		for style, s := range Solvers {
			var times []float64
			for _, f := range Families {
				for _, i := range r.families[f.Name] {
					if run := r.run(i, task, s.Name, Default.String()); run != nil && run.answered() {
						times = append(times, run.cost())
					}
				}
			}
			slices.SortFunc(times, cmp.Compare[float64])
			series := plot.Series{Name: s.Name, Style: style}
			for n, t := range times {
				series.Points = append(series.Points, plot.Point{X: float64(n + 1), Y: t})
			}
			if len(times) > 0 {
				chart.Series = append(chart.Series, series)
			}
		}
		if len(chart.Series) > 0 {
			charts = append(charts, chart)
		}
	}
	return charts
}

// Hours returns the processor time of all runs, in hours.
func (r *Results) Hours() (hours float64) {
	for _, record := range r.Records {
		hours += record.Seconds / 3600
	}
	return hours
}
