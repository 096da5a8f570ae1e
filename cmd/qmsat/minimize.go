package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/model"
	"qmsat/model/engine"
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
	parts:   true,
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &minimizeFlags{}
		f.add(flags, "yaml")
		addName(flags, &f.drop, "drop", dropGivens, "`WHAT` may be dropped", dropGivens, dropConstraints, dropAll)
		flags.BoolVar(&f.smallest, "smallest", false, "keep as few parts as possible")
		addNumber(flags, &f.seed, "seed", 1, "`S`, the seed of the order")
		return f.model.each(f.run)
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
	models   int // printed
}

// minimizeRecord is the JSON object of a minimized puzzle.
type minimizeRecord struct {
	model.Puzzle
	Result    string              `json:"result"` // the puzzle with the givens that are kept
	Seed      uint64              `json:"seed"`
	Givens    int                 `json:"givens"`  // of the result
	Kept      int                 `json:"kept"`    // parts that might have been dropped
	Dropped   []setter.PartRecord `json:"dropped"` // in the order of the seed
	Minimal   bool                `json:"minimal"` // without any one of the kept parts there are more solutions
	Least     int                 `json:"least"`   // a lower bound on the number of kept parts, if the fewest were asked for
	Smallest  bool                `json:"smallest"`
	Confirmed bool                `json:"confirmed"` // native finds one solution
	Solution  string              `json:"solution"`
	Seconds   float64             `json:"seconds"`
}

func (f *minimizeFlags) run(ctx context.Context, streams streams, args []string) error {
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return err
	}
	bar := newSpinner(streams.err, "")
	defer bar.clear()
	out := newLines(streams.out)
	if f.format == "text" {
		out.line(fmt.Sprintf("# qmsat minimize --drop %s --seed %d", f.drop, f.seed))
	}
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		defer bar.clear()
		native, err := t.oracle(ctx, "native")
		if err != nil {
			return err
		}
		solutions, err := engine.Solutions(ctx, native, cube, 2)
		if err != nil {
			return err
		}
		if len(solutions) != 1 {
			return usageErrorf("%s: found %s, expected a puzzle with one", where(p), [...]string{"no solution", "", "several solutions"}[len(solutions)])
		}
		return f.minimize(ctx, t, p, cube, solutions[0], out, bar)
	})
	return firstError(out.flush(), err)
}

// minimize drops parts of a puzzle until it is done or ctx ends, and prints what is left: it has one solution.
func (f *minimizeFlags) minimize(ctx context.Context, t *task, p model.Puzzle, cube model.Cube, solution model.Assignment, out *lines, bar bar) error {
	started := time.Now()
	problem := &setter.Problem{Model: t.model, Excluded: solution}
	for _, p := range append(t.constraints(ctx), setter.Givens(cube)...) {
		if f.drop == dropGivens && !p.IsGiven() || f.drop == dropConstraints && p.IsGiven() || setter.IsHouse(t.model, p) {
			problem.Fixed = append(problem.Fixed, p)
		} else {
			problem.Parts = append(problem.Parts, p)
		}
	}
	search, err := setter.NewSearch(ctx, problem)
	if err != nil {
		return err
	}
	search.Progress = bar.describe
	kept, order := search.All(), generate.NewRandom(f.seed).Perm(len(problem.Parts))
	err = search.Shrink(ctx, kept, order, false)
	if err == nil && f.smallest {
		search.Offer(kept)
		kept, err = search.Next(ctx, true)
	}
	r := minimizeRecord{
		Puzzle: p, Seed: f.seed, Kept: kept.Size(), Dropped: []setter.PartRecord{}, Solution: t.notation.FormatSolution(t.model, solution),
		Minimal: search.Minimal(kept), Least: search.Least(), Smallest: f.smallest && err == nil,
	}
	for _, i := range order {
		if !kept.Has(i) {
			r.Dropped = append(r.Dropped, search.Parts[i].Record(t.model))
		}
	}
	if err == nil {
		r.Confirmed, err = search.Confirm(ctx, kept)
	}
	if err == nil && !r.Confirmed {
		err = checkFailed(fmt.Errorf("%s: native finds other solutions of what gini says has one", where(p)))
	}
	left, givens := problem.Left(kept)
	r.Result, r.Givens, r.Seconds = t.notation.FormatCube(t.model, givens), len(givens), time.Since(started).Seconds()
	switch f.format {
	case "json":
		out.object(r)
	case "yaml":
		if f.models++; f.models > 1 {
			out.line("---")
		}
		err = firstError(left.WriteYAML(outputWriter{out.w}, givens), err)
	default:
		f.print(out, r)
	}
	return firstError(out.flush(), err)
}

func (f *minimizeFlags) print(out *lines, r minimizeRecord) {
	var givens, others []string
	for _, p := range r.Dropped {
		if p.Value != nil {
			givens = append(givens, fmt.Sprintf("%s=%d", p.Cells[0], *p.Value))
		} else {
			others = append(others, p.String())
		}
	}
	text := fmt.Sprintf("%s %d givens", r.Result, r.Givens)
	if f.drop != dropGivens {
		text += fmt.Sprintf(", %d constraints dropped", len(others))
	}
	text += ", " + extent(r.Minimal, r.Smallest)
	if r.Least > 0 && !r.Smallest {
		text += fmt.Sprintf(", at least %d kept", r.Least)
	}
	out.line(text + ", " + confirmation(r.Confirmed))
	if len(givens) > 0 {
		others = slices.Insert(others, 0, strings.Join(givens, " "))
	}
	for _, dropped := range others {
		out.line("# dropped " + dropped)
	}
}
