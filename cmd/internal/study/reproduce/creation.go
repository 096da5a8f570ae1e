package reproduce

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/table"
	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// CreationCase is a method of making full grids, and their shape. Dudziak (2006) says only that 16×16 and 25×25 are too fast to
// measure, that several processes have a nearly ideal speed-up at 36×36, and that 49×49 is intractable.
type CreationCase struct {
	Group  string // of the table: published, without, workers, ours
	Name   string // the name of the line
	Method full.Method
	Shape  full.Shape
	Team   full.Team
	Times  int // factor on the number of grids, for lines whose steps vary too much
}

// CreationCases returns the lines of the table for boxes of the given sides. The published method runs at the sides up to 7. With
// one change at a time, it runs at the smallest side. Teams of workers run at 20×20, and our methods at all sides.
func CreationCases(sides []int) []CreationCase {
	var cases []CreationCase
	add := func(group, name string, side int, method full.Method, team full.Team) {
		cases = append(cases, CreationCase{group, name, method, full.Shape{BoxRows: side, BoxColumns: side}, team, 1})
	}
	alone := full.Team{Workers: 1}
	published := full.AsPublished()
	for _, side := range sides {
		if side <= 7 {
			add("published", "as published", side, published, alone)
		}
	}
	smallest := slices.Min(sides)
	for _, change := range creationChanges {
		changed := full.AsPublished()
		change.apply(&changed)
		add("without", change.name, smallest, changed, alone)
	}
	for _, workers := range []int{1, 2, 4, 8} {
		for _, share := range []bool{false, true} {
			if name := "apart"; workers > 1 || !share {
				if share {
					name = "sharing"
				}
				team := full.Team{Workers: workers, Period: creationPeriod, Share: share}
				cases = append(cases, CreationCase{"workers", fmt.Sprintf("%d %s", workers, name), published, teamShape, team, 8})
			}
		}
	}
	for _, side := range sides {
		if side < 10 {
			add("ours", "search", side, full.Search{}, alone)
		}
		add("ours", "bands", side, full.Bands{}, alone)
	}
	return cases
}

// creationPeriod is the number of steps between two meetings of workers: about a hundredth of what a 20×20 grid takes.
const creationPeriod = 1 << 15

// teamShape is the shape of the grids that teams make. 16×16 needs no team, and 25×25 takes minutes.
var teamShape = full.Shape{BoxRows: 4, BoxColumns: 5}

// creationChanges are the changes to the published method, one at a time.
var creationChanges = []struct {
	name  string
	apply func(p *full.Published)
}{
	{"without singles", func(p *full.Published) { p.Early, p.Late = without(p.Early, "singles"), without(p.Late, "singles") }},
	{"without subsets", func(p *full.Published) { p.Early = without(p.Early, "subsets") }},
	{"without locked", func(p *full.Published) { p.Early = without(p.Early, "locked") }},
	{"without shaving", func(p *full.Published) { p.Late = without(p.Late, "shaving") }},
	{"with fish", func(p *full.Published) { p.Early = append(slices.Clone(p.Early), "fish") }},
	{"one phase, the early", func(p *full.Published) { p.Late = p.Early }},
	{"one phase, the late", func(p *full.Published) { p.Early = p.Late }},
	{"break by open cells", func(p *full.Published) { p.BreakByCells = true }},
	{"one placement back", func(p *full.Published) { p.Back = 1e9 }},
	{"no new start", func(p *full.Published) { p.Restart = 1e9 }},
}

func without(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
}

// CreationFigures is the result of a case: medians over the grids filled in time.
type CreationFigures struct {
	Group      string       `json:"part"`
	Name       string       `json:"name"`
	Size       string       `json:"size"`
	Workers    int          `json:"workers" text:"-"`
	Seed       uint64       `json:"seed" text:"-"`
	Grids      int          `json:"grids" text:"-"`
	Full       int          `json:"full" show:"%d of %d" with:"Grids"`
	Seconds    table.Figure `json:"seconds" text:"time" show:"seconds" none:"-"`
	Steps      table.Figure `json:"steps" show:"%.0f" none:"-"`
	MeanSteps  table.Figure `json:"mean_steps" text:"mean steps" show:"%.0f" none:"-"`
	Placements table.Figure `json:"placements" show:"%.0f" none:"-"`
	Restarts   table.Figure `json:"restarts" text:"new starts" show:"%.0f" none:"-"`
	Shares     shares       `json:"shares,omitempty" text:"shares of time"` // of the time of all reductions
}

// shares are shares of a whole by name.
type shares map[string]float64

// String lists the shares, the largest first.
func (s shares) String() string {
	names := slices.SortedFunc(maps.Keys(s), func(a, b string) int { return cmp.Or(cmp.Compare(s[b], s[a]), cmp.Compare(a, b)) })
	return strings.Join(lists.Map(names, func(name string) string { return fmt.Sprintf("%s %.0f %%", name, 100*s[name]) }), ", ")
}

// Creation makes a grid for each of a number of seeds. It gives up a grid that is not full within the timeout (0: no limit).
func Creation(ctx context.Context, c CreationCase, seed uint64, seeds int, timeout time.Duration, progress func()) (CreationFigures, error) {
	f := CreationFigures{Group: c.Group, Name: c.Name, Size: sizeOf(c.Shape.Side()), Workers: c.Team.Workers, Seed: seed, Grids: seeds}
	made, err := study.Measure(ctx, 1, seeds, func(ctx context.Context) (func(int) (madeGrid, error), func(), error) {
		return func(i int) (madeGrid, error) { return create(ctx, c, seed+uint64(i), timeout) }, func() {}, nil
	}, progress)
	var seconds, steps, placements, restarts []float64
	spent, all := shares{}, 0.0
	for _, grid := range made {
		for name, reduction := range grid.effort.Reductions {
			spent[name] += reduction.Time.Seconds()
			all += reduction.Time.Seconds()
		}
		if grid.full {
			f.Full++
			seconds, steps = append(seconds, grid.time.Seconds()), append(steps, float64(grid.effort.Steps))
			placements, restarts = append(placements, float64(grid.effort.Placements)), append(restarts, float64(grid.effort.Restarts))
		}
	}
	f.Seconds, f.Steps, f.Placements, f.Restarts = median(seconds), median(steps), median(placements), median(restarts)
	mean, _ := meanAndDeviation(steps)
	f.MeanSteps = table.Known(f.Full > 0, mean)
	if all > 0 {
		f.Shares = spent
		for name := range spent {
			spent[name] /= all
		}
	}
	return f, err
}

// median sorts figures and returns the middle one. For an even number of figures, it returns the lower of the two.
func median(figures []float64) table.Figure {
	if len(figures) == 0 {
		return table.None()
	}
	middle, _ := middleAndLast(figures)
	return table.Figure(middle)
}

// madeGrid is one grid.
type madeGrid struct {
	full   bool // it was filled within the time limit
	effort full.Effort
	time   time.Duration
}

func create(ctx context.Context, c CreationCase, seed uint64, timeout time.Duration) (madeGrid, error) {
	limited, cancel := stop.Within(ctx, timeout)
	defer cancel()
	start := time.Now()
	grid, effort, err := c.Team.Fill(limited, c.Method, c.Shape, func(number int) *rand.Rand {
		return generate.NewStream(seed, uint64(number))
	})
	made := madeGrid{err == nil, effort, time.Since(start)}
	if err != nil {
		return made, context.Cause(ctx)
	}
	m, err := model.Sudoku(c.Shape.BoxRows, c.Shape.BoxColumns)
	if err == nil {
		err = m.Check(grid)
	}
	return made, err
}

var creationTopic = &study.Topic{
	Name: "creation", Summary: "time and evenness of making full grids (Dudziak 2006), beside ours",
	Help: `Measures how long full grids of each size take by the published method, by variants of it, by teams of workers and by
our methods, and how evenly each method chooses among all grids.`,
	New: study.Of[creation],
}

type creation struct {
	Boxes string `flag:"boxes" value:"3-9" usage:"sides of boxes, <N>, such as 3-5,9"`
	Seeds int    `flag:"seeds" value:"20" least:"1" usage:"grids per line, <N>"`
	Plot  string `flag:"plot" usage:"write the speed-up over workers as SVG to <FILE>"`
	seeded
	timed
	output
}

// Answer prints a line for each case and for each test of randomness, as soon as it is measured.
func (o *creation) Answer(ctx context.Context) error {
	sides, err := study.Numbers("boxes", o.Boxes, 2, 10, "4-6")
	if err != nil {
		return err
	}
	cases := CreationCases(sides)
	grids := lists.Sum(cases, func(c CreationCase) int { return c.Times * o.Seeds })
	bar := o.Bar(grids, "puzzles")
	g := study.NewResults[CreationFigures](&o.Base)
	for _, c := range cases {
		figures, err := Creation(ctx, c, o.Seed, o.Seeds*c.Times, o.Timeout, bar.Step)
		if err != nil {
			return err
		}
		g.Add(figures)
	}
	evenness := study.NewResults[Randomness](&o.Base)
	for _, method := range full.Methods() {
		for _, shape := range []full.Shape{{BoxRows: 2, BoxColumns: 2}, {BoxRows: 2, BoxColumns: 3}} {
			r, err := measureRandomness(ctx, method.New(nil), shape, randomnessSamples, o.Seed)
			if err != nil {
				return err
			}
			r.Group, r.Name = "evenness", method.Name
			evenness.Add(r)
		}
	}
	err = g.Layout(table.Stack(g.Lines(), evenness.Lines()), fmt.Sprintf(
		"medians over the grids that were filled in time; seeds from %d; steps of several workers are those of one, side by side;\n"+
			"χ² of %d grids against equal likelihood, of 4×4 by grid and of 6×6 by class\n", o.Seed, randomnessSamples), "")
	if o.Plot == "" {
		return err
	}
	return cmp.Or(err, o.WriteFile(o.Plot, func(w io.Writer) error {
		_, err := io.WriteString(w, speedUpChart(g.Records))
		return err
	}))
}

// randomnessSamples is the number of grids that each test of randomness draws, at 4×4 and at 6×6.
const randomnessSamples = 20_000

// speedUpChart draws the average speed-up in steps per worker, with the ideal.
func speedUpChart(records []CreationFigures) string {
	alone := 0.0
	chart := plot.Chart{
		Title: "Speed-up over workers, by counted steps", Description: "means over the grids that were filled in time",
		X: plot.Whole("workers"), Y: plot.Linear("times fewer steps"),
	}
	for _, r := range records {
		if r.Group != "workers" || r.Full == 0 {
			continue
		}
		if r.Workers == 1 {
			alone = float64(r.MeanSteps)
		}
		workers, faster := float64(r.Workers), alone/float64(r.MeanSteps)
		if strings.HasSuffix(r.Name, "apart") {
			chart.Add("workers apart", workers, faster)
		}
		if strings.HasSuffix(r.Name, "sharing") || r.Workers == 1 {
			chart.Add("workers sharing the furthest position", workers, faster)
			chart.Add("ideal", workers, workers)
		}
	}
	return chart.SVG()
}
