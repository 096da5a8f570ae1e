package rules

import (
	"fmt"

	"qmsat/model"
)

// family is a kind of statement about quasi-magic grids: that no grid has a certain pattern of values. What one may ask with
// other values, or under a condition, are the statements of the family.
type family struct {
	name    string
	arity   int // how many values a statement has
	ordered int // how many of the first values have a place of their own; the others may be exchanged, and are ascending

	text func(v []int) string
	// patterns returns what no grid is to have, up to movements of the grid: one of these formulas.
	patterns func(g *model.Grid, v []int) []model.Formula
	// summed says that a statement which follows from the sum of one line is not worth listing.
	summed bool
	// conditions are the sorts of conditions under which the statement is asked, beside none where it has values.
	conditions []conditionSort
}

// centreFamily names the family that says what centres are.
const centreFamily = "centre"

// families lists the families in the order in which they are asked. Within a family and from one to the next, what says more
// comes first: then what follows from it is not listed again.
var families = []family{
	{
		name: "none", conditions: []conditionSort{noCentre},
		text:     func([]int) string { return "there is no grid" },
		patterns: func(*model.Grid, []int) []model.Formula { return []model.Formula{model.And{}} },
	},
	cellFamily(centreFamily, 1, 1),
	cellFamily("corner", 0, 0),
	cellFamily("edge", 0, 1),
	pairFamily("line", "a line", outerLine, middleLine, diagonalLine),
	pairFamily("outer", "an outer row or column", outerLine),
	pairFamily("middle", "a middle row or column", middleLine),
	pairFamily("diagonal", "a diagonal", diagonalLine),
	tripleFamily("line", "a line", outerLine, middleLine, diagonalLine),
	tripleFamily("outer", "an outer row or column", outerLine),
	tripleFamily("middle", "a middle row or column", middleLine),
	tripleFamily("diagonal", "a diagonal", diagonalLine),
	orderedFamily("outer", "an outer row or column", outerLine),
	orderedFamily("middle", "a middle row or column", middleLine),
	orderedFamily("diagonal", "a diagonal", diagonalLine),
	cellsFamily("centre-and-corner", "a mini-grid with centre %d has no corner %d", 2, place{1, 1}, place{0, 0}),
	cellsFamily("centre-and-edge", "a mini-grid with centre %d has no edge %d", 2, place{1, 1}, place{0, 1}),
	cellsFamily("corner-beside-edge", "no corner %d is beside an edge %d of its mini-grid", 2, place{0, 0}, place{0, 1}),
	cellsFamily("corner-across-from-edge", "no corner %d is across from an edge %d of its mini-grid", 2, place{0, 0}, place{1, 2}),
	cellsFamily("corners-of-a-side", "%d and %d are never corners at the same side of a mini-grid", 0, place{0, 0}, place{0, 2}),
	cellsFamily("opposite-corners", "%d and %d are never opposite corners of a mini-grid", 0, place{0, 0}, place{2, 2}),
	cellsFamily("edges-around-a-corner", "%d and %d are never edges around a corner of a mini-grid", 0, place{0, 1}, place{1, 0}),
	cellsFamily("opposite-edges", "%d and %d are never opposite edges of a mini-grid", 0, place{0, 1}, place{2, 1}),
	centresFamily("centres", "no grid has both the centres %d and %d", 1, 4),
	centresFamily("centres-in-line", "centres %d and %d share no band and no stack", 1),
	centresFamily("centres-apart", "centres %d and %d meet only in a band or stack", 4),
	{
		name: "each-line", arity: 1, conditions: bothSorts,
		text: func(v []int) string { return fmt.Sprintf("each band and each stack has a centre %d", v[0]) },
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return []model.Formula{model.AtMost{K: 0, Of: centresAre(g, []int{0, 1, 2}, v[0])}}
		},
	},
	leastFamily(3), leastFamily(2), leastFamily(1),
	mostFamily(1), mostFamily(2),
}

// FamilyNames returns the names of the families, in the order in which they are asked.
func FamilyNames() []string {
	var names []string
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// cellFamily says that a kind of cell, given by one of them in a box, is never a digit.
func cellFamily(kind string, row, column int) family {
	return family{
		name: kind, arity: 1, conditions: bothSorts,
		text: func(v []int) string { return fmt.Sprintf("no %s is %d", kind, v[0]) },
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return []model.Formula{model.And{model.Is(g.BoxCell(0, row, column), v[0])}}
		},
	}
}

// The lines of the first box, one of each kind up to movements.
const (
	outerLine    = 0
	middleLine   = 1
	diagonalLine = 6
)

// pairFamily says that two digits never share a line of some kinds.
func pairFamily(name, line string, kinds ...int) family {
	return family{
		name: "pair-" + name, arity: 2, conditions: []conditionSort{noCentre},
		text: func(v []int) string { return fmt.Sprintf("%d and %d never share %s of a mini-grid", v[0], v[1], line) },
		patterns: func(g *model.Grid, v []int) []model.Formula {
			var all []model.Formula
			for _, kind := range kinds {
				cells := g.BoxLines(0)[kind].Cells
				all = append(all,
					model.And{model.Is(cells[0], v[0]), model.Is(cells[1], v[1])},
					model.And{model.Is(cells[0], v[1]), model.Is(cells[1], v[0])},
					model.And{model.Is(cells[0], v[0]), model.Is(cells[2], v[1])})
			}
			return all
		},
	}
}

// tripleFamily says that three digits never make up a line of some kinds.
func tripleFamily(name, line string, kinds ...int) family {
	return family{
		name: "triple-" + name, arity: 3, summed: true, conditions: []conditionSort{noCentre},
		text: func(v []int) string {
			return fmt.Sprintf("%d, %d and %d never make up %s of a mini-grid", v[0], v[1], v[2], line)
		},
		patterns: func(g *model.Grid, v []int) []model.Formula {
			var all []model.Formula
			for _, kind := range kinds {
				cells := g.BoxLines(0)[kind].Cells
				for middle := range v {
					ends := []int{v[(middle+1)%3], v[(middle+2)%3]}
					all = append(all, model.And{
						model.Is(cells[0], ends[0]), model.Is(cells[1], v[middle]), model.Is(cells[2], ends[1]),
					})
				}
			}
			return all
		},
	}
}

// orderedFamily says that a line of some kind never has the first value between the other two.
func orderedFamily(name, line string, kind int) family {
	return family{
		name: "between-" + name, arity: 3, ordered: 1, summed: true,
		text: func(v []int) string {
			return fmt.Sprintf("%s of a mini-grid never has %d between %d and %d", line, v[0], v[1], v[2])
		},
		patterns: func(g *model.Grid, v []int) []model.Formula {
			cells := g.BoxLines(0)[kind].Cells
			return []model.Formula{model.And{model.Is(cells[0], v[1]), model.Is(cells[1], v[0]), model.Is(cells[2], v[2])}}
		},
	}
}

// place is a row and a column of a box.
type place struct{ row, column int }

// cellsFamily says that two cells of a mini-grid, as they lie to each other, never have two digits.
func cellsFamily(name, text string, ordered int, a, b place) family {
	return family{
		name: name, arity: 2, ordered: ordered, summed: true,
		text: func(v []int) string { return fmt.Sprintf(text, v[0], v[1]) },
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return []model.Formula{model.And{
				model.Is(g.BoxCell(0, a.row, a.column), v[0]), model.Is(g.BoxCell(0, b.row, b.column), v[1]),
			}}
		},
	}
}

// centresFamily says that two different centres do not meet in boxes that lie like the first one and others.
func centresFamily(name, text string, others ...int) family {
	return family{
		name: name, arity: 2, conditions: bothSorts,
		text: func(v []int) string { return fmt.Sprintf(text, v[0], v[1]) },
		patterns: func(g *model.Grid, v []int) []model.Formula {
			var all []model.Formula
			for _, box := range others {
				all = append(all, model.And{model.Is(g.BoxCell(0, 1, 1), v[0]), model.Is(g.BoxCell(box, 1, 1), v[1])})
			}
			return all
		},
	}
}

// leastFamily says that k mini-grids of the grid or more have a centre. Three are the most, since those of a band or stack
// differ.
func leastFamily(k int) family {
	return family{
		name: fmt.Sprintf("at-least-%d", k), arity: 1, conditions: bothSorts,
		text: func(v []int) string {
			return fmt.Sprintf("at least %s of the grid %s centre %d", minigrids(k), has(k), v[0])
		},
		patterns: func(g *model.Grid, v []int) []model.Formula {
			boxes := make([]int, g.Boxes())
			for box := range boxes {
				boxes[box] = box
			}
			return []model.Formula{model.AtMost{K: k - 1, Of: centresAre(g, boxes, v[0])}}
		},
	}
}

// mostFamily says that k mini-grids of the grid or fewer have a centre. Any two of those that have it share no band or stack,
// and so are like the first boxes of the diagonal.
func mostFamily(k int) family {
	return family{
		name: fmt.Sprintf("at-most-%d", k), arity: 1, conditions: bothSorts,
		text: func(v []int) string {
			return fmt.Sprintf("at most %s of the grid %s centre %d", minigrids(k), has(k), v[0])
		},
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return []model.Formula{model.And(centresAre(g, []int{0, 4, 8}[:k+1], v[0]))}
		},
	}
}

func minigrids(k int) string {
	return [...]string{1: "one mini-grid", 2: "two mini-grids", 3: "three mini-grids"}[k]
}

func has(k int) string {
	if k == 1 {
		return "has"
	}
	return "have"
}

// centresAre returns, for each of the boxes, that its centre is the digit.
func centresAre(g *model.Grid, boxes []int, digit int) []model.Formula {
	var list []model.Formula
	for _, box := range boxes {
		list = append(list, model.Is(g.BoxCell(box, 1, 1), digit))
	}
	return list
}
