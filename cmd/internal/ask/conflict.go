package ask

import (
	"context"
	"fmt"
	"strings"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/cmd/internal/study"
	"qmsat/internal/stop"
)

func init() {
	register(Method{Name: "conflict", Summary: "explain why a puzzle has no solution", emits: []any{Progress{}}, Command: Command{
		Help: `Prints a conflict: givens and constraints that have no solution together, although they have one without any single
one of them. A house, a clue and a constraint of a FlatZinc file count as one each.

gini finds the conflict and native confirms that it has no solution. For each part, gini finds a solution
without it, and qmsat checks that solution by the model. --smallest with --all may take hours. A puzzle with a solution has no conflict: the exit status is 1.

FlatZinc constraints have the names that MiniZinc keeps (constraint :: "name") and, with minizinc --keep-paths, their
lines in the model. What MiniZinc resolves while it compiles, such as x = y, is not in the file.`,
		Examples: [][2]string{
			{"--box 2x2 12..34....1..3..", "why a puzzle is broken"},
			{"--smallest --all 5 --box 2x2 12..34....1..3..", "the five smallest reasons"},
		},
		Formats: []string{"text", "json"},
	}}, conflict)
}

type conflictRequest struct {
	About
	All      int  `json:"all" flag:"all" value:"1" least:"1" usage:"print up to <N> different conflicts"`
	Smallest bool `json:"smallest" flag:"smallest" usage:"print a conflict with the fewest parts; with --all, the smallest first"`
}

type conflictAnswer struct {
	Outcome   string            `json:"outcome"` // satisfiable, unsatisfiable, or unknown if the search was stopped
	Solution  string            `json:"solution,omitempty"`
	Conflicts []setter.Conflict `json:"conflicts"`
	Complete  bool              `json:"complete"` // there are no other conflicts
	Ended
	several bool // were asked for
}

func conflict(ctx context.Context, q conflictRequest, emit func(any) error) (a conflictAnswer, err error) {
	d, err := q.Puzzle.open(ctx)
	if err != nil {
		return a, err
	}
	m := d.Bare().Model
	a = conflictAnswer{Outcome: "unknown", Conflicts: []setter.Conflict{}, several: q.All > 1}
	search, err := stop.Leave(ctx, func() (*setter.Search, error) {
		parts := append(setter.Constraints(ctx, d, q.Puzzle.Parts), setter.Givens(d.Givens)...)
		return setter.NewSearch(ctx, &setter.Problem{Model: m, Parts: parts})
	}, nil)
	if err != nil {
		return a, badIn(ctx, err)
	}
	search.Progress = telling(emit)
	solution, _, core, err := search.Solve(ctx, search.All())
	if err != nil {
		return a, err
	}
	if solution != nil {
		a.Outcome, a.Solution = "satisfiable", q.Puzzle.Notation.FormatSolution(m, solution)
		return a, nil
	}
	a.Outcome = "unsatisfiable"
	for search.Offer(core); len(a.Conflicts) < q.All && err == nil && !a.Complete; {
		c, refuted, failed := search.Conflict(ctx, q.Smallest)
		if err = failed; refuted {
			err = study.Failed(fmt.Errorf("native finds a solution of what gini calls a conflict"))
		}
		if a.Complete = c == nil && err == nil; c != nil {
			a.Conflicts = append(a.Conflicts, *c)
		}
	}
	return a, err
}

// Check fails if the puzzle has a solution.
func (a conflictAnswer) Check() error {
	if a.Solution == "" {
		return nil
	}
	return fmt.Errorf("it has a solution, so there is no conflict")
}

// Print implements [Printer].
func (a conflictAnswer) Print(to Output) error {
	to.Puzzle()
	if a.Outcome != "unsatisfiable" {
		to.Line("%s", strings.TrimSpace(a.Outcome+" "+a.Solution))
	}
	for _, c := range a.Conflicts {
		to.Line("%s", to.Heading(fmt.Sprintf("conflict of %d, %s, %s:", len(c.Parts), extent(c.Minimal, c.Smallest), confirmation(c.Confirmed))))
		for _, p := range c.Parts {
			to.Line("  %s", p)
		}
	}
	if a.Complete && a.several {
		to.Line("# there are no other conflicts")
	}
	return nil
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
