package rules

import (
	"context"
	"math/bits"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// census is what all grids of a Δ come to, as far as statements speak of it: the arrangements of centres, and the fillings of
// mini-grids in grids whose centres have certain digits. It is found by listing the grids, without any formula or solver.
type census struct {
	grid     *model.Grid
	grids    int
	centres  map[[9]uint8]bool
	fillings map[uint16]map[[9]uint8]bool // by the set of the grid's centres, bit digit − 1
}

// takeCensus lists all grids with the engine native.
func takeCensus(t *testing.T, m *model.Model) *census {
	t.Helper()
	session, err := openEngine(context.Background(), m, confirmer, encoding)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	c := &census{grid: m.Grid, centres: map[[9]uint8]bool{}, fillings: map[uint16]map[[9]uint8]bool{}}
	boxes := m.Grid.BoxHouses()
	result, err := session.Run(t.Context(), nil, 0, func(a model.Assignment) bool {
		var centres [9]uint8
		set := uint16(0)
		for box := range boxes {
			centres[box] = uint8(a[boxes[box].Cells[4]])
			set |= 1 << (centres[box] - 1)
		}
		c.centres[centres] = true
		if c.fillings[set] == nil {
			c.fillings[set] = map[[9]uint8]bool{}
		}
		for _, box := range boxes {
			var filling [9]uint8
			for position, cell := range box.Cells {
				filling[position] = uint8(a[cell])
			}
			c.fillings[set][filling] = true
		}
		c.grids++
		return true
	})
	if err != nil || !result.Complete() {
		t.Fatalf("%v grids, complete: %t, %v", result.Count, result.Complete(), err)
	}
	return c
}

// truths returns, for statements of one condition, whether each is true of all grids. The grids have each other's images under
// movements among them, so that a pattern need be looked for in one place only.
func (c *census) truths(statements []*Statement) []bool {
	condition := statements[0].condition
	arrangements := []model.Assignment{}
	for centres := range c.centres {
		a := make(model.Assignment, c.grid.Cells())
		for box, digit := range centres {
			a[c.grid.BoxCell(box, 1, 1)] = int(digit)
		}
		if condition.formula(c.grid).Eval(a) {
			arrangements = append(arrangements, a)
		}
	}
	fillings := c.fillingsUnder(condition)
	all := make([]bool, len(statements))
	for i, s := range statements {
		pattern := s.pattern(c.grid)
		list := arrangements
		if s.within(Box, c.grid) && len(s.values) > 0 {
			list = fillings
		}
		all[i] = true
		for _, a := range list {
			if pattern.Eval(a) {
				all[i] = false
				break
			}
		}
	}
	return all
}

// within reports whether a statement's patterns speak of cells of a part alone.
func (s *Statement) within(p Extent, g *model.Grid) bool {
	return p.has(g, (&model.Rule{Formula: s.pattern(g)}).Scope())
}

// fillingsUnder returns the fillings in grids that meet a condition, as cells of the first box.
func (c *census) fillingsUnder(condition condition) []model.Assignment {
	seen := map[[9]uint8]bool{}
	var list []model.Assignment
	cells := c.grid.BoxHouses()[0].Cells
	for set, fillings := range c.fillings {
		if !condition.meets(set) {
			continue
		}
		for filling := range fillings {
			if seen[filling] {
				continue
			}
			seen[filling] = true
			a := make(model.Assignment, c.grid.Cells())
			for position, cell := range cells {
				a[cell] = int(filling[position])
			}
			list = append(list, a)
		}
	}
	return list
}

// meets reports whether grids with a set of centres meet the condition.
func (c condition) meets(set uint16) bool {
	asked := uint16(0)
	for _, v := range c.values {
		asked |= 1 << (v - 1)
	}
	switch c.sort {
	case noCentre:
		return set&asked == 0
	case someCentre:
		return set&asked != 0
	}
	return true
}

// The census of Δ = 2 has what is published, and centres that differ in bands and stacks.
func TestCensus(t *testing.T) {
	modeltest.OnlyLong(t)
	c := takeCensus(t, modeltest.QuasiMagic(t, 2))
	if c.grids != 248_832 {
		t.Errorf("%d grids, expected 248,832", c.grids)
	}
	fewest := 9
	for centres := range c.centres {
		fours := 0
		for _, digit := range centres {
			if digit == 4 {
				fours++
			}
		}
		fewest = min(fewest, fours)
	}
	if fewest != 2 {
		t.Errorf("a grid has %d centres 4 at least, expected 2", fewest)
	}
	for set := range c.fillings {
		if bits.OnesCount16(set) < 3 || set&^0b001_111_100 != 0 {
			t.Errorf("the centres %09b, expected three or more of 3 to 7", set)
		}
	}
}
