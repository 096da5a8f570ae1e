package native

import (
	"context"
	"maps"
	"slices"

	"qmsat/model"
	"qmsat/native/nine"
	"qmsat/native/space"
)

// boxParts returns, by box, the constraints of a model besides plain 9×9 Sudoku, and the rules that are not within a box. Each box
// is a model of its nine cells. It splits a rule into its conjuncts. It reports false if the model is not 9×9 Sudoku, if another
// constraint is not within a box, or if ctx ends.
func boxParts(ctx context.Context, m *model.Model) (boxes [9]*space.Fragment, across []*model.Rule, ok bool) {
	if len(m.Variables) != 81 || m.Projected() {
		return boxes, nil, false
	}
	for _, v := range m.Variables {
		if !v.Domain.Equal(model.Interval(1, 9)) {
			return boxes, nil, false
		}
	}
	var beyond [9][]model.Constraint
	var houses [27]bool // those with an all-different constraint
	constraints := slices.Collect(model.ConjunctsOf(m.Constraints))
	differents := maps.Collect(model.Each[*model.AllDifferent](constraints))
	rules := maps.Collect(model.Each[*model.Rule](constraints))
	for i, c := range constraints {
		if ctx.Err() != nil {
			return boxes, nil, false
		}
		scope := c.Scope()
		common := commonHouses(scope)
		switch house := max(common[0], common[1], common[2]); {
		case differents[i] != nil && len(scope) == 9 && house >= 0:
			houses[house] = true
		case common[2] < 0:
			if rules[i] == nil {
				return boxes, nil, false
			}
			across = append(across, rules[i])
		default:
			beyond[common[2]-18] = append(beyond[common[2]-18], c)
		}
	}
	if slices.Contains(houses[:], false) {
		return boxes, nil, false
	}
	for box, constraints := range beyond {
		cells := make([]model.Var, 9)
		for position := range cells {
			cells[position] = model.Var(nine.CellAt(box, position))
		}
		boxes[box] = space.FragmentOf(m, constraints, cells)
	}
	return boxes, across, true
}

// commonHouses returns the row, the column and the box that contain all cells of a scope in a 9×9 grid, numbered from 0, 9 and
// 18; -1 if there is none.
func commonHouses(scope []model.Var) [3]int {
	common := [3]int{-1, -1, -1}
	for i, v := range scope {
		cell := int(v)
		box, _ := nine.BoxAt(cell)
		houses := [3]int{cell / 9, 9 + cell%9, 18 + box}
		if i == 0 {
			common = houses
			continue
		}
		for kind, house := range houses {
			if common[kind] != house {
				common[kind] = -1
			}
		}
	}
	return common
}

// newTriples returns the constraints of the boxes as triples. It reports false if a constraint is not a triple.
func newTriples(boxes [9]*space.Fragment) (triples [9][]nine.Triple, ok bool) {
	for i, box := range boxes {
		sums, others := model.Take[*model.Linear](box.Constraints)
		if len(others) > 0 {
			return triples, false
		}
		for _, linear := range sums {
			if len(linear.Terms) != 3 {
				return triples, false
			}
			triple := nine.Triple{Lo: linear.Lo, Hi: linear.Hi}
			for position, t := range linear.Terms {
				if t.Coefficient != 1 {
					return triples, false
				}
				triple.Positions[position] = int(t.Var)
			}
			triples[i] = append(triples[i], triple)
		}
	}
	return triples, true
}
