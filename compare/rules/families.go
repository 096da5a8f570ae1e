package rules

import (
	"fmt"

	"qmsat/internal/lists"
	"qmsat/model"
)

// family is a kind of statement about quasi-magic grids: no grid has a certain pattern of values. Its statements differ in the
// values and in the condition.
type family struct {
	name    string
	arity   int // how many values a statement has
	ordered int // how many of the first values have fixed roles; the others are interchangeable, and ascend

	text string // a format of the values
	// patterns returns the denied patterns, up to movements of the grid.
	patterns func(g *model.Grid, v []int) []model.Formula
	// summed says that a statement is not listed if it follows from the sum of one line.
	summed bool
	// conditions are the sorts of conditions under which the statement is tested. One with values is also tested without.
	conditions []conditionSort
}

// centreFamily names the family about the digits of centres.
const centreFamily = "centre"

// families lists the families in the order of the tests. Within a family and among families, stronger statements come first, so
// their consequences are not listed again.
var families = []family{
	{
		name: "none", conditions: []conditionSort{noCentre}, text: "there is no grid",
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
	cellsFamily("centre-and-corner", "a mini-grid with centre %d has no corner %d", 2, boxCell{0, 1, 1}, boxCell{0, 0, 0}),
	cellsFamily("centre-and-edge", "a mini-grid with centre %d has no edge %d", 2, boxCell{0, 1, 1}, boxCell{0, 0, 1}),
	cellsFamily("corner-beside-edge", "no corner %d is beside an edge %d of its mini-grid", 2, boxCell{0, 0, 0}, boxCell{0, 0, 1}),
	cellsFamily("corner-across-from-edge", "no corner %d is across from an edge %d of its mini-grid", 2, boxCell{0, 0, 0}, boxCell{0, 1, 2}),
	cellsFamily("corners-of-a-side", "%d and %d are never corners at the same side of a mini-grid", 0, boxCell{0, 0, 0}, boxCell{0, 0, 2}),
	cellsFamily("opposite-corners", "%d and %d are never opposite corners of a mini-grid", 0, boxCell{0, 0, 0}, boxCell{0, 2, 2}),
	cellsFamily("edges-around-a-corner", "%d and %d are never edges around a corner of a mini-grid", 0, boxCell{0, 0, 1}, boxCell{0, 1, 0}),
	cellsFamily("opposite-edges", "%d and %d are never opposite edges of a mini-grid", 0, boxCell{0, 0, 1}, boxCell{0, 2, 1}),
	centresFamily("centres", "no grid has both the centres %d and %d", 1, 4),
	centresFamily("centres-in-line", "centres %d and %d share no band and no stack", 1),
	centresFamily("centres-apart", "centres %d and %d meet only in a band or stack", 4),
	fewFamily("each-line", "each band and each stack has a centre %d", 0, 0, 1, 2),
	leastFamily(3, "three mini-grids of the grid have"), leastFamily(2, "two mini-grids of the grid have"),
	leastFamily(1, "one mini-grid of the grid has"),
	mostFamily(1, "one mini-grid of the grid has"), mostFamily(2, "two mini-grids of the grid have"),
}

// FamilyNames returns the names of the families, in the order of the tests.
func FamilyNames() []string {
	return lists.Map(families, func(f family) string { return f.name })
}

// boxCell is a cell by its box, and its row and column there.
type boxCell struct{ box, row, column int }

// are returns the pattern in which each cell has its value.
func are(g *model.Grid, v []int, cells ...boxCell) model.Formula {
	var all model.And
	for i, p := range cells {
		all = append(all, model.Is(g.BoxCell(p.box, p.row, p.column), v[i]))
	}
	return all
}

// cellFamily is the family "a kind of cell never has a digit". The kind is given by one such cell of a box.
func cellFamily(kind string, row, column int) family {
	f := cellsFamily(kind, "no "+kind+" is %d", 0, boxCell{0, row, column})
	f.summed, f.conditions = false, bothSorts
	return f
}

// cellsFamily is the family "some cells of a box, in this relative position, never have these digits".
func cellsFamily(name, text string, ordered int, cells ...boxCell) family {
	return family{
		name: name, arity: len(cells), ordered: ordered, summed: true, text: text,
		patterns: func(g *model.Grid, v []int) []model.Formula { return []model.Formula{are(g, v, cells...)} },
	}
}

// The lines of the first box, one of each kind up to movements.
const (
	outerLine    = 0
	middleLine   = 1
	diagonalLine = 6
)

// onLines returns the patterns of lines of some kinds whose cells have the values in one of some orders. An order has the number
// of each cell's value, counting from 1, or 0 for any value.
func onLines(kinds []int, orders ...[3]int) func(g *model.Grid, v []int) []model.Formula {
	return func(g *model.Grid, v []int) []model.Formula {
		var patterns []model.Formula
		for _, kind := range kinds {
			for _, order := range orders {
				var all model.And
				for i, cell := range g.BoxLines(0)[kind].Cells {
					if order[i] > 0 {
						all = append(all, model.Is(cell, v[order[i]-1]))
					}
				}
				patterns = append(patterns, all)
			}
		}
		return patterns
	}
}

// pairFamily is the family "two digits never share a line of some kinds".
func pairFamily(name, line string, kinds ...int) family {
	return family{
		name: "pair-" + name, arity: 2, conditions: []conditionSort{noCentre},
		text:     "%d and %d never share " + line + " of a mini-grid",
		patterns: onLines(kinds, [3]int{1, 2, 0}, [3]int{2, 1, 0}, [3]int{1, 0, 2}),
	}
}

// tripleFamily is the family "three digits never form a line of some kinds".
func tripleFamily(name, line string, kinds ...int) family {
	return family{
		name: "triple-" + name, arity: 3, summed: true, conditions: []conditionSort{noCentre},
		text:     "%d, %d and %d never make up " + line + " of a mini-grid",
		patterns: onLines(kinds, [3]int{2, 1, 3}, [3]int{3, 2, 1}, [3]int{1, 3, 2}),
	}
}

// orderedFamily is the family "a line of some kind never has the first value between the other two".
func orderedFamily(name, line string, kind int) family {
	return family{
		name: "between-" + name, arity: 3, ordered: 1, summed: true,
		text:     line + " of a mini-grid never has %d between %d and %d",
		patterns: onLines([]int{kind}, [3]int{2, 1, 3}),
	}
}

// centresFamily is the family "two different centres are never in boxes at the relative position of the first box and one of
// others".
func centresFamily(name, text string, others ...int) family {
	return family{
		name: name, arity: 2, conditions: bothSorts, text: text,
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return lists.Map(others, func(box int) model.Formula { return are(g, v, boxCell{0, 1, 1}, boxCell{box, 1, 1}) })
		},
	}
}

// leastFamily is the family "at least k boxes of the grid have a centre". At most three can, because centres of a band or stack
// differ.
func leastFamily(k int, boxes string) family {
	return fewFamily(fmt.Sprintf("at-least-%d", k), "at least "+boxes+" centre %d", k-1, 0, 1, 2, 3, 4, 5, 6, 7, 8)
}

// fewFamily is the family "more than k of some boxes have a centre".
func fewFamily(name, text string, k int, boxes ...int) family {
	return family{
		name: name, arity: 1, conditions: bothSorts, text: text,
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return []model.Formula{model.Count{Kind: model.AtMost, K: k, Of: model.CentresAre(g, boxes, v[0])}}
		},
	}
}

// mostFamily is the family "at most k boxes of the grid have a centre". No two boxes with the same centre share a band or stack,
// so they are like the first boxes of the diagonal.
func mostFamily(k int, boxes string) family {
	return family{
		name: fmt.Sprintf("at-most-%d", k), arity: 1, conditions: bothSorts, text: "at most " + boxes + " centre %d",
		patterns: func(g *model.Grid, v []int) []model.Formula {
			return []model.Formula{model.And(model.CentresAre(g, []int{0, 4, 8}[:k+1], v[0]))}
		},
	}
}
