package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/setter"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/bitset"
)

var conflictCommand = &command{
	name:    "conflict",
	args:    puzzleArgs,
	summary: "explain why a puzzle has no solution",
	long: `Prints a conflict: givens and constraints that have no solution together, although they have one without any single
one of them. A house, a clue and a constraint of a FlatZinc file count as one each.

gini finds the conflict and native confirms that it has no solution. For each part, gini finds a solution of the others,
and qmsat checks it against the model. A puzzle with a solution has no conflict: the exit status is 1.

FlatZinc constraints have the names that MiniZinc keeps (constraint :: "name"). With minizinc --keep-paths they also have
their lines in the model.`,
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
		return f.run
	},
}

// setterFlags are the flags of commands on the parts of a puzzle.
type setterFlags struct {
	model   *modelFlags
	format  string
	timeout time.Duration
}

func (f *setterFlags) add(flags *pflag.FlagSet, formats ...string) {
	f.model = addModelFlags(flags)
	f.model.separate = true
	addFormat(flags, &f.format, append([]string{"text", "json"}, formats...)...)
	addDuration(flags, &f.timeout, "timeout", 0, "give up on a puzzle after `D`, such as 10s")
}

// constraints returns the constraints of the model as parts.
func (t *task) constraints() []setter.Part { return setter.Constraints(t.model, t.parts) }

// partRecord is the JSON object of a part of a puzzle.
type partRecord struct {
	Kind  string   `json:"kind"`
	Name  string   `json:"name,omitempty"`
	Cells []string `json:"cells"`
	Value *int     `json:"value,omitempty"` // of a given
	Line  int      `json:"line,omitempty"`
}

func (t *task) partRecord(p setter.Part) partRecord {
	r := partRecord{Kind: p.Kind, Name: p.Name, Line: p.Line, Cells: lists.Map(p.Cells, t.model.NameOf)}
	if p.IsGiven() {
		r.Value = &p.Given.Value
	}
	return r
}

// String writes the part on one line, with at most some of its cells.
func (r partRecord) String() string {
	const most = 16
	if r.Value != nil {
		return fmt.Sprintf("%s %s=%d", r.Kind, r.Cells[0], *r.Value)
	}
	text := r.Kind
	if r.Name != "" {
		text += fmt.Sprintf(" %q", r.Name)
	}
	if r.Line > 0 {
		text += fmt.Sprintf(" in line %d", r.Line)
	}
	if len(r.Cells) > most {
		r.Cells = append(r.Cells[:most-1:most-1], "…", r.Cells[len(r.Cells)-1])
	}
	return text + ": " + strings.Join(r.Cells, " ")
}

type conflictFlags struct {
	setterFlags
	all      int
	smallest bool
}

// conflictRecord is the JSON object of a puzzle's conflicts.
type conflictRecord struct {
	model.Puzzle
	Outcome   string        `json:"outcome"` // satisfiable, unsatisfiable, or unknown if the search was stopped
	Solution  string        `json:"solution,omitempty"`
	Conflicts []conflictSet `json:"conflicts"`
	Complete  bool          `json:"complete"` // there are no other conflicts
	Seconds   float64       `json:"seconds"`
}

// conflictSet is a set of parts without a solution.
type conflictSet struct {
	Parts     []partRecord `json:"parts"`
	Minimal   bool         `json:"minimal"`   // without any one of the parts there is a solution
	Smallest  bool         `json:"smallest"`  // of those that were not printed before
	Confirmed bool         `json:"confirmed"` // native finds no solution
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
	err = t.eachPuzzle(ctx, streams, f.timeout, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		r := conflictRecord{Puzzle: p, Outcome: "unknown", Conflicts: []conflictSet{}}
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
	problem := &setter.Problem{Model: t.model, Parts: append(t.constraints(), setter.Givens(cube)...)}
	search, err := setter.NewSearch(ctx, problem)
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
	search.Offer(core)
	for len(r.Conflicts) < f.all {
		set, err := search.Next(ctx, f.smallest)
		if set == nil && err == nil {
			r.Complete = true
			return nil
		}
		if err != nil && search.Kept != nil {
			set = search.Kept
		}
		if set != nil {
			confirmErr := f.keep(ctx, t, search, set, err == nil, r)
			err = firstError(err, confirmErr)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keep adds a conflict to the record, and has native confirm it.
func (f *conflictFlags) keep(ctx context.Context, t *task, search *setter.Search, set bitset.Set, done bool, r *conflictRecord) error {
	c := conflictSet{Minimal: search.Minimal(set), Smallest: done && f.smallest}
	for i := range set.All() {
		c.Parts = append(c.Parts, t.partRecord(search.Parts[i]))
	}
	confirmed, err := search.Confirm(ctx, set)
	c.Confirmed = confirmed
	r.Conflicts = append(r.Conflicts, c)
	if err == nil && !confirmed {
		return checkFailed(fmt.Errorf("native finds a solution of what gini calls a conflict"))
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
		words := []string{fmt.Sprintf("conflict of %d", len(c.Parts))}
		for _, says := range []struct {
			is       bool
			yes, not string
		}{{c.Minimal, "minimal", "perhaps not minimal"}, {c.Smallest, "smallest", ""}, {c.Confirmed, "confirmed by native", "not confirmed"}} {
			if says.is {
				words = append(words, says.yes)
			} else if says.not != "" {
				words = append(words, says.not)
			}
		}
		out.line(out.heading(strings.Join(words, ", ") + ":"))
		for _, p := range c.Parts {
			out.line("  " + p.String())
		}
	}
	if r.Complete && f.all > 1 {
		out.line("# there are no other conflicts")
	}
	return out.flush()
}
