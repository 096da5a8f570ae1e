package model

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
)

// PruningRuleCount is the number of pruning rules of the paper; they are numbered from 1.
const PruningRuleCount = 10

// PruningRuleDelta is the Δ for which the pruning rules are consequences of the quasi-magic model.
const PruningRuleDelta = 2

// pruningGrid is the only layout for which the pruning rules are defined.
var pruningGrid = Grid{Rows: 9, Columns: 9, BoxRows: 3, BoxColumns: 3}

// pruningRule is one of the paper's rules: its text, and its formula over a 9×9 grid with 3×3 boxes.
type pruningRule struct {
	text    string
	formula func(g *Grid) Formula
}

// pruningRules are the ten rules of Roach, Jones, Perkins and Grimstead (ICAART 2009), in their order. Rules 1 and 2 are about
// candidates, 3 to 7 about centres, 8 and 9 about pairs in a triple, and 10 about edges if no centre is 3 or 7.
var pruningRules = [PruningRuleCount]pruningRule{
	{"a mini-grid's centre is 3, 4, 5, 6 or 7", func(g *Grid) Formula {
		return eachBox(g, func(box int) Formula { return Is(centre(g, box), 3, 4, 5, 6, 7) })
	}},
	{"5 lies only in the centre or a corner of a mini-grid", func(g *Grid) Formula {
		return eachBox(g, func(box int) Formula { return noneOf(edges(g, box), 5) })
	}},
	{"each band and each stack has exactly one mini-grid with centre 5", func(g *Grid) Formula {
		return each(boxLines(g), func(line []int) Formula { return Count{Exactly, 1, CentresAre(g, line, 5)} })
	}},
	{"at most one mini-grid of the grid has centre 3; likewise 7", func(g *Grid) Formula {
		boxes := allBoxes(g)
		return And{Count{AtMost, 1, CentresAre(g, boxes, 3)}, Count{AtMost, 1, CentresAre(g, boxes, 7)}}
	}},
	{"a centre 3 and a centre 7 lie in the same band or the same stack", func(g *Grid) Formula {
		return noCentrePair(g, 3, 7, func(a, b int) bool { return !inLine(g, a, b) })
	}},
	{"centres 6 and 7 do not share a band or stack", func(g *Grid) Formula {
		return noCentrePair(g, 6, 7, func(a, b int) bool { return inLine(g, a, b) })
	}},
	{"centres 3 and 4 do not share a band or stack", func(g *Grid) Formula {
		return noCentrePair(g, 3, 4, func(a, b int) bool { return inLine(g, a, b) })
	}},
	{"1 and 2 never share a row, column or diagonal of a mini-grid", func(g *Grid) Formula {
		return noLinePair(g, 1, 2)
	}},
	{"8 and 9 never share a row, column or diagonal of a mini-grid", func(g *Grid) Formula {
		return noLinePair(g, 8, 9)
	}},
	{"if no centre is 3 or 7, then 4 and 6 lie only in centres and corners", func(g *Grid) Formula {
		return Implies{
			If:   eachBox(g, func(box int) Formula { return Not{Is(centre(g, box), 3, 7)} }),
			Then: eachBox(g, func(box int) Formula { return noneOf(edges(g, box), 4, 6) }),
		}
	}},
}

// PruningRuleText returns the text of rule number (1 to 10), or "" for any other number.
func PruningRuleText(number int) string {
	if number < 1 || number > PruningRuleCount {
		return ""
	}
	return pruningRules[number-1].text
}

// PruningRule returns rule number (1 to 10) of the paper for a 9×9 grid with 3×3 boxes. It does not check whether the rule
// follows from a model: for quasi-magic Sudoku with Δ = 2 all ten do.
//
// Source: Roach, Jones, Perkins, Grimstead, ICAART 2009, section on pruning.
func PruningRule(g *Grid, number int) (*Rule, error) {
	if number < 1 || number > PruningRuleCount {
		return nil, fmt.Errorf("pruning rule %d, expected 1 to %d", number, PruningRuleCount)
	}
	if g == nil || !g.SameLayout(pruningGrid) {
		return nil, fmt.Errorf("the pruning rules need a 9×9 grid with 3×3 boxes")
	}
	return &Rule{Name: fmt.Sprintf("pruning rule %d", number), Formula: pruningRules[number-1].formula(g)}, nil
}

// PruningRules returns the numbered pruning rules for a model, in ascending order without repeats. The model must be 9×9
// quasi-magic with Δ = 2 as made by [QuasiMagic], possibly with additions. It refuses any other model, because the rules might change
// its count.
func (m *Model) PruningRules(numbers []int) (rules []Constraint, err error) {
	f, _ := m.Recognise()
	if !f.QuasiMagic || f.Delta != PruningRuleDelta || !m.Grid.SameLayout(pruningGrid) {
		return nil, fmt.Errorf("the pruning rules hold for quasi-magic 9×9 grids with Δ = %d only", PruningRuleDelta)
	}
	for _, number := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		rule, err := PruningRule(m.Grid, number)
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// AddPruningRules appends the [Model.PruningRules] of these numbers. After an error the model is as it was.
func AddPruningRules(m *Model, numbers []int) error {
	rules, err := m.PruningRules(numbers)
	m.Constraints = append(m.Constraints, rules...)
	return err
}

func centre(g *Grid, box int) Var { return g.BoxCell(box, 1, 1) }

func edges(g *Grid, box int) []Var {
	return []Var{g.BoxCell(box, 0, 1), g.BoxCell(box, 1, 0), g.BoxCell(box, 1, 2), g.BoxCell(box, 2, 1)}
}

func allBoxes(g *Grid) []int { return lists.Numbers[int](g.Boxes()) }

// boxLines returns the bands and the stacks, each as the numbers of its boxes.
func boxLines(g *Grid) [][]int {
	lines := make([][]int, g.Bands()+g.Stacks())
	for _, box := range allBoxes(g) {
		band, stack := g.BandOf(box), g.Bands()+g.StackOf(box)
		lines[band] = append(lines[band], box)
		lines[stack] = append(lines[stack], box)
	}
	return lines
}

// InLine reports whether two boxes share a band or a stack.
func inLine(g *Grid, a, b int) bool {
	return g.BandOf(a) == g.BandOf(b) || g.StackOf(a) == g.StackOf(b)
}

// each returns a formula for each item of a list.
func each[T any](list []T, formula func(item T) Formula) And {
	return lists.Map(list, formula)
}

func eachBox(g *Grid, formula func(box int) Formula) Formula { return each(allBoxes(g), formula) }

func noneOf(cells []Var, values ...int) Formula {
	return each(cells, func(cell Var) Formula { return Not{Is(cell, values...)} })
}

// CentresAre returns, for each of the boxes, the formula that its centre has the value. The boxes must be 3×3.
func CentresAre(g *Grid, boxes []int, value int) []Formula {
	return each(boxes, func(box int) Formula { return Is(centre(g, box), value) })
}

// noPair returns the formula that no two different items with apart(a, b) have cells with the values v and w.
func noPair[T comparable](list []T, cell func(T) Var, v, w int, apart func(a, b T) bool) (all And) {
	for _, a := range list {
		for _, b := range list {
			if a != b && apart(a, b) {
				all = append(all, Not{And{Is(cell(a), v), Is(cell(b), w)}})
			}
		}
	}
	return all
}

// noCentrePair returns the formula that no two different boxes with apart(a, b) have the centres v and w.
func noCentrePair(g *Grid, v, w int, apart func(a, b int) bool) Formula {
	return noPair(allBoxes(g), func(box int) Var { return centre(g, box) }, v, w, apart)
}

// noLinePair returns the formula that v and w are never in the same line of a box.
func noLinePair(g *Grid, v, w int) Formula {
	return eachBox(g, func(box int) Formula {
		var all And
		for _, line := range g.BoxLines(box) {
			all = append(all, noPair(line.Cells, func(cell Var) Var { return cell }, v, w, func(Var, Var) bool { return true })...)
		}
		return all
	})
}
