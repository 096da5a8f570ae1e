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
	Entry string   `json:"entry,omitempty"` // of a clue: as in a model file
	Cells []string `json:"cells"`
	Value *int     `json:"value,omitempty"` // of a given
	Line  int      `json:"line,omitempty"`
}

func (t *task) partRecord(p setter.Part) partRecord {
	r := partRecord{Kind: p.Kind, Name: p.Name, Entry: p.Entry, Line: p.Line, Cells: lists.Map(p.Cells, t.model.NameOf)}
	if p.IsGiven() {
		r.Value = &p.Given.Value
	}
	return r
}

// String writes the part on one line, with at most some of its cells.
func (r partRecord) String() string {
	const most = 16
	switch {
	case r.Value != nil:
		return fmt.Sprintf("%s %s=%d", r.Kind, r.Cells[0], *r.Value)
	case r.Entry != "":
		return r.Entry
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
	search, err := setter.NewSearch(ctx, &setter.Problem{Model: t.model, Parts: append(t.constraints(), setter.Givens(cube)...)})
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
		var set bitset.Set
		if set, err = search.Next(ctx, f.smallest); set == nil {
			r.Complete = err == nil
			continue
		}
		c := conflictSet{Minimal: search.Minimal(set), Smallest: f.smallest && err == nil}
		for i := range set.All() {
			c.Parts = append(c.Parts, t.partRecord(search.Parts[i]))
		}
		if err == nil {
			c.Confirmed, err = search.Confirm(ctx, set)
		}
		if err == nil && !c.Confirmed {
			err = checkFailed(fmt.Errorf("native finds a solution of what gini calls a conflict"))
		}
		r.Conflicts = append(r.Conflicts, c)
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
