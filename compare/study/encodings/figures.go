package encodings

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"qmsat/compare"
	"qmsat/internal/lists"
)

// Pair is a solver with a task on a family.
type Pair struct {
	Family string `json:"family"`
	Task   Task   `json:"task"`
	Solver string `json:"solver"`
}

// Results are records, by what they are about.
type Results struct {
	Records   []Record
	Hours     float64              // of processor time
	Different []string             // the tasks on which answers differ
	formulas  map[string][]*Record // by instance
	runs      map[string]*Record   // by key
	limits    map[string]float64   // by question, the longest
	halves    map[half][]string    // the instances of each, in the order of their first records
	spent     map[string]spent     // by family
}

type half struct {
	family string
	kept   bool
}

// spent is what the runs of a family took.
type spent struct {
	runs    int
	seconds float64
}

// NewResults sorts records.
func NewResults(records []Record) *Results {
	r := &Results{
		Records: records, formulas: map[string][]*Record{}, runs: map[string]*Record{}, limits: map[string]float64{},
		halves: map[half][]string{}, spent: map[string]spent{},
	}
	answers := map[string]string{}
	for i := range records {
		record := &records[i]
		r.Hours += record.Seconds / 3600
		switch {
		case record.Family == versions:
			continue
		case record.Task == "":
			if h := (half{record.Family, Kept(record.Instance)}); r.formulas[record.Instance] == nil {
				r.halves[h] = append(r.halves[h], record.Instance)
			}
			r.formulas[record.Instance] = append(r.formulas[record.Instance], record)
			continue
		}
		r.runs[record.key()] = record
		if record.Hash == "" {
			continue
		}
		done := r.spent[record.Family]
		r.spent[record.Family] = spent{done.runs + 1, done.seconds + record.Seconds}
		question := record.question()
		r.limits[question] = max(r.limits[question], record.Limit)
		if before, found := answers[question]; record.answered() {
			if found && before != record.Outcome && !slices.Contains(r.Different, question) {
				r.Different = append(r.Different, question)
			}
			answers[question] = record.Outcome
		}
	}
	return r
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
func (r *Results) run(instance string, p Pair, encoding string) *Record {
	f := r.formula(instance, encoding)
	if f == nil || f.Hash == "" {
		return nil
	}
	return r.runs[(&Record{Instance: instance, Task: p.Task, Solver: p.Solver, Hash: f.Hash}).key()]
}

// chosen returns the name of the encoding that the program chose for an instance, or "".
func (r *Results) chosen(instance string, p Pair) string {
	if choice := r.runs[(&Record{Instance: instance, Task: p.Task, Solver: p.Solver}).key()]; choice != nil {
		return choice.Encoding
	}
	return ""
}

// Comparison is an encoding beside the standard, on some instances.
type Comparison struct {
	Times     compare.Estimate // of costs
	Conflicts compare.Estimate // of those that both answered; 1 is added to each, for those without any
	// Propagations are compared as conflicts are.
	Propagations compare.Estimate
	Pairs        int
}

// compared returns the ratios of an encoding over the standard, on the instances of a half where both were run and one answered. A run
// without an answer is compared with one of the same limit only.
func (r *Results) compared(p Pair, kept bool, encoding string) Comparison {
	return r.comparedBy(p, kept, func(string) string { return encoding })
}

// chosenTimes compares the program's choices with the standard, on the kept half.
func (r *Results) chosenTimes(p Pair) Comparison {
	return r.comparedBy(p, true, func(i string) string { return r.chosen(i, p) })
}

func (r *Results) comparedBy(p Pair, kept bool, encoding func(instance string) string) Comparison {
	var times []float64
	var answered [][2]*Record
	for _, i := range r.halves[half{p.Family, kept}] {
		a, b := r.run(i, p, encoding(i)), r.run(i, p, Default)
		if a == nil || b == nil || !a.answered() && !b.answered() {
			continue
		}
		if a.Limit != b.Limit && !(a.answered() && b.answered()) {
			continue
		}
		times = append(times, a.cost()/b.cost())
		if a.answered() && b.answered() {
			answered = append(answered, [2]*Record{a, b})
		}
	}
	effort := func(counter func(*Record) int64) compare.Estimate {
		var ratios []float64
		for _, pair := range answered {
			if a, b := counter(pair[0]), counter(pair[1]); a >= 0 && b >= 0 {
				ratios = append(ratios, float64(a+1)/float64(b+1))
			}
		}
		return compare.GeometricMean(ratios)
	}
	return Comparison{
		compare.GeometricMean(times), effort(func(r *Record) int64 { return r.Conflicts }),
		effort(func(r *Record) int64 { return r.Propagations }), len(times),
	}
}

// contenders returns how many different formulas an instance of a family has, at most.
func (r *Results) contenders(family string) (most int) {
	for _, i := range r.halves[half{family, false}] {
		hashes := lists.Distinct(lists.Map(r.formulas[i], func(f *Record) string { return f.Hash }))
		most = max(most, len(hashes))
	}
	return cmp.Or(most, len(singles())+1)
}

// own returns the encodings of a family's tune half, the standard first, without those that never write another formula.
func (r *Results) own(family string) []string {
	list := []string{Default}
	for _, i := range r.halves[half{family, false}] {
		base := r.formula(i, Default)
		for _, f := range r.formulas[i] {
			if base != nil && f.Hash != base.Hash && !slices.Contains(list, f.Encoding) {
				list = append(list, f.Encoding)
			}
		}
	}
	return list
}

// encodings returns the family's own encodings that were run on the first instance, and where they write another formula.
func (r *Results) encodings(p Pair) []string {
	tune := r.halves[half{p.Family, false}]
	return lists.Filter(r.own(p.Family), func(e string) bool {
		return len(tune) > 0 && r.run(tune[0], p, e) != nil && slices.ContainsFunc(tune, func(i string) bool {
			run := r.run(i, p, e)
			return run != nil && (e == Default || run.Hash != r.formula(i, Default).Hash)
		})
	})
}

// pairs returns the families, tasks and solvers that have runs.
func (r *Results) pairs() (list []Pair) {
	for _, f := range Families {
		for _, task := range f.Tasks {
			for _, s := range Solvers {
				if p := (Pair{f.Name, task, s.Name}); len(r.encodings(p)) > 0 {
					list = append(list, p)
				}
			}
		}
	}
	return list
}

// hopeful reports whether an encoding has a ratio below 1, of times or of conflicts, with a scout; or no scout has done the task.
func (r *Results) hopeful(family string, task Task, encoding string) bool {
	done := false
	for _, scout := range scouts {
		p := Pair{family, task, scout}
		c := r.compared(p, false, encoding)
		if c.Times.Center < 1 || c.Conflicts.Center < 1 {
			return true
		}
		done = done || r.compared(p, false, Default).Pairs > 0
	}
	return !done
}

// promisingLevels is the largest number of promising levels of a factor.
const promisingLevels = 2

// promising returns, by factor, the levels that alone are better than the standard: by time, or by conflicts.
func (r *Results) promising(p Pair) (found [len(encoding{})][]string) {
	type scored struct {
		encoding
		ratio float64
	}
	var better []scored
	for _, e := range singles() {
		if c := r.compared(p, false, e.String()); c.Times.High < 1 || c.Conflicts.High < 1 {
			better = append(better, scored{e, c.Times.Center})
		}
	}
	slices.SortStableFunc(better, func(a, b scored) int { return cmp.Compare(a.ratio, b.ratio) })
	for _, e := range better {
		if factor := e.changes()[0]; len(found[factor]) < promisingLevels {
			found[factor] = append(found[factor], e.encoding[factor])
		}
	}
	return found
}

// winner returns the encoding with the lowest ratio of times to the standard, among those that ran wherever it did and have an
// interval wholly below 1; the standard if there is none.
func (r *Results) winner(p Pair) string {
	best, lowest := Default, 1.0
	all := r.compared(p, false, best).Pairs
	for _, encoding := range r.encodings(p) {
		c := r.compared(p, false, encoding)
		if c.Pairs >= all && c.Times.High < 1 && c.Times.Center < lowest {
			best, lowest = encoding, c.Times.Center
		}
	}
	return best
}

// cost returns the time of a run, or twice the longest limit of its question if it gave no answer.
func (r *Results) cost(run *Record) float64 {
	if !run.answered() {
		return 2 * r.limits[run.question()]
	}
	return run.cost()
}

// score returns how many instances of the tune half a solver solves with an encoding, and the mean cost.
func (r *Results) score(p Pair, encoding string) (solved string, par2 float64) {
	answered, runs := 0, 0
	for _, i := range r.halves[half{p.Family, false}] {
		if run := r.run(i, p, encoding); run != nil {
			runs++
			par2 += r.cost(run)
			if run.answered() {
				answered++
			}
		}
	}
	return fmt.Sprintf("%d of %d", answered, runs), par2 / max(float64(runs), 1)
}

// virtual returns the mean cost of the best of some solvers, with their best encodings, on the instances of the tune half, and the
// share of them on which the pair's solver is the best. Without an answer, no solver is.
func (r *Results) virtual(p Pair, solvers ...string) (mean, share float64) {
	n := 0.0
	for _, i := range r.halves[half{p.Family, false}] {
		best, fastest := math.Inf(1), ""
		for _, solver := range solvers {
			for _, f := range r.formulas[i] {
				if run := r.run(i, Pair{p.Family, p.Task, solver}, f.Encoding); run != nil && r.cost(run) < best {
					best, fastest = r.cost(run), ""
					if run.answered() {
						fastest = solver
					}
				}
			}
		}
		if best < math.Inf(1) {
			n++
			mean += best
		}
		if fastest == p.Solver {
			share++
		}
	}
	return mean / max(n, 1), share / max(n, 1)
}
