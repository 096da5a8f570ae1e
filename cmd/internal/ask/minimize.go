package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/cmd/internal/study"
	"qmsat/internal/stop"
	"qmsat/model/document"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

func init() {
	register(Method{Name: "minimize", Summary: "drop givens and constraints that a puzzle does not need", emits: []any{Progress{}}, Command: Command{
		Help: `Drops givens one by one, in random order, as long as the puzzle keeps its only solution. No given of the result can be
dropped. A full grid becomes a minimal puzzle. --smallest finds as few givens as possible.

--drop constraints keeps all givens and drops constraints, except the rows, columns and boxes of the grid; --drop all
drops both. A clue counts as one. --format yaml prints the puzzle as a model file.

gini finds the result and native confirms that it has one solution. For each part that is kept, gini
finds a second solution of the puzzle without it, and qmsat checks that solution by the model.`,
		Examples: [][2]string{
			{"--box 2x2 1234341221434321", "a minimal puzzle with this solution"},
			{"--smallest --box 2x2 1234341221434321", "one with the fewest givens"},
			{"--drop constraints --model testdata/models/thermometer-6.yaml", "which parts of the thermometers are not needed?"},
		},
		Formats: []string{"text", "json", "yaml"}, Output: true,
	}}, minimize)
}

// What may be dropped.
const (
	dropGivens      = "givens"
	dropConstraints = "constraints"
)

type minimizeRequest struct {
	About
	Drop     string `json:"drop" flag:"drop" names:"givens,constraints,all" usage:"<WHAT> may be dropped"`
	Smallest bool   `json:"smallest" flag:"smallest" usage:"keep as few parts as possible"`
	Seed     uint64 `json:"seed" flag:"seed" value:"1" usage:"<S>, the seed of the order"`
}

type minimizeAnswer struct {
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
	Ended
	drop string
	left func() (*document.Document, error)
}

func minimize(ctx context.Context, q minimizeRequest, emit func(any) error) (a minimizeAnswer, err error) {
	d, err := q.Puzzle.open(ctx)
	if err != nil {
		return a, err
	}
	m, cube := d.Bare().Model, d.Givens
	native, err := q.Puzzle.session(ctx, "native", m)
	if err != nil {
		return a, err
	}
	solutions, err := engine.Collect(ctx, native, cube, 2)
	switch {
	case err != nil:
		return a, err
	case len(solutions) == 0:
		return a, badf("found no solution, expected a puzzle with one")
	case len(solutions) > 1:
		return a, badf("found several solutions, expected a puzzle with one")
	}
	problem := &setter.Problem{Model: m, Excluded: solutions[0]}
	search, err := stop.Leave(ctx, func() (*setter.Search, error) {
		for _, p := range append(setter.Constraints(ctx, d, q.Puzzle.Parts), setter.Givens(cube)...) {
			if q.Drop == dropGivens && !p.IsGiven() || q.Drop == dropConstraints && p.IsGiven() || setter.IsHouse(m, p) {
				problem.Fixed = append(problem.Fixed, p)
			} else {
				problem.Parts = append(problem.Parts, p)
			}
		}
		return setter.NewSearch(ctx, problem)
	}, nil)
	if err != nil {
		return a, badIn(ctx, err)
	}
	search.Progress = telling(emit)
	kept, order := search.All(), generate.NewRandom(q.Seed).Perm(len(problem.Parts))
	err = search.Shrink(ctx, kept, order, false)
	if err == nil && q.Smallest {
		search.Offer(kept)
		kept, err = search.Next(ctx, true)
	}
	a = minimizeAnswer{
		Seed: q.Seed, Kept: kept.Size(), Dropped: []setter.PartRecord{}, Solution: q.Puzzle.Notation.FormatSolution(m, solutions[0]),
		Minimal: search.Minimal(kept), Least: search.Least(), Smallest: q.Smallest && err == nil, drop: q.Drop,
	}
	for _, i := range order {
		if !kept.Has(i) {
			a.Dropped = append(a.Dropped, search.Parts[i].Record(m))
		}
	}
	if err == nil {
		if a.Confirmed, err = search.Confirm(ctx, kept); err == nil && !a.Confirmed {
			err = study.Failed(fmt.Errorf("native finds other solutions of what gini says has one"))
		}
	}
	_, left := problem.Left(kept)
	a.left = func() (*document.Document, error) { return problem.Document(d.Bare(), kept) }
	a.Result, a.Givens = q.Puzzle.Notation.FormatCube(m, left), len(left)
	return a, err
}

// Print implements [Printer].
func (a minimizeAnswer) Print(to Output) error {
	if to.Format == "yaml" {
		if to.Number > 1 {
			to.Line("---")
		}
		left, err := a.left()
		if err != nil {
			return err
		}
		return left.Write(to)
	}
	if to.Number == 1 {
		to.Line("# qmsat minimize --drop %s --seed %d", a.drop, a.Seed)
	}
	var givens, others []string
	for _, p := range a.Dropped {
		if p.Value != nil {
			givens = append(givens, fmt.Sprintf("%s=%d", p.Cells[0], *p.Value))
		} else {
			others = append(others, p.String())
		}
	}
	text := fmt.Sprintf("%s %d givens", a.Result, a.Givens)
	if a.drop != dropGivens {
		text += fmt.Sprintf(", %d constraints dropped", len(others))
	}
	text += ", " + extent(a.Minimal, a.Smallest)
	if a.Least > 0 && !a.Smallest {
		text += fmt.Sprintf(", at least %d kept", a.Least)
	}
	to.Line("%s, %s", text, confirmation(a.Confirmed))
	if len(givens) > 0 {
		others = slices.Insert(others, 0, strings.Join(givens, " "))
	}
	for _, dropped := range others {
		to.Line("# dropped %s", dropped)
	}
	return nil
}
