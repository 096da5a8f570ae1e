package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/model"
)

var conflictCommand = &command{
	name:    "conflict",
	args:    puzzleArgs,
	summary: "explain why a puzzle has no solution",
	long: `Prints a conflict: givens and constraints that have no solution together, although they have one without any single
one of them. A house, a clue and a constraint of a FlatZinc file count as one each.

gini finds the conflict and native confirms that it has no solution. For each part, gini finds a solution of the others,
and qmsat checks it against the model. A puzzle with a solution has no conflict: the exit status is 1.

FlatZinc constraints have the names that MiniZinc keeps (constraint :: "name") and, with minizinc --keep-paths, their
lines in the model. What MiniZinc resolves while it compiles, such as x = y, is not in the file.`,
	examples: []example{
		{"conflict --box 2x2 12..34....1..3..", "why a puzzle is broken"},
		{"conflict --smallest --all 5 --box 2x2 12..34....1..3..", "the five smallest reasons"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &conflictFlags{}
		f.add(flags)
		addWhole(flags, &f.all, "all", 1, 1, "print up to `N` different conflicts")
		flags.BoolVar(&f.smallest, "smallest", false, "print a conflict with the fewest parts; with --all, the smallest first")
		return f.model.each(f.run)
	},
}

// setterFlags are the flags of commands on the parts of a puzzle.
type setterFlags struct {
	model  *modelFlags
	format string
}

func (f *setterFlags) add(flags *pflag.FlagSet, formats ...string) {
	f.model = addModelFlags(flags)
	f.model.separate = true
	addFormat(flags, &f.format, append([]string{"text", "json"}, formats...)...)
	f.model.addTimeout()
}

// constraints returns the constraints of the model as parts. If ctx ends, some are missing.
func (t *task) constraints(ctx context.Context) []setter.Part {
	return setter.Constraints(ctx, t.model, t.parts)
}

type conflictFlags struct {
	setterFlags
	all      int
	smallest bool
}

// conflictRecord is the JSON object of a puzzle's conflicts.
type conflictRecord struct {
	model.Puzzle
	Outcome   string            `json:"outcome"` // satisfiable, unsatisfiable, or unknown if the search was stopped
	Solution  string            `json:"solution,omitempty"`
	Conflicts []setter.Conflict `json:"conflicts"`
	Complete  bool              `json:"complete"` // there are no other conflicts
	Seconds   float64           `json:"seconds"`
}

func (f *conflictFlags) run(ctx context.Context, streams streams, args []string) error {
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return err
	}
	bar := newSpinner(streams.err, "")
	defer bar.clear()
	out := newLines(streams.out)
	var solvable error
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		r := conflictRecord{Puzzle: p, Outcome: "unknown", Conflicts: []setter.Conflict{}}
		started := time.Now()
		err := f.find(ctx, t, cube, &r, bar)
		bar.clear()
		if r.Seconds = time.Since(started).Seconds(); r.Solution != "" {
			solvable = checkFailed(fmt.Errorf("%s: it has a solution, so there is no conflict", where(p)))
		}
		return firstError(f.print(out, r), err)
	})
	return firstError(out.flush(), err, solvable)
}

// find fills the record with what it finds until ctx ends.
func (f *conflictFlags) find(ctx context.Context, t *task, cube model.Cube, r *conflictRecord, bar bar) error {
	search, err := setter.NewSearch(ctx, &setter.Problem{Model: t.model, Parts: append(t.constraints(ctx), setter.Givens(cube)...)})
	if err != nil {
		return err
	}
	search.Progress = bar.describe
	solution, _, core, err := search.Solve(ctx, search.All())
	if err != nil {
		return err
	}
	if solution != nil {
		r.Outcome, r.Solution = "satisfiable", t.notation.FormatSolution(t.model, solution)
		return nil
	}
	r.Outcome = "unsatisfiable"
	for search.Offer(core); len(r.Conflicts) < f.all && err == nil && !r.Complete; {
		c, refuted, failed := search.Conflict(ctx, f.smallest)
		if err = failed; refuted {
			err = checkFailed(fmt.Errorf("native finds a solution of what gini calls a conflict"))
		}
		if r.Complete = c == nil && err == nil; c != nil {
			r.Conflicts = append(r.Conflicts, *c)
		}
	}
	return err
}

func (f *conflictFlags) print(out *lines, r conflictRecord) error {
	if f.format == "json" {
		return firstError(out.object(r), out.flush())
	}
	out.puzzle(f.format, r.Puzzle)
	if r.Outcome != "unsatisfiable" {
		out.line(strings.TrimSpace(r.Outcome + " " + r.Solution))
	}
	for _, c := range r.Conflicts {
		out.line(out.heading(fmt.Sprintf("conflict of %d, %s, %s:", len(c.Parts), extent(c.Minimal, c.Smallest), confirmation(c.Confirmed))))
		for _, p := range c.Parts {
			out.line("  " + p.String())
		}
	}
	if r.Complete && f.all > 1 {
		out.line("# there are no other conflicts")
	}
	return out.flush()
}

// extent says how small a set of parts is.
func extent(minimal, smallest bool) string {
	switch {
	case smallest:
		return "smallest"
	case minimal:
		return "minimal"
	}
	return "perhaps not minimal"
}

func confirmation(confirmed bool) string {
	if confirmed {
		return "confirmed by native"
	}
	return "not confirmed"
}
