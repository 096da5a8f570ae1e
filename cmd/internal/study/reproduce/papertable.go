package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"qmsat/cmd/internal/study"
	"qmsat/compare/show"
)

// figureRecord is a line of one of the tables of effort. A figure is 0 if there are no puzzles.
type figureRecord struct {
	Table string `json:"table"`
	ComparisonLine
	ThirdCell string `json:"third_cell,omitempty"` // of the engine paper, unless it is the default
}

// differencesRecord ends such a table.
type differencesRecord struct {
	Table       string   `json:"table"`
	Differences []string `json:"differences"`
	ThirdCell   string   `json:"third_cell,omitempty"`
}

func paperTopic(number int, summary string) *study.Topic {
	return &study.Topic{
		Name: fmt.Sprintf("table%d", number), Args: "[FILE]...", Summary: summary,
		Help: fmt.Sprintf(`Measures table %d of Roach et al. 2009 on other puzzles of the same kind, for both values of third-cell (qmsat help
search). The order of columns and the ratio of each column to the next should agree; a line names each ratio that
differs by more than a factor of two. The default puzzles are testdata/quasimagic-180.txt.`, number),
		New: func() study.Study { return &paper{table: PaperTables[number-1]} },
	}
}

type paper struct {
	study.Some
	output
	table PaperTable
}

// Answer measures and prints one of the tables of effort.
func (o *paper) Answer(ctx context.Context) error {
	n := len(o.table.Methods)
	runs, err := search(ctx, &o.Base, o.Most, 0, slices.Concat(under("check", o.table.Methods), under("remove", o.table.Methods)))
	if err != nil {
		return err
	}
	figures, shapes := study.NewResults[figureRecord](&o.Base), study.NewResults[differencesRecord](&o.Base)
	name, check, remove := fmt.Sprintf("table%d", o.table.Number), o.table.Compare(runs[:n]), o.table.Compare(runs[n:])
	for i, c := range []Comparison{check, remove} {
		thirdCell := [...]string{"", "remove"}[i]
		for _, line := range c {
			figures.Add(figureRecord{name, line, thirdCell})
		}
		shapes.Add(differencesRecord{name, append([]string{}, c.Differences()...), thirdCell})
	}
	return figures.Layout(comparisonLines(check, remove), comparisonNotes(check, remove), "")
}

// comparisonLines has the lines of each measure: what was published, what we measured with third-cell=check, and the ratio of the
// two, then both with third-cell=remove.
func comparisonLines(check, remove Comparison) (lines []string) {
	lines = []string{"\tfigures\t" + strings.Join(check[0].Columns, "\t"), "\tpuzzles" + cells(check[0].Puzzles, func(n int) string { return fmt.Sprint(n) })}
	for i, line := range check {
		lines = append(lines, line.Name+"\tpublished"+line.cells(line.Published))
		for j, ours := range [][]float64{line.Ours, remove[i].Ours} {
			lines = append(lines, "\t"+[...]string{"ours", "ours, removing"}[j]+line.cells(ours), "\tratio"+ratios(ours, line.Published))
		}
	}
	return lines
}

// comparisonNotes names the differences in shape.
func comparisonNotes(check, remove Comparison) (notes string) {
	for i, differences := range [][]string{check.Differences(), remove.Differences()} {
		name := [...]string{"", ", removing"}[i]
		if len(differences) == 0 {
			notes += fmt.Sprintf("the shape%s is the published one: the order of columns, and within a factor of 2 their ratios\n", name)
		} else {
			notes += fmt.Sprintf("differences from the published shape%s:\n  %s\n", name, strings.Join(differences, "\n  "))
		}
	}
	return notes + "the published puzzles are lost; ours have as many givens, so figures differ but shapes should agree;\n" +
		"removing: with --third-cell remove (qmsat help search);\n" +
		"published times: Java on a Pentium M with 1 GHz\n"
}

// cells writes the cells of a table, each behind a tab.
func cells[T any](figures []T, write func(T) string) (text string) {
	for _, x := range figures {
		text += "\t" + write(x)
	}
	return text
}

// cells writes figures of a measure; "-" stands for none.
func (l ComparisonLine) cells(figures []float64) string {
	return cells(figures, func(x float64) string {
		switch {
		case x == 0:
			return "-"
		case l.Seconds:
			return show.Seconds(x)
		}
		return fmt.Sprintf("%.0f", x)
	})
}

// ratios writes how many times the published figures ours are.
func ratios(ours, published []float64) (text string) {
	for i := range ours {
		if ours[i] == 0 || published[i] == 0 {
			text += "\t-"
		} else {
			text += fmt.Sprintf("\t×%.3g", ours[i]/published[i])
		}
	}
	return text
}
