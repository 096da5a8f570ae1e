package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/native/generate/full"
)

var creationCommand = topic(command{
	name: "creation", summary: "how full grids are made, and how evenly (Dudziak 2006), beside ours",
	long: `Measures how long full grids of each size take by the published method, by changes of it, by teams of workers, and by ours, and how
evenly each method chooses among all grids.`,
}, printCreation, func(f *reproduceFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.boxes, "boxes", "3-9", "sides of boxes, `N`, or several such as 3-5,9")
	addWhole(flags, &f.seeds, "seeds", 20, 1, "grids per line, `N`")
	flags.StringVar(&f.plot, "plot", "", "write the speed-up over workers as SVG to `FILE`")
}, (*reproduceFlags).addSeed, (*reproduceFlags).addTimeout, (*reproduceFlags).addFormat)

// randomnessRecord is the JSON object of a line on how evenly grids are made.
type randomnessRecord struct {
	Part string `json:"part"`
	Name string `json:"name"`
	Size string `json:"size"`
	reproduce.Randomness
}

// randomnessSamples is how many grids show how evenly a method makes them, by 4×4 and 6×6.
const randomnessSamples = 20_000

// printCreation prints the lines on how grids are made and how evenly, as they are measured.
func printCreation(ctx context.Context, streams streams, out *lines, f *reproduceFlags, _ []string) error {
	sides, ok := parseNumbers(f.boxes)
	if !ok || slices.Min(sides) < 2 || slices.Max(sides) > 10 {
		return usageErrorf("--boxes %q, expected numbers from 2 to 10, such as 4-6", f.boxes)
	}
	cases := reproduce.CreationCases(sides)
	grids := 0
	for _, c := range cases {
		grids += c.Times * f.seeds
	}
	bar := puzzleBar(streams.err, grids)
	defer bar.clear()
	table := results[reproduce.CreationFigures]{out: out, format: f.format}
	table.Heading, table.Row = "part\tname\tsize\tfull\ttime\tsteps\tmean steps\tplacements\tnew starts\tshares of time", creationRow
	for _, c := range cases {
		figures, err := reproduce.Creation(ctx, c, f.seed, f.seeds*c.Times, f.timeout, bar.step)
		if err != nil {
			return err
		}
		table.add(figures)
	}
	evenness := results[randomnessRecord]{out: out, format: f.format}
	evenness.Heading, evenness.Row = "\t\t\t\t\t\t\t\t\t\nevenness\tmethod\tsize\tkinds seen\tχ²\tlikelihood\t\t\t\t", randomnessRow
	list, err := measureEvenness(ctx, f.seed)
	if err != nil {
		return err
	}
	evenness.add(list...)
	table.layout(append(table.Lines(), evenness.Lines()...), fmt.Sprintf(
		"medians over the grids that were filled in time; seeds from %d; steps of several workers are those of one, side by side;\n"+
			"χ² of %d grids against equal likelihood, of 4×4 by grid and of 6×6 by class\n", f.seed, randomnessSamples))
	if f.plot == "" {
		return nil
	}
	return outputError(writeFile(f.plot, streams.out, func(w io.Writer) error {
		_, err := io.WriteString(w, speedUpChart(table.Records))
		return err
	}))
}

// measureEvenness measures each method on 4×4 and 6×6 grids.
func measureEvenness(ctx context.Context, seed uint64) ([]randomnessRecord, error) {
	var records []randomnessRecord
	for _, method := range full.Methods() {
		for _, shape := range []full.Shape{{BoxRows: 2, BoxColumns: 2}, {BoxRows: 2, BoxColumns: 3}} {
			r, err := reproduce.MeasureRandomness(ctx, method.New(nil), shape, randomnessSamples, seed)
			if err != nil {
				return nil, err
			}
			records = append(records, randomnessRecord{"evenness", method.Name, fmt.Sprintf("%d×%[1]d", shape.Side()), r})
		}
	}
	return records, nil
}

func creationRow(r reproduce.CreationFigures) string {
	figures := "-\t-\t-\t-\t-"
	if r.Full > 0 {
		figures = fmt.Sprintf("%s\t%.0f\t%.0f\t%.0f\t%.0f", show.Seconds(float64(r.Seconds)), r.Steps, r.MeanSteps, r.Placements, r.Restarts)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d of %d\t%s\t%s", r.Part, r.Name, r.Size, r.Full, r.Grids, figures, shares(r.Shares))
}

func randomnessRow(r randomnessRecord) string {
	return fmt.Sprintf("\t%s\t%s\t%d of %d\t%.0f\t%.2g\t\t\t\t", r.Name, r.Size, r.Seen, r.Kinds, r.Statistic, r.Likelihood)
}

func shares(of map[string]float64) string {
	names := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(cmp.Compare(of[b], of[a]), cmp.Compare(a, b)) })
	return strings.Join(each(names, func(name string) string { return fmt.Sprintf("%s %.0f %%", name, 100*of[name]) }), ", ")
}

// speedUpChart draws how many times fewer steps each worker takes than one alone, on average, beside the ideal.
func speedUpChart(records []reproduce.CreationFigures) string {
	alone := 0.0
	for _, r := range records {
		if r.Part == "workers" && r.Workers == 1 && r.Full > 0 {
			alone = float64(r.MeanSteps)
		}
	}
	apart, sharing := plot.Series{Name: "workers apart"}, plot.Series{Name: "workers sharing the furthest position", Style: 1}
	ideal := plot.Series{Name: "ideal", Style: 2}
	for _, r := range records {
		if r.Part != "workers" || r.Full == 0 {
			continue
		}
		point := plot.Point{X: float64(r.Workers), Y: alone / float64(r.MeanSteps)}
		if strings.HasSuffix(r.Name, "sharing") || r.Workers == 1 {
			sharing.Points = append(sharing.Points, point)
			ideal.Points = append(ideal.Points, plot.Point{X: point.X, Y: point.X})
		}
		if strings.HasSuffix(r.Name, "apart") {
			apart.Points = append(apart.Points, point)
		}
	}
	chart := plot.Chart{
		Title: "Speed-up over workers, by counted steps", Description: "means over the grids that were filled in time",
		X: plot.Whole("workers"), Y: plot.Linear("times fewer steps"), Series: []plot.Series{apart, sharing, ideal},
	}
	return chart.SVG()
}
