package draw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Solution writes a solution as text: rows below each other, boxes apart, and outputs that are not cells below. mark, if not nil,
// marks up the digits of a cell; it must not change their displayed width.
func Solution(m *model.Model, a model.Assignment, mark func(v model.Var, digits string) string) string {
	if m.Grid == nil {
		return model.Assignments.FormatSolution(m, a)
	}
	cells := make([]string, m.Grid.Cells())
	var others model.Cube
	for _, v := range m.OutputVars() {
		if int(v) < len(cells) {
			cells[v] = fmt.Sprint(a[v])
		} else {
			others = append(others, model.Given{Var: v, Value: a[v]})
		}
	}
	width := 1
	for _, digits := range cells {
		width = max(width, len(digits))
	}
	for v, digits := range cells {
		if digits == "" {
			cells[v] = fmt.Sprintf("%*s", width, ".")
		} else if cells[v] = fmt.Sprintf("%*s", width, digits); mark != nil {
			cells[v] = mark(model.Var(v), cells[v])
		}
	}
	text := rows(m.Grid, cells)
	if len(others) > 0 {
		text += model.Assignments.FormatCube(m, others) + "\n"
	}
	return text
}

// Candidates writes the possible values of variables as text: cells in rows and columns, then other outputs, one a line.
func Candidates(m *model.Model, domains []model.Domain) string {
	separator := ""
	for _, d := range domains {
		if !d.Empty() && (d.Max() > 9 || d.Min() < 0) {
			separator = ","
		}
	}
	words := make([]string, len(domains))
	for v, d := range domains {
		values := lists.Map(slices.Collect(d.All()), strconv.Itoa)
		if words[v] = strings.Join(values, separator); len(values) == 0 {
			words[v] = "-"
		}
	}
	cells := 0
	var text strings.Builder
	if g := m.Grid; g != nil {
		cells = g.Cells()
		widths := make([]int, g.Columns)
		for v, word := range words[:cells] {
			widths[v%g.Columns] = max(widths[v%g.Columns], len(word))
		}
		for v, word := range words[:cells] {
			words[v] = fmt.Sprintf("%-*s", widths[v%g.Columns], word)
		}
		for line := range strings.Lines(rows(g, words)) {
			text.WriteString(strings.TrimRight(line, " \n") + "\n")
		}
	}
	for _, v := range m.OutputVars() {
		if int(v) >= cells {
			fmt.Fprintf(&text, "%s: %s\n", m.NameOf(v), words[v])
		}
	}
	return text.String()
}

// rows writes the cells of a grid: rows below each other, boxes apart.
func rows(g *model.Grid, cells []string) string {
	var text strings.Builder
	for r := range g.Rows {
		if g.HasBoxes() && r > 0 && r%g.BoxRows == 0 {
			text.WriteString("\n")
		}
		for c := range g.Columns {
			switch {
			case c == 0:
			case g.HasBoxes() && c%g.BoxColumns == 0:
				text.WriteString("   ")
			default:
				text.WriteString(" ")
			}
			text.WriteString(cells[g.Cell(r, c)])
		}
		text.WriteString("\n")
	}
	return text.String()
}
