package ask

import (
	"cmp"
	"context"
	"io"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/encode/answer"
	"qmsat/model"
	"qmsat/model/engine"
)

func init() {
	register(Method{Name: "count", Summary: "count solutions", emits: []any{Progress{}}, Command: Command{
		Help: `Prints the exact number of solutions of each puzzle, one a line. ">=K": a limit, a timeout, the memory or an interrupt
stopped the count at K.

By default native counts. After 50 ms frontier starts as well, and the first to finish wins. With --limit 16 or less it is
gini that starts, after 5 ms. Without a limit, residual alone counts formulas such as CNF files. One engine counts alone if a flag
chooses the engine or its settings, or with --workers, --checkpoint or --cluster.

--format mc answers as in the Model Counting Competition. --states prints the product of n! over all boxes,
each with n open cells (Roach et al. 2009).`,
		Examples: [][2]string{
			{"--box 2x2", "the number of 4×4 Sudoku grids"},
			{"--limit 2 --confirm auto --model testdata/models/killer-9.yaml", "is the solution of a model the only one, by two engines?"},
			{"--box 2x2 --proof 4x4.proof 1....2...3......", "the number of solutions, and a file that proves it"},
		},
		Formats: []string{"text", "json", "mc"},
	}}, count)
}

type countRequest struct {
	Searching
	Confirm string `json:"confirm" flag:"confirm" engines:"auto" usage:"have an unrelated engine <NAME> count again, or auto"`
}

// Ready implements [Ready].
func (q *countRequest) Ready(string) error {
	if err := q.choose(study.FindsAll); err != nil {
		return err
	}
	by, err := Confirming(q.Confirm, q.By.Engine, engine.Result{})
	if q.Confirm != "" && q.Confirm != Unrelated {
		q.beside = func(e *engine.Engine) bool { return by.Engine.Unrelated(e) }
	}
	return err
}

type countAnswer struct{ searched }

func count(ctx context.Context, q countRequest, emit func(any) error) (a countAnswer, err error) {
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return a, err
	}
	var found func(model.Assignment) error
	if q.Puzzle.Document == nil {
		found = watched(emit)
	}
	if a.searched, err = q.search(ctx, m, givens, q.Limit, found, emit); a.model == nil {
		return a, err
	}
	a.notes("counted", emit)
	var c *engine.Confirmation
	if err == nil {
		c, err = a.confirm(ctx, q.Confirm, cmp.Or(a.result.By, q.By.Engine), givens, q.Limit, leastSecond)
	}
	if c != nil {
		a.Confirm = c.By.String()
	}
	if a.Complete || c != nil {
		a.Confirmed = new(c != nil && c.Confirms(a.result))
	}
	return a, err
}

// Counted returns the answer to a request whose result is known.
func Counted(request any, result engine.Result, took time.Duration) any {
	q := request.(*countRequest)
	a := countAnswer{searched{result: result, model: q.Puzzle.Document.Model, Seconds: took.Seconds()}}
	q.fill(&a.searched, q.Puzzle.Document.Givens)
	return a
}

// Single reports whether one engine alone found a count.
func (a countAnswer) Single() bool { return a.Complete && !*a.Confirmed }

// Print implements [Printer].
func (a countAnswer) Print(to Output) error {
	text := a.Count
	switch {
	case to.Format == "mc":
		text = answer.CountLines(a.model, a.number(), a.Complete)
	case !a.Complete:
		text = ">=" + text
	}
	_, err := io.WriteString(to.Writer, text+"\n")
	return err
}
