package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"qmsat/compare/reproduce"
	"qmsat/compare/show"
)

// figureRecord is the JSON object of a line of one of the tables of effort: by column, the published figures and ours.
// Times are in seconds; a figure is 0 where there are no puzzles.
type figureRecord struct {
	Table     string    `json:"table"`
	Measure   string    `json:"measure"`
	Columns   []string  `json:"columns"`
	Puzzles   []int     `json:"puzzles"` // ours, by column
	Published []float64 `json:"published"`
	Ours      []float64 `json:"ours"`
}

// differencesRecord is the JSON object that ends such a table.
type differencesRecord struct {
	Table       string   `json:"table"`
	Differences []string `json:"differences"`
}

// printPaperTable returns what measures and prints one of the tables of effort.
func printPaperTable(number int) func(context.Context, streams, *lines, *reproduceFlags, []string) error {
	return func(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
		table := reproduce.PaperTables[number-1]
		runs, err := f.search(ctx, streams, args, table.Methods, reproduce.SearchOptions{})
		if err != nil {
			return err
		}
		name, comparison := fmt.Sprintf("table%d", number), table.Compare(runs)
		differences := comparison.Differences()
		if f.format == "text" {
			writeComparison(out, comparison, differences)
			return nil
		}
		for _, line := range comparison.Lines {
			out.object(figureRecord{name, line.Name, comparison.Columns, comparison.Puzzles, line.Published, line.Ours})
		}
		out.object(differencesRecord{name, append([]string{}, differences...)})
		return nil
	}
}

// search runs the methods on the puzzles that the arguments name.
func (f *reproduceFlags) search(
	ctx context.Context, streams streams, args []string, methods []reproduce.Method, options reproduce.SearchOptions,
) ([][]reproduce.SearchRun, error) {
	t, err := ruleTask()
	if err != nil {
		return nil, err
	}
	cubes, err := t.puzzlesOf(streams, args, f.puzzles)
	if err != nil {
		return nil, err
	}
	bar := puzzleBar(streams.err, len(cubes))
	defer bar.clear()
	options.Progress = bar.step
	return reproduce.Searches(ctx, methods, cubes, options)
}

// writeComparison prints three lines a measure: what was published, what we measured, and the ratio of the two; then where
// the shape is another.
func writeComparison(out *lines, c reproduce.Comparison, differences []string) {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\tfigures\t%s\t\n\tpuzzles", strings.Join(c.Columns, "\t"))
	for _, n := range c.Puzzles {
		fmt.Fprintf(w, "\t%d", n)
	}
	fmt.Fprint(w, "\t\n")
	for _, line := range c.Lines {
		fmt.Fprintf(w, "%s\tpublished\t%s\t\n", line.Name, joinFigures(line.Published, line.Seconds))
		fmt.Fprintf(w, "\tours\t%s\t\n", joinFigures(line.Ours, line.Seconds))
		fmt.Fprintf(w, "\tratio\t%s\t\n", joinRatios(line.Ours, line.Published))
	}
	w.Flush()
	if len(differences) == 0 {
		text.WriteString("the shape is the published one: the order of columns, and within a factor of 2 their ratios\n")
	} else {
		text.WriteString("where the shape is not the published one:\n  " + strings.Join(differences, "\n  ") + "\n")
	}
	text.WriteString("the published puzzles are lost, and ours are others with as many givens: figures differ, shapes should not;\n" +
		"published times: Java on a Pentium M with 1 GHz\n")
	out.table(text.String())
}

// joinFigures writes figures as cells of a table; "-" stands for none.
func joinFigures(figures []float64, seconds bool) string {
	var cells []string
	for _, x := range figures {
		switch {
		case x == 0:
			cells = append(cells, "-")
		case seconds:
			cells = append(cells, show.Seconds(x))
		default:
			cells = append(cells, fmt.Sprintf("%.0f", x))
		}
	}
	return strings.Join(cells, "\t")
}

// joinRatios writes how many times the published figures ours are.
func joinRatios(ours, published []float64) string {
	var cells []string
	for i := range ours {
		if ours[i] == 0 || published[i] == 0 {
			cells = append(cells, "-")
			continue
		}
		cells = append(cells, fmt.Sprintf("×%.3g", ours[i]/published[i]))
	}
	return strings.Join(cells, "\t")
}
