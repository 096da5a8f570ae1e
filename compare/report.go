package compare

import (
	"cmp"
	"math/big"
	"slices"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Report is the outcome of a comparison.
type Report struct {
	Puzzles  []model.Puzzle // in input order, whatever order they ran in
	Rounds   int
	WarmUp   int
	Seed     uint64
	Rows     []Row     // one per contender, in order
	Failures []Failure // by puzzle, then by contender; empty where all agree
	Stopped  bool      // a timeout or the context's end left some search unfinished
}

// Row is what one contender did.
type Row struct {
	Contender Contender
	Label     string // names the contender, unlike all others of the report
	Open      time.Duration
	Outcomes  []Outcome     // by puzzle, in the order of the report's puzzles
	Effort    engine.Effort // of all rounds, without the warm-up
}

// Outcome is what a contender did on one puzzle in all rounds.
type Outcome struct {
	// Times has the time of each round, without opening the session and without checking; that of a search which was cut
	// off is the time until then. It is shorter where the comparison was stopped.
	Times    []time.Duration
	Count    *big.Int // solutions found, the most of any round; nil where the contender never ran
	Complete bool     // every round exhausted the search
	Finished bool     // every round ended by itself or by the limit: not by a timeout, the context or an error
	// CutOff is the shortest time of a round that did not end so; 0 where all did.
	CutOff time.Duration
	// Interrupted says that the context cut a round off. Unlike that of a timeout, its time says nothing about the puzzle.
	Interrupted bool
	// Arrivals has when, in the first round, the search had listed 1, 2, 4, … solutions: element k is for 2ᵏ. The time is taken
	// as Times is.
	Arrivals []time.Duration
}

// Failure is a puzzle on which a contender was caught. It is reported once, however many rounds show it.
type Failure struct {
	Puzzle    model.Puzzle
	Index     int    // of the puzzle in the report
	Round     int    // the first one that shows it, from 0
	Contender int    // who, an index in the report's rows
	Label     string // of the contender
	// Against is the contender whose solutions differ from this one's, or -1 where it is wrong by itself.
	Against int
	Reason  string // what was wrong
	// Solutions is the largest number of solutions that a contender listed, a measure of the case's size.
	Solutions int
}

func newReport(config *Config, puzzles []model.Puzzle) *Report {
	report := &Report{Puzzles: puzzles, Rounds: config.Rounds, WarmUp: config.WarmUp, Seed: config.Seed}
	names := labels(config.Contenders)
	for i, contender := range config.Contenders {
		times := make([]time.Duration, config.Rounds*len(puzzles)) // of all puzzles, in one piece
		outcomes := make([]Outcome, len(puzzles))
		for p := range outcomes {
			own := times[p*config.Rounds : (p+1)*config.Rounds]
			outcomes[p].Times = own[:0:len(own)]
		}
		report.Rows = append(report.Rows, Row{Contender: contender, Label: names[i], Outcomes: outcomes})
	}
	return report
}

// add enters a run of a contender on a puzzle.
func (report *Report) add(i, p int, r *run) {
	row := &report.Rows[i]
	row.Outcomes[p].add(r)
	report.Stopped = report.Stopped || r.stopped
	row.Effort.Add(r.result.Effort)
}

func (o *Outcome) add(r *run) {
	first := !o.Ran()
	if first {
		o.Arrivals = r.arrivals.times
	}
	o.Times = append(o.Times, r.time)
	o.Complete = (first || o.Complete) && r.result.Complete()
	finished := !r.stopped && r.err == nil
	if !finished && (o.CutOff == 0 || r.time < o.CutOff) {
		o.CutOff = r.time
	}
	o.Finished = (first || o.Finished) && finished
	o.Interrupted = o.Interrupted || r.interrupted
	if count := r.count(); first || count.Cmp(o.Count) > 0 {
		o.Count = count
	}
}

// Ran reports whether the contender ran on the puzzle at all.
func (o *Outcome) Ran() bool { return len(o.Times) > 0 }

// number returns how many outcomes are so.
func (row *Row) number(is func(o *Outcome) bool) int {
	n := 0
	for p := range row.Outcomes {
		if is(&row.Outcomes[p]) {
			n++
		}
	}
	return n
}

// Puzzles returns how many puzzles the contender ran on.
func (row *Row) Puzzles() int { return row.number((*Outcome).Ran) }

// Complete returns of how many puzzles the search was exhausted.
func (row *Row) Complete() int { return row.number(func(o *Outcome) bool { return o.Complete }) }

// Unfinished returns how many puzzles a timeout, the context or an error cut off.
func (row *Row) Unfinished() int {
	return row.number(func(o *Outcome) bool { return o.Ran() && !o.Finished })
}

// Solutions returns the number of solutions of all puzzles, those of one round.
func (row *Row) Solutions() *big.Int {
	sum := new(big.Int)
	for _, o := range row.Outcomes {
		if o.Ran() {
			sum.Add(sum, o.Count)
		}
	}
	return sum
}

// Solve returns the time of one round: the sum of the puzzles' medians.
func (row *Row) Solve() time.Duration {
	var sum time.Duration
	for p := range row.Outcomes {
		sum += row.Outcomes[p].Median()
	}
	return sum
}

// Total returns the time of all rounds.
func (row *Row) Total() time.Duration {
	var sum time.Duration
	for _, o := range row.Outcomes {
		for _, t := range o.Times {
			sum += t
		}
	}
	return sum
}

// fail enters a failure, unless the contender was caught on the puzzle before.
func (report *Report) fail(f Failure) {
	if !slices.ContainsFunc(report.Failures, func(other Failure) bool {
		return other.Index == f.Index && other.Contender == f.Contender
	}) {
		report.Failures = append(report.Failures, f)
	}
}

func (report *Report) sortFailures() {
	slices.SortFunc(report.Failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Contender, b.Contender))
	})
}

// Smallest returns the failure with the fewest solutions and, among these, the most givens: the easiest to look into.
func (report *Report) Smallest() (Failure, bool) {
	if len(report.Failures) == 0 {
		return Failure{}, false
	}
	return slices.MinFunc(report.Failures, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Solutions, b.Solutions), cmp.Compare(len(b.Puzzle.Cube), len(a.Puzzle.Cube)))
	}), true
}
