package encodings

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"qmsat/compare"
	"qmsat/compare/report/plot"
	"qmsat/compare/table"
	"qmsat/internal/lists"
)

// Answer says which encoding a solver should get, for a task on a family.
type Answer struct {
	Pair
	Encoding string   `json:"encoding"`
	Tune     Interval `json:"tune"` // the time divided by the standard's, on the instances of the choice
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
	case math.IsInf(i.Low, -1) || math.IsInf(i.High, 1):
		return ratioText(i.Center)
	}
	return fmt.Sprintf("%s [%s, %s]", ratioText(i.Center), ratioText(i.Low), ratioText(i.High))
}

// ratioText writes a ratio with two decimals, or two digits if it is small.
func ratioText(ratio float64) string {
	if ratio < 0.1 && ratio >= 1e-4 {
		return fmt.Sprintf("%.2g", ratio)
	}
	return fmt.Sprintf("%.2f", ratio)
}

// The verdicts.
const (
	defaultBest = "default"              // no encoding was better on the tune half
	untold      = "cannot be told apart" // the interval of the kept half holds 1
	faster      = "faster"               // the kept half confirms it
	slower      = "slower"               // the kept half refutes it
	unconfirmed = "not confirmed yet"    // the kept half was not run
)

// Answers returns the choice for each family, task and solver.
func (r *Results) Answers() []Answer {
	return lists.Map(r.pairs(), func(p Pair) Answer {
		winner := r.winner(p)
		if winner == Default {
			none := Interval{compare.GeometricMean(nil)}
			return Answer{p, winner, none, none, none, defaultBest}
		}
		kept := r.compared(p, true, winner)
		a := Answer{p, winner, Interval{r.compared(p, false, winner).Times}, Interval{kept.Times}, Interval{kept.Conflicts}, untold}
		switch {
		case kept.Pairs == 0:
			a.Verdict = unconfirmed
		case kept.Times.High < 1:
			a.Verdict = faster
		case kept.Times.Low > 1:
			a.Verdict = slower
		}
		return a
	})
}

// Gain compares the encodings that the program chooses with the standard, on the kept halves. Each family weighs the same; the
// interval is over families.
type Gain struct {
	Task      string   `json:"task"`
	Solver    string   `json:"solver"`
	Families  int      `json:"families"`
	Times     Interval `json:"times"`
	Median    Interval `json:"median"` // of the families' ratios of times
	Conflicts Interval `json:"conflicts"`
	// Propagations are comparable between runs of one solver only.
	Propagations Interval `json:"propagations"`
	Slower       string   `json:"slower" text:"slower than 1.1"` // the families, with their ratios of times
}

// slowerThan is the ratio from which a family is named.
const slowerThan = 1.1

// allText stands for all tasks.
const allText = "all tasks"

// Gains returns the gain of each task and solver, and over all tasks.
func (r *Results) Gains() (list []Gain) {
	pairs := r.pairs()
	for _, task := range append(allTasks, allText) {
		for _, s := range Solvers {
			own := lists.Filter(pairs, func(p Pair) bool { return p.Solver == s.Name && (p.Task == task || task == allText) })
			if g := r.gain(string(task), s.Name, own); g.Families > 0 {
				list = append(list, g)
			}
		}
	}
	return list
}

func (r *Results) gain(task, solver string, pairs []Pair) Gain {
	times, conflicts, propagations := map[string][]float64{}, map[string][]float64{}, map[string][]float64{}
	note := func(ratios map[string][]float64, family string, of compare.Estimate) {
		if !math.IsNaN(of.Center) {
			ratios[family] = append(ratios[family], of.Center)
		}
	}
	var slow []string
	for _, p := range pairs {
		c := r.chosenTimes(p)
		note(times, p.Family, c.Times)
		note(conflicts, p.Family, c.Conflicts)
		note(propagations, p.Family, c.Propagations)
		if c.Times.Center > slowerThan {
			slow = append(slow, p.Family+" "+ratioText(c.Times.Center))
		}
	}
	return Gain{
		task, solver, len(times), overFamilies(times), Interval{compare.Median(means(times))}, overFamilies(conflicts),
		overFamilies(propagations), strings.Join(slow, ", "),
	}
}

// means returns the geometric mean of each family's ratios.
func means(ratios map[string][]float64) []float64 {
	return lists.Map(slices.Sorted(maps.Keys(ratios)), func(f string) float64 { return compare.GeometricMean(ratios[f]).Center })
}

// overFamilies returns the geometric mean of the families' means.
func overFamilies(ratios map[string][]float64) Interval {
	return Interval{compare.GeometricMean(means(ratios))}
}

// Level is an encoding beside the standard, on the tune half.
type Level struct {
	Pair
	Encoding  string   `json:"encoding"`
	Solved    string   `json:"solved"`
	PAR2      float64  `json:"par2" show:"seconds"`
	Times     Interval `json:"times"`
	Conflicts Interval `json:"conflicts"`
}

// Levels returns all contenders.
func (r *Results) Levels() (list []Level) {
	for _, p := range r.pairs() {
		for _, e := range r.encodings(p) {
			solved, par2 := r.score(p, e)
			c := r.compared(p, false, e)
			list = append(list, Level{p, e, solved, par2, Interval{c.Times}, Interval{c.Conflicts}})
		}
	}
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
		if len(r.halves[half{f.Name, false}]) > 0 {
			list = append(list, lists.Map(r.own(f.Name), func(encoding string) Strength { return r.strength(f.Name, encoding) })...)
		}
	}
	return list
}

func (r *Results) strength(family, encoding string) Strength {
	s := Strength{Family: family, Encoding: encoding}
	var made []*Record
	for _, i := range r.halves[half{family, false}] {
		if own := r.formula(i, encoding); own != nil && own.Hash != "" {
			made = append(made, own)
		} else if own != nil {
			s.Fault = own.Fault
		}
	}
	mean := func(figure func(*Record) float64) float64 {
		values := lists.Map(made, figure)
		if len(values) == 0 || slices.Contains(values, 0) {
			return 0
		}
		return compare.GeometricMean(values).Center
	}
	left := func(open func(*Record) *int) table.Figure {
		known := lists.Filter(made, func(r *Record) bool { return open(r) != nil })
		total := lists.Sum(known, func(r *Record) int { return max(*open(r), 0) }) // a contradiction leaves none
		return table.Known(len(known) > 0, math.Round(10*float64(total)/float64(len(known)))/10)
	}
	s.Variables = mean(func(r *Record) float64 { return float64(r.Variables) })
	s.Clauses = mean(func(r *Record) float64 { return float64(r.Clauses) })
	s.Literals = mean(func(r *Record) float64 { return float64(r.Literals) })
	s.Open, s.Failed = left(func(r *Record) *int { return r.Open }), left(func(r *Record) *int { return r.Failed })
	return s
}

// Contest is a solver on a family, on the tune half.
type Contest struct {
	Pair
	Solved string  `json:"solved"` // with the standard
	PAR2   float64 `json:"par2" show:"seconds"`
	Best   float64 `json:"virtual_best" show:"seconds" text:"its virtual best"` // its PAR-2 with the best encoding of each instance
	All    float64 `json:"virtual_best_of_all" show:"seconds" text:"of all"`    // with the best solver, too
	Share  float64 `json:"share" show:"share"`                                  // of the instances on which it is the best of all
}

// Contests returns all solvers beside the virtual best.
func (r *Results) Contests() []Contest {
	solvers := lists.Map(Solvers, func(s *Solver) string { return s.Name })
	return lists.Map(r.pairs(), func(p Pair) Contest {
		solved, par2 := r.score(p, Default)
		own, _ := r.virtual(p, p.Solver)
		all, share := r.virtual(p, solvers...)
		return Contest{p, solved, par2, own, all, share}
	})
}

// Contender is an encoding beside the virtual best of each solver, on the tune halves.
type Contender struct {
	Encoding string
	Shares   map[string]float64 // by solver: of the instances on which it is the best; equally good ones share an instance
}

// Contenders returns the encodings that are the best of some solver on an instance. Each family weighs the same, and in it each task.
func (r *Results) Contenders() (list []Contender) {
	shares, weights := map[string]map[string]float64{}, map[string]float64{}
	for _, p := range r.pairs() {
		tune, encodings := r.halves[half{p.Family, false}], r.encodings(p)
		weight := 1 / float64(len(familyNamed(p.Family).Tasks)*len(tune))
		for _, i := range tune {
			best := r.best(i, p, encodings)
			for _, e := range best {
				if shares[e] == nil {
					shares[e] = map[string]float64{}
				}
				shares[e][p.Solver] += weight / float64(len(best))
			}
			if len(best) > 0 {
				weights[p.Solver] += weight
			}
		}
	}
	for _, e := range slices.Sorted(maps.Keys(shares)) {
		for solver := range shares[e] {
			shares[e][solver] /= weights[solver]
		}
		list = append(list, Contender{e, shares[e]})
	}
	return list
}

// best returns the encodings with which a solver answers fastest on an instance: several if they write the same formula.
func (r *Results) best(instance string, p Pair, encodings []string) (best []string) {
	lowest := math.Inf(1)
	for _, e := range encodings {
		run := r.run(instance, p, e)
		if run == nil || !run.answered() || run.cost() > lowest {
			continue
		}
		if run.cost() < lowest {
			lowest, best = run.cost(), nil
		}
		best = append(best, e)
	}
	return best
}

// thenAndNow returns a chart of the scouts with the standard and with the encodings that the program chooses: how many instances
// of the kept halves, for all tasks, each solves within a time.
func (r *Results) thenAndNow() plot.Chart {
	chart := plot.Chart{
		Title:       "Then and now",
		Description: "instances of the kept halves solved within a processor time each, all tasks",
		X:           plot.Whole("instances solved"), Y: plot.Log("seconds each"),
	}
	for style, s := range scouts {
		for now, name := range []string{"the default", "as chosen"} {
			var answers []float64
			runs := 0
			for _, p := range lists.Filter(r.pairs(), func(p Pair) bool { return p.Solver == s }) {
				for _, i := range r.halves[half{p.Family, true}] {
					encodings := []string{Default, r.chosen(i, p)}
					was, is := r.run(i, p, encodings[0]), r.run(i, p, encodings[1])
					if was == nil || is == nil {
						continue
					}
					runs++
					if run := []*Record{was, is}[now]; run.answered() {
						answers = append(answers, run.cost())
					}
				}
			}
			chart.Series = append(chart.Series, cactus(fmt.Sprintf("%s, %s", s, name), 2*style+now, answers, runs))
		}
	}
	return chart
}

// cactus returns how many instances are solved within each time, of some runs.
func cactus(name string, style int, answers []float64, runs int) plot.Series {
	slices.Sort(answers)
	series := plot.Series{Name: fmt.Sprintf("%s (%d of %d)", name, len(answers), runs), Style: style}
	for n, t := range answers {
		series.Points = append(series.Points, plot.Point{X: float64(n + 1), Y: t})
	}
	return series
}

// Cactus returns, for each task with runs, a chart of the solvers with the standard encoding: how many instances, of all families
// and both halves, each solves within a time, of how many it was run on. The last chart has the scouts with the standard encoding and with
// the program's own choice.
func (r *Results) Cactus() (charts []plot.Chart) {
	for _, task := range allTasks {
		chart := plot.Chart{
			Title:       "Task " + string(task),
			Description: "instances solved within a processor time each, by solvers with the default encoding",
			X:           plot.Whole("instances solved"), Y: plot.Log("seconds each"),
		}
		for style, s := range Solvers {
			if answers, runs := r.times(task, s.Name); len(answers) > 0 {
				chart.Series = append(chart.Series, cactus(s.Name, style, answers, runs))
			}
		}
		if len(chart.Series) > 0 {
			charts = append(charts, chart)
		}
	}
	return append(charts, r.thenAndNow())
}

// times returns the times of a solver's answers with the standard encoding, ascending, and how many runs there were.
func (r *Results) times(task Task, solver string) (list []float64, runs int) {
	for _, f := range Families {
		for _, i := range slices.Concat(r.halves[half{f.Name, false}], r.halves[half{f.Name, true}]) {
			run := r.run(i, Pair{f.Name, task, solver}, Default)
			if run == nil {
				continue
			}
			runs++
			if run.answered() {
				list = append(list, run.cost())
			}
		}
	}
	slices.Sort(list)
	return list, runs
}
