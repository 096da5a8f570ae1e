package encodings

import (
	"cmp"
	"math"
	"slices"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/internal/lists"
)

// Results are records, by what they are about.
type Results struct {
	Records  []Record
	formulas map[string][]*Record // by instance
	runs     map[string]*Record   // by key
	families map[string][]string  // the instances of each, in the order of their first records
}

// NewResults sorts records.
func NewResults(records []Record) *Results {
	r := &Results{records, map[string][]*Record{}, map[string]*Record{}, map[string][]string{}}
	for i := range records {
		record := &records[i]
		switch {
		case record.Family == versions:
		case record.Task == "":
			if r.formulas[record.Instance] == nil {
				r.families[record.Family] = append(r.families[record.Family], record.Instance)
			}
			r.formulas[record.Instance] = append(r.formulas[record.Instance], record)
		default:
			r.runs[record.key()] = record
		}
	}
	return r
}

func (r *Results) instances(family string) []string { return r.families[family] }

// half returns the instances of one half.
func (r *Results) half(family string, kept bool) []string {
	return lists.Filter(r.families[family], func(i string) bool { return Kept(i) == kept })
}

// formula returns an instance's formula, or nil.
func (r *Results) formula(instance, encoding string) *Record {
	for _, f := range r.formulas[instance] {
		if f.Encoding == encoding {
			return f
		}
	}
	return nil
}

// run returns a run with an encoding, or nil.
func (r *Results) run(instance string, task Task, solver, encoding string) *Record {
	f := r.formula(instance, encoding)
	if f == nil {
		return nil
	}
	return r.runs[(&Record{Instance: instance, Task: task, Solver: solver, Hash: f.Hash}).key()]
}

// answered reports whether a run ended by itself.
func (r *Record) answered() bool { return r.Outcome != "limit" && r.Outcome != "fault" }

// cost is the time of a run, or twice the limit if it gave no answer. Clocks tell nothing below a tenth of a millisecond.
func (r *Record) cost() float64 {
	if !r.answered() {
		return 2 * r.Limit
	}
	return max(r.Seconds, 1e-4)
}

// Comparison is an encoding beside another, on some instances.
type Comparison struct {
	Times     compare.Estimate // of costs
	Conflicts compare.Estimate // of those that both answered; 1 is added to each, for those without any
	Pairs     int
}

// compared returns the ratios of an encoding over another, on the instances of a half where both were run and one gave an answer.
func (r *Results) compared(instances []string, task Task, solver, encoding, over string) (c Comparison) {
	var times, conflicts []float64
	for _, i := range instances {
		a, b := r.run(i, task, solver, encoding), r.run(i, task, solver, over)
		if a == nil || b == nil || !a.answered() && !b.answered() {
			continue
		}
		times = append(times, a.cost()/b.cost())
		if a.answered() && b.answered() && a.Conflicts >= 0 && b.Conflicts >= 0 {
			conflicts = append(conflicts, float64(a.Conflicts+1)/float64(b.Conflicts+1))
		}
	}
	return Comparison{compare.GeometricMean(times), compare.GeometricMean(conflicts), len(times)}
}

// encodings returns the encodings of a family that have runs of a task by a solver on its first instance of the tune half.
func (r *Results) encodings(family string, task Task, solver string) (list []string) {
	tune := r.half(family, false)
	if len(tune) == 0 {
		return nil
	}
	base := r.formula(tune[0], Default.String())
	for _, f := range r.formulas[tune[0]] {
		if f != base && f.Hash == base.Hash {
			continue
		}
		if r.run(tune[0], task, solver, f.Encoding) != nil {
			list = append(list, f.Encoding)
		}
	}
	return list
}

// promisingLevels is the largest number of promising levels of a factor.
const promisingLevels = 2

// promising returns, by factor, the levels that alone are better than the default: by time, or by conflicts.
func (r *Results) promising(family string, task Task, solver string) [][]string {
	type scored struct {
		level string
		ratio float64
	}
	tune := r.half(family, false)
	return lists.Map(factors, func(f factor) []string {
		var found []scored
		for _, level := range f.levels() {
			o, changed := f.with(Default, level)
			c := r.compared(tune, task, solver, nameOf(o), Default.String())
			if changed && (c.Times.High < 1 || c.Conflicts.High < 1) {
				found = append(found, scored{level, c.Times.Center})
			}
		}
		slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(a.ratio, b.ratio) })
		return lists.Map(found[:min(len(found), promisingLevels)], func(s scored) string { return s.level })
	})
}

// winner returns the encoding with the lowest ratio of times to the default, among those that ran wherever it did and have an
// interval wholly below 1; the default if there is none.
func (r *Results) winner(family string, task Task, solver string) encode.Options {
	tune, best, lowest := r.half(family, false), Default.String(), 1.0
	all := r.compared(tune, task, solver, best, best).Pairs
	for _, encoding := range r.encodings(family, task, solver) {
		c := r.compared(tune, task, solver, encoding, Default.String())
		if c.Pairs >= all && c.Times.High < 1 && c.Times.Center < lowest {
			best, lowest = encoding, c.Times.Center
		}
	}
	o, _ := encodingNamed(best)
	return o
}

// Score sums up the runs of a solver with an encoding.
type Score struct {
	Solved, Runs int
	PAR2         float64 // the mean cost
}

func (r *Results) score(instances []string, task Task, solver string, encoding func(instance string) string) (s Score) {
	for _, i := range instances {
		if run := r.run(i, task, solver, encoding(i)); run != nil {
			s.Runs++
			s.PAR2 += run.cost()
			if run.answered() {
				s.Solved++
			}
		}
	}
	s.PAR2 /= math.Max(float64(s.Runs), 1)
	return s
}

// virtual returns the mean cost of the best of some solvers, with their best encodings, on the instances of the tune half, and the
// share of them on which each solver is the best.
func (r *Results) virtual(family string, task Task, solvers []string) (mean float64, shares map[string]float64) {
	shares = map[string]float64{}
	n := 0.0
	for _, i := range r.half(family, false) {
		best, fastest := math.Inf(1), ""
		for _, solver := range solvers {
			for _, f := range r.formulas[i] {
				if run := r.run(i, task, solver, f.Encoding); run != nil && run.cost() < best {
					best, fastest = run.cost(), solver
				}
			}
		}
		if fastest != "" {
			n++
			mean += best
			shares[fastest]++
		}
	}
	for solver := range shares {
		shares[solver] /= n
	}
	return mean / math.Max(n, 1), shares
}

// done returns how many runs a family has, and how long one took on average, or a guess.
func (r *Results) done(family string, guess float64) (n int, seconds float64) {
	for _, record := range r.Records {
		if record.Family == family && record.Task != "" {
			n++
			seconds += record.Seconds
		}
	}
	if n == 0 {
		return 0, guess
	}
	return n, seconds / float64(n)
}

// disagreements names the tasks on which answers differ.
func (r *Results) disagreements() (list []string) {
	answers := map[string]string{}
	for i := range r.Records {
		run := &r.Records[i]
		if run.Task == "" || !run.answered() {
			continue
		}
		key := run.Instance + ", " + string(run.Task)
		if before, found := answers[key]; found && before != run.Outcome && !slices.Contains(list, key) {
			list = append(list, key)
		}
		answers[key] = run.Outcome
	}
	return list
}
