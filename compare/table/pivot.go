package table

import (
	"slices"
	"strings"
)

// Pivot is a text with a line a row and a column a heading, both in the order in which they come first.
type Pivot struct {
	Title   string // above the rows' names, which may have several columns
	Missing string // stands for a cell that is not set
	Down    bool   // a cell that is set again begins a further row of that name, not a column
	rows    []string
	columns []string
	cells   map[[2]int]string
}

// Set sets the cell of a row and a column, in the last ones of these names.
func (p *Pivot) Set(row, column, cell string) {
	at := [2]int{last(&p.rows, row), last(&p.columns, column)}
	if _, set := p.cells[at]; set && p.Down {
		p.rows, at[0] = append(p.rows, row), len(p.rows)
	} else if set {
		p.columns, at[1] = append(p.columns, column), len(p.columns)
	}
	if p.cells == nil {
		p.cells = map[[2]int]string{}
	}
	p.cells[at] = cell
}

// last returns the last place of a name in a list, which gets it if it lacks it.
func last(names *[]string, name string) int {
	for i, other := range slices.Backward(*names) {
		if other == name {
			return i
		}
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// Lines are the heading and the rows, with tabs between columns.
func (p *Pivot) Lines() []string {
	lines := []string{strings.Join(append([]string{p.Title}, p.columns...), "\t")}
	for r, row := range p.rows {
		for c := range p.columns {
			cell, set := p.cells[[2]int{r, c}]
			if !set {
				cell = p.Missing
			}
			row += "\t" + cell
		}
		lines = append(lines, row)
	}
	return lines
}

// Stack puts tables one below another, with an empty line between them, so that all have the same columns.
func Stack(tables ...[]string) (lines []string) {
	width := 0
	for i, table := range tables {
		if i > 0 {
			lines = append(lines, strings.Repeat("\t", width))
		}
		lines, width = append(lines, table...), strings.Count(table[0], "\t")
	}
	return lines
}
