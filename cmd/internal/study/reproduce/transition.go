package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/table"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// transitionMethods are methods of the survey for any size that solve most hard puzzles, with budgets for 16×16 and 25×25. They
// are Lewis' own and the two best at 9×9. Lewis' method cools faster than published, because a chain is as long as the square of
// the number of free cells.
var transitionMethods = []string{
	"annealing[iterations=20000000,cooling=0.95]", "quantum-annealing[iterations=10000000]", "projection[steps=5000]",
}

// Givens draws puzzles with boxes of a shape, whose grids a method fills. Each cell of a full grid is given with probability share, so each puzzle has one
// solution or several. With a larger share, the puzzles of a seed keep their givens and get some more.
//
// Source: Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007), section 5, where full grids are
// shuffled from one; here they are made band by band.
func Givens(ctx context.Context, method full.Method, shape full.Shape, puzzles int, share float64, seed uint64) ([]model.Cube, error) {
	var cubes []model.Cube
	for i := range puzzles {
		random := rand.New(rand.NewPCG(seed+uint64(i), uint64(shape.BoxColumns)))
		grid, _, err := full.Fill(ctx, method, shape, random)
		if err != nil {
			return nil, err
		}
		cubes = append(cubes, generate.Share(random, grid, share))
	}
	return cubes, nil
}

var transitionTopic = &study.Topic{
	Name: "transition", Summary: "three methods of the survey on 16×16 and 25×25, by the share of cells given (Lewis 2007)",
	Help: `Measures how many puzzles of each size and share of givens each method solves. The puzzles come from seeds.`,
	New:  study.Of[transition],
}

type transition struct {
	Boxes   string `flag:"boxes" value:"4,5" usage:"sides of boxes, <N>, such as 3-5"`
	Seeds   int    `flag:"seeds" value:"5" least:"1" usage:"puzzles per line, <N>"`
	Engines string `flag:"engine" engines:"several" usage:"engines <NAME,...> (default: three of the survey)"`
	seeded
	worked
	plots
}

// transitionRecord is a method on puzzles of one size with one share of givens.
type transitionRecord struct {
	Size   string  `json:"size"`
	Share  float64 `json:"share"` // of given cells
	Method string  `json:"method"`
	SurveyFigures
}

// Answer prints, for each size and share of givens, how many puzzles each method solves, and draws the curves. After an interruption
// it prints the results so far.
func (o *transition) Answer(ctx context.Context) error {
	boxes, err := study.Numbers("boxes", o.Boxes, 2, 7, "4,5")
	if err != nil {
		return err
	}
	methods, err := study.Engines("engine", cmp.Or(o.Engines, strings.Join(transitionMethods, ",")), study.Lists)
	if err != nil {
		return err
	}
	g, lines := study.NewResults[transitionRecord](&o.Base), table.Pivot{Title: "size\tgiven", Down: true}
	bar := o.Bar(len(boxes)*(transitionShares-1)*len(methods)*o.Seeds, "runs")
	for i := 0; i < len(boxes)*(transitionShares-1) && err == nil; i++ {
		share := float64(i%(transitionShares-1)+1) / transitionShares
		err = o.measure(ctx, boxes[i/(transitionShares-1)], share, methods, bar.Step, func(r transitionRecord) error {
			lines.Set(fmt.Sprintf("%s\t%.0f %%", r.Size, 100*r.Share), r.Method,
				fmt.Sprintf("%d of %d, %s, %s", r.Solved, r.Runs, r.iterations("%[1]d"), show.Seconds(r.MedianTime.Seconds())))
			return g.Add(r)
		})
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	return cmp.Or(g.Layout(lines.Lines(), "puzzles solved, median iterations of these, median time of all\n",
		"Success by the share of givens", transitionChart(g.Records)), err)
}

// transitionShares is the number of shares of givens. The last one, all cells, is not measured.
const transitionShares = 10

// measure measures puzzles with boxes of a size and a share of givens.
func (o *transition) measure(
	ctx context.Context, box int, share float64, methods []engine.Chosen, step func(), add func(transitionRecord) error,
) error {
	m, err := model.Sudoku(box, box)
	if err != nil {
		return err
	}
	cubes, err := Givens(ctx, full.Bands{}, full.Shape{BoxRows: box, BoxColumns: box}, o.Seeds, share, o.Seed)
	for i := 0; i < len(methods) && err == nil; i++ {
		var runs []MethodRun
		if runs, err = Survey(ctx, m, methods[i], cubes, SurveyOptions{1, o.Seed, o.Workers, step}); err == nil {
			err = add(transitionRecord{sizeOf(box * box), share, methods[i].String(), SurveyOf(runs)})
		}
	}
	return err
}

// transitionChart draws the share solved by the share of givens, a curve for each size and method.
func transitionChart(all []transitionRecord) plot.Chart {
	engineOf := func(r transitionRecord) string {
		name, _, _ := strings.Cut(r.Method, "[")
		return name
	}
	chart := plot.Chart{
		Title: "Share of puzzles solved by the share of cells given", Description: "as Lewis drew it in 2007: easy, hard, easy",
		X: plot.Linear("share of cells given"), Y: plot.Linear("share solved"),
	}
	for _, r := range all {
		name := engineOf(r)
		if slices.ContainsFunc(all, func(other transitionRecord) bool { return engineOf(other) == name && other.Method != r.Method }) {
			name = r.Method
		}
		chart.Add(name+" "+r.Size, r.Share, float64(r.Solved)/float64(r.Runs))
	}
	return chart
}
