package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/draw"
	"qmsat/model/engine"
	"qmsat/native/logic"
)

func init() {
	register(Method{Name: "candidates", Summary: "print the values that cells have in solutions", emits: []any{Progress{}}, Command: Command{
		Help: `Prints each puzzle with the values that its cells have in solutions. A cell without a value means that the puzzle has
no solution.

--counts N prints a line a cell: for each value, the number of solutions with it. ">=N" means N or more.

native and residual share the search, and each solution is checked. Then each engine confirms what the other one found, as far
as it can in a tenth of the time that the search took, or in 50 ms; JSON says how many values are left unconfirmed. If they differ,
the exit status is 1.`,
		Examples: [][2]string{
			{"--box 2x2 1.......3....4..", "what cells can be in a puzzle of several solutions"},
			{"--counts 10 --box 2x2 1.......3....4..", "how many solutions each value has, up to 10"},
		},
		Formats: []string{"text", "json", "svg"}, Output: true,
	}}, candidates)
}

type candidatesRequest struct {
	About
	Counts int  `json:"counts" flag:"counts" least:"1" most:"10000" usage:"count solutions, up to <N> for each value"`
	Pencil bool `json:"pencil" note:"the values before any search, as people pencil them"`
}

// Ready implements [Ready].
func (q *candidatesRequest) Ready(format string) error {
	if q.Counts > 0 && format == "svg" {
		return errors.New("--counts cannot be combined with --format svg: pictures show no counts")
	}
	return nil
}

type candidatesAnswer struct {
	Candidates map[string][]int `json:"candidates"` // by variable
	Counts     candidateCounts  `json:"counts,omitempty"`
	Limit      uint64           `json:"limit,omitempty"`    // of counts
	Complete   *bool            `json:"complete,omitempty"` // of counts; otherwise they are lower bounds
	// Unconfirmed is the number of values that one engine settled alone, since the other had no time left for them.
	Unconfirmed int `json:"unconfirmed,omitempty" note:"values that one engine settled alone, for want of time"`
	Cut
	model   *model.Model
	givens  model.Cube
	domains []model.Domain
}

func candidates(ctx context.Context, q candidatesRequest, emit func(any) error) (a candidatesAnswer, err error) {
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return a, err
	}
	var domains []model.Domain
	var counts compare.Counts
	unconfirmed := 0
	if q.Pencil {
		var board *logic.Board
		if board, err = q.Puzzle.board(ctx, m); err == nil {
			domains = logic.NewState(board, givens).Domains()
		}
	} else {
		counts, unconfirmed, err = agreed(ctx, &q.Puzzle, m, givens, uint64(max(q.Counts, 1)), emit)
		domains = counts.Domains(m)
	}
	if err != nil && (q.Counts == 0 || ctx.Err() == nil) {
		return a, err
	}
	outputs := m.OutputVars()
	a = candidatesAnswer{Candidates: make(map[string][]int, len(outputs)), Unconfirmed: unconfirmed, model: m, givens: givens, domains: domains}
	for _, v := range outputs {
		a.Candidates[m.NameOf(v)] = slices.AppendSeq([]int{}, domains[v].All())
	}
	if q.Counts > 0 {
		a.Counts, a.Limit, a.Complete = countsByName(m, counts), uint64(q.Counts), new(err == nil)
	}
	return a, err
}

// Unasked, engines confirm one another for this share of the time that the search took, and at least for leastSecond.
const (
	secondShare = 10
	leastSecond = 50 * time.Millisecond
)

// agreed returns the counts of a puzzle's candidates, which no engine contradicts, and the number of values that one engine alone
// settled. If ctx ends first, the counts are those so far.
func agreed(ctx context.Context, p *Puzzle, m *model.Model, cube model.Cube, limit uint64, emit func(any) error) (
	counts compare.Counts, unconfirmed int, err error,
) {
	first, err := p.session(ctx, "native", m)
	if err != nil {
		return make(compare.Counts, len(m.Variables)), 0, err
	}
	second := func(within context.Context) (engine.Session, error) {
		if p.Opened.tried { // opening takes too long for a confirmation, but the next puzzles can use it
			within = ctx
		}
		p.Opened.tried = true
		return p.session(within, "residual", m)
	}
	tell, pace := telling(emit), engine.Pace{}
	counts, unconfirmed, err = compare.CandidatesByTwo(ctx, first, second, m, cube, limit, func(spent time.Duration) time.Duration {
		return max(leastSecond, spent/secondShare)
	}, compare.Told{Progress: func(solutions, asked int) {
		if pace.Due() {
			tell(fmt.Sprintf("%d solutions, %d values asked for", solutions, asked))
		}
	}})
	if errors.As(err, new(*compare.MissedError)) {
		err = study.Failed(err)
	}
	return counts, unconfirmed, err
}

// Print implements [Printer].
func (a candidatesAnswer) Print(to Output) error {
	if a.Complete == nil {
		_, err := fmt.Fprint(to, draw.Candidates(a.model, a.domains))
		return err
	}
	to.Puzzle()
	for _, v := range a.model.OutputVars() {
		name, words := a.model.NameOf(v), []string{}
		for value := range a.domains[v].All() {
			n, sign := a.Counts[name][value], ""
			if n == a.Limit || !*a.Complete {
				sign = ">="
			}
			words = append(words, strconv.Itoa(value)+":"+sign+strconv.FormatUint(n, 10))
		}
		if !*a.Complete && len(words) == 0 {
			words = []string{"unknown"}
		}
		to.Line("%s %s", name, strings.Join(words, " "))
	}
	return nil
}

// Pictures implements [Drawn].
func (a candidatesAnswer) Pictures(to Output) []draw.Picture {
	return []draw.Picture{{Caption: to.Caption(), Givens: a.givens, Candidates: a.domains}}
}
