package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/compare/table"
)

// figureRecord is the JSON object of a line of one of the tables of effort. A figure is 0 where there are no puzzles.
type figureRecord struct {
	Table string `json:"table"`
	reproduce.ComparisonLine
	ThirdCell string `json:"third_cell,omitempty"` // of the engine paper, where it is not the default
}

// differencesRecord is the JSON object that ends such a table.
type differencesRecord struct {
	Table       string   `json:"table"`
	Differences []string `json:"differences"`
	ThirdCell   string   `json:"third_cell,omitempty"`
}

func paperCommand(number int, summary string) *command {
	return topic(command{
		name: fmt.Sprintf("table%d", number), args: "[FILE]...", summary: summary,
		long: `Measures the table on other puzzles of the same kind, with as many givens. What should agree is the shape: the order of columns, and the
ratios of neighbouring ones. Where it does not, and a ratio is more than twice the other, a line says so. Each is measured under both
readings of the paper, third-cell=check and third-cell=remove. ` + defaultPuzzlesHelp,
	}, printPaperTable(number), (*reproduceFlags).addSpread, (*reproduceFlags).addFormat)
}

// printPaperTable returns what measures and prints one of the tables of effort.
func printPaperTable(number int) func(context.Context, streams, *lines, *reproduceFlags, []string) error {
	return func(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
		paper := reproduce.PaperTables[number-1]
		n := len(paper.Methods)
		runs, err := f.search(ctx, streams, args, slices.Concat(reproduce.Read(paper.Methods, "check"), reproduce.Read(paper.Methods, "remove")),
			reproduce.SearchOptions{})
		if err != nil {
			return err
		}
		name, check, remove := fmt.Sprintf("table%d", number), paper.Compare(runs[:n]), paper.Compare(runs[n:])
		if f.format == "text" {
			lines, notes := comparisonLines(check, remove)
			return out.table(table.Align(lines) + notes)
		}
		for _, reading := range []struct {
			thirdCell string
			reproduce.Comparison
		}{{"", check}, {"remove", remove}} {
			for _, line := range reading.Lines {
				out.object(figureRecord{name, line, reading.thirdCell})
			}
			out.object(differencesRecord{name, append([]string{}, reading.Differences()...), reading.thirdCell})
		}
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

// comparisonLines has the lines of each measure: what was published, what we measured with third-cell=check, and the ratio of the
// two, then both with third-cell=remove. The notes say where the shapes are others.
func comparisonLines(check, remove reproduce.Comparison) (lines []string, notes string) {
	puzzles := each(check.Puzzles, func(n int) string { return fmt.Sprint(n) })
	lines = []string{"\tfigures\t" + strings.Join(check.Columns, "\t"), "\tpuzzles\t" + strings.Join(puzzles, "\t")}
	for i, line := range check.Lines {
		lines = append(lines, line.Name+"\tpublished\t"+joinFigures(line.Published, line.Seconds))
		for _, ours := range []struct {
			name    string
			figures []float64
		}{{"ours", line.Ours}, {"ours, removing", remove.Lines[i].Ours}} {
			lines = append(lines, "\t"+ours.name+"\t"+joinFigures(ours.figures, line.Seconds), "\tratio\t"+joinRatios(ours.figures, line.Published))
		}
	}
	for _, reading := range []struct {
		name        string
		differences []string
	}{{"", check.Differences()}, {", removing", remove.Differences()}} {
		if len(reading.differences) == 0 {
			notes += fmt.Sprintf("the shape%s is the published one: the order of columns, and within a factor of 2 their ratios\n", reading.name)
		} else {
			notes += fmt.Sprintf("where the shape%s is not the published one:\n  %s\n", reading.name, strings.Join(reading.differences, "\n  "))
		}
	}
	return lines, notes + "the published puzzles are lost, and ours are others with as many givens: figures differ, shapes should not;\n" +
		"removing: of a line with one open cell, that loses the values out of bounds, where else they are only checked;\n" +
		"published times: Java on a Pentium M with 1 GHz\n"
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
