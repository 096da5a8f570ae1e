package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/setter"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/bitset"
	"qmsat/native/generate"
)

var minimizeCommand = &command{
	name:    "minimize",
	args:    puzzleArgs,
	summary: "drop givens and constraints that a puzzle does not need",
	long: `Drops givens one by one, in random order, as long as the puzzle keeps its only solution. No given of the result can be
dropped. A full grid becomes a minimal puzzle. --smallest finds as few givens as possible.

--drop constraints keeps all givens and drops constraints, except the rows, columns and boxes of the grid; --drop all
drops both. A clue counts as one. --format yaml prints the puzzle as a model file.

gini finds the result and native confirms that it has one solution. For each part that is kept, gini finds a second
solution without it, and qmsat checks it against the model.`,
	examples: []example{
		{"minimize --box 2x2 1234341221434321", "a minimal puzzle with this solution"},
		{"minimize --smallest --box 2x2 1234341221434321", "one with the fewest givens"},
		{"minimize --drop constraints --model testdata/models/thermometer-6.yaml", "which parts of the thermometers are not needed?"},
	},
	output:  true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &minimizeFlags{}
		f.add(flags, "yaml")
		addName(flags, &f.drop, "drop", dropGivens, "`WHAT` may be dropped", dropGivens, dropConstraints, dropAll)
		flags.BoolVar(&f.smallest, "smallest", false, "keep as few parts as possible")
		flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed of the order")
		return f.run
	},
}

// What --drop takes.
const (
	dropGivens      = "givens"
	dropConstraints = "constraints"
	dropAll         = "all"
)

type minimizeFlags struct {
	setterFlags
	drop     string
	smallest bool
	seed     uint64
}

// minimizeRecord is the JSON object of a minimized puzzle.
type minimizeRecord struct {
	model.Puzzle
	Result    string       `json:"result"` // the puzzle with the givens that are kept
	Seed      uint64       `json:"seed"`
	Givens    int          `json:"givens"` // of the result
	Kept      []partRecord `json:"kept"`   // of what might have been dropped
	Dropped   []partRecord `json:"dropped"`
	Minimal   bool         `json:"minimal"`   // without any one of the kept parts there are more solutions
	Least     int          `json:"least"`     // a lower bound on the number of kept parts, if the fewest were asked for
	Smallest  bool         `json:"smallest"`  // no choice of parts is smaller
	Confirmed bool         `json:"confirmed"` // native finds one solution
	Solution  string       `json:"solution"`
	Seconds   float64      `json:"seconds"`
}

func (f *minimizeFlags) run(ctx context.Context, streams streams, args []string) error {
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return err
	}
	native, err := openOracle(ctx, "native", t)
	if err != nil {
		return err
	}
	defer native.Close()
	bar := newSpinner(streams.err, "")
	defer bar.clear()
	out := newLines(streams.out)
	if f.format == "text" {
		out.line(fmt.Sprintf("# qmsat minimize --drop %s --seed %d", f.drop, f.seed))
	}
	err = t.eachPuzzle(ctx, streams, f.timeout, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		started := time.Now()
		solutions, err := engine.Solutions(ctx, native, cube, 2)
		if err != nil {
			return err
		}
		if len(solutions) != 1 {
			return usageErrorf("%s: found %s, expected a puzzle with one", where(p), [...]string{"no solution", "", "several solutions"}[len(solutions)])
		}
		m := &minimizer{minimizeFlags: f, task: t, record: minimizeRecord{
			Puzzle: p, Seed: f.seed, Kept: []partRecord{}, Dropped: []partRecord{}, Solution: t.notation.FormatSolution(t.model, solutions[0]),
		}}
		err = m.minimize(ctx, cube, solutions[0], bar.describe)
		m.record.Seconds = time.Since(started).Seconds()
		bar.clear()
		if m.search == nil {
			return err
		}
		return firstError(m.print(out), err)
	})
	return firstError(out.flush(), err)
}

// minimizer minimizes one puzzle.
type minimizer struct {
	*minimizeFlags
	task   *task
	search *setter.Search
	kept   bitset.Set
	record minimizeRecord
}

// minimize searches until it is done or ctx ends. After an error the kept parts still leave one solution.
func (m *minimizer) minimize(ctx context.Context, cube model.Cube, solution model.Assignment, progress func(string)) error {
	problem := &setter.Problem{Model: m.task.model, Excluded: solution}
	for _, p := range append(m.task.constraints(), setter.Givens(cube)...) {
		if m.drop == dropGivens && !p.IsGiven() || m.drop == dropConstraints && p.IsGiven() || setter.IsHouse(m.task.model, p) {
			problem.Fixed = append(problem.Fixed, p)
		} else {
			problem.Parts = append(problem.Parts, p)
		}
	}
	search, err := setter.NewSearch(ctx, problem)
	if err != nil {
		return err
	}
	search.Progress = progress
	m.search, m.kept = search, search.All()
	order := generate.NewRandom(m.seed).Perm(len(problem.Parts))
	err = search.Shrink(ctx, m.kept, order, false)
	if err == nil && m.smallest {
		err = m.fewest(ctx)
	}
	m.fill(order)
	if err == nil {
		m.record.Confirmed, err = search.Confirm(ctx, m.kept)
		if err == nil && !m.record.Confirmed {
			err = checkFailed(fmt.Errorf("native finds other solutions of what gini says has one"))
		}
	}
	return err
}

// fill lists the kept and dropped parts in the record.
func (m *minimizer) fill(order []int) {
	r := &m.record
	for _, i := range order {
		if !m.kept.Has(i) {
			r.Dropped = append(r.Dropped, m.task.partRecord(m.search.Parts[i]))
		}
	}
	for i := range m.kept.All() {
		r.Kept = append(r.Kept, m.task.partRecord(m.search.Parts[i]))
	}
	r.Minimal, r.Least = m.search.Minimal(m.kept), m.search.Least()
}

// fewest replaces the kept parts by as few as possible.
func (m *minimizer) fewest(ctx context.Context) error {
	m.search.Offer(m.kept)
	set, err := m.search.Next(ctx, true)
	if err != nil {
		set = m.search.Kept
	}
	m.kept, m.record.Smallest = set, err == nil
	return err
}

func (m *minimizer) print(out *lines) error {
	r := &m.record
	left, givens := m.search.Left(m.kept)
	r.Result, r.Givens = m.task.notation.FormatCube(m.task.model, givens), len(givens)
	switch m.format {
	case "json":
		return firstError(out.object(r), out.flush())
	case "yaml":
		return firstError(left.WriteYAML(outputWriter{out.w}, givens), out.flush())
	}
	words := []string{fmt.Sprintf("%s %d givens", r.Result, r.Givens)}
	var givensDropped, others []string
	for _, p := range r.Dropped {
		if p.Value != nil {
			givensDropped = append(givensDropped, fmt.Sprintf("%s=%d", p.Cells[0], *p.Value))
		} else {
			others = append(others, "# dropped "+p.String())
		}
	}
	if m.drop != dropGivens {
		words = append(words, fmt.Sprintf("%d constraints dropped", len(others)))
	}
	words = append(words, r.verdict())
	out.line(strings.Join(words, ", "))
	if len(givensDropped) > 0 {
		out.line("# dropped " + strings.Join(givensDropped, " "))
	}
	for _, line := range others {
		out.line(line)
	}
	return out.flush()
}

// verdict says what is known about the kept parts.
func (r *minimizeRecord) verdict() string {
	text := "perhaps not minimal"
	if r.Minimal {
		text = "minimal"
	}
	if r.Smallest {
		text = "smallest"
	} else if r.Least > 0 {
		text += fmt.Sprintf(", at least %d kept", r.Least)
	}
	if !r.Confirmed {
		text += ", not confirmed"
	}
	return text
}
