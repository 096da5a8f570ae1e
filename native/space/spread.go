package space

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// spread is how the cells of a count lie in houses, if it counts the places of one value. Each house has at most one of them. A
// house with as many cells as values has one, unless the value may stand elsewhere in the house. With several ways to divide the
// cells among houses, each bounds the count: nine cells in five rows have at most five sevens.
type spread struct {
	families [][]piece
	cells    int
	negated  bool // the formula counts the cells that have another value
}

// piece is the part of a count's cells in one house. Without a house it is one cell.
type piece struct {
	inside, outside []place
	exact           bool // the house has the value
}

// place is a cell that may have the value.
type place struct {
	variable model.Var
	offset   int32
	bit      uint64
}

// presence is whether a piece has the value.
type presence int

const (
	absent presence = iota
	possible
	present
)

func (h *piece) presence(state []uint64) presence {
	found := absent
	for i := range h.inside {
		x := &h.inside[i]
		switch w := state[x.offset]; {
		case w == x.bit:
			return present
		case w&x.bit != 0:
			found = possible
		}
	}
	if found == absent || !h.exact {
		return found
	}
	for i := range h.outside {
		if x := &h.outside[i]; state[x.offset]&x.bit != 0 {
			return possible
		}
	}
	return present
}

// presences returns how many pieces of a family have the value at least, and at most.
func presences(family []piece, state []uint64) (must, may int) {
	for i := range family {
		switch family[i].presence(state) {
		case present:
			must, may = must+1, may+1
		case possible:
			may++
		}
	}
	return must, may
}

// bounds returns the least and the greatest count, as far as the houses show.
func (p *spread) bounds(state []uint64) (least, most int) {
	most = p.cells
	for _, family := range p.families {
		must, may := presences(family, state)
		least, most = max(least, must), min(most, may)
	}
	if p.negated {
		return p.cells - most, p.cells - least
	}
	return least, most
}

// require keeps the count within lo..hi. If all pieces that may have the value must, it stands nowhere else in their houses. If
// only those that have it may, it stands in no others.
func (p *spread) require(s *Space, lo, hi int) bool {
	if p.negated {
		lo, hi = p.cells-hi, p.cells-lo
	}
	for _, family := range p.families {
		must, may := presences(family, s.State)
		if may < lo || must > hi {
			return false
		}
		if may > lo && must < hi {
			continue
		}
		for i := range family {
			h := &family[i]
			switch found := h.presence(s.State); {
			case found == absent:
			case may == lo:
				if !drop(s, h.outside) {
					return false
				}
			case found == possible:
				if !drop(s, h.inside) {
					return false
				}
			}
		}
	}
	return true
}

// drop removes the value from places.
func drop(s *Space, places []place) bool {
	for i := range places {
		if x := &places[i]; s.State[x.offset]&x.bit != 0 && !s.Put(x.variable, s.State[x.offset]&^x.bit) {
			return false
		}
	}
	return true
}

// mostFamilies is the number of ways to divide cells among houses: rows, columns and boxes, and one more.
const mostFamilies = 4

// spreadOf returns how the cells of atoms lie in houses, or nil if they are not all about one value, if no house has two of them,
// or if all cells differ.
func (b *Builder) spreadOf(atoms []model.Formula) *spread {
	p := &spread{cells: len(atoms)}
	var cells []model.Var
	value := 0
	for i, part := range atoms {
		atom, is := model.AtomOf(part)
		if !is || atom.Values.Size() != 1 || i > 0 && atom.Values.Min() != value ||
			b.IsWide(atom.Var) || len(b.Space.Bits(atom.Var)) > 1 {
			return nil
		}
		value = atom.Values.Min()
		cells = append(cells, atom.Var)
	}
	divisions := b.divisionsOf(cells)
	if len(divisions) == 0 || len(lists.Distinct(cells)) < len(cells) || len(b.Exclusions().Groups(cells)) == 1 {
		return nil
	}
	for _, division := range divisions {
		var family []piece
		for _, part := range division {
			h := piece{exact: part.house != nil && b.UnionOf(part.house).Size() == len(part.house)}
			for _, v := range part.cells {
				h.inside = append(h.inside, b.placesOf(v, value)...)
			}
			for _, v := range part.house {
				if !slices.Contains(part.cells, v) {
					h.outside = append(h.outside, b.placesOf(v, value)...)
				}
			}
			family = append(family, h)
		}
		p.families = append(p.families, family)
	}
	return p
}

// placesOf returns the place of a value in a cell, if the cell may have the value.
func (b *Builder) placesOf(v model.Var, value int) []place {
	if number, is := b.Numberings[v].Index(value); is {
		return []place{{v, int32(b.Offsets[v]), 1 << number}}
	}
	return nil
}

// share is the cells that lie in a house, or one cell in none.
type share struct{ house, cells []model.Var }

// divisionsOf returns ways to divide cells among disjoint houses, those with most of them first. No house is used twice.
func (b *Builder) divisionsOf(cells []model.Var) (divisions [][]share) {
	key := ScopeKey(cells)
	if known, found := b.divisions[key]; found {
		return known
	}
	if b.divisions == nil {
		b.divisions, b.housesOf = map[string][][]share{}, make([][]int, len(b.Model.Variables))
		for i, different := range model.Each[*model.AllDifferent](b.Model.Constraints) {
			for _, v := range different.Vars {
				b.housesOf[v] = append(b.housesOf[v], i)
			}
		}
	}
	used := map[int]bool{}
	for len(divisions) < mostFamilies {
		left := slices.Clone(cells)
		var division []share
		for len(left) > 0 {
			house, found := b.fullestHouse(left, used)
			if !found {
				break
			}
			used[house] = true
			outside := func(v model.Var) bool { return !slices.Contains(b.housesOf[v], house) }
			division = append(division, share{b.Model.Constraints[house].Scope(), slices.DeleteFunc(slices.Clone(left), outside)})
			left = lists.Filter(left, outside)
		}
		if division == nil {
			break
		}
		for _, v := range left {
			division = append(division, share{nil, []model.Var{v}})
		}
		divisions = append(divisions, division)
	}
	b.divisions[key] = divisions
	return divisions
}

// fullestHouse returns the unused house, by its constraint, with the most of some cells, the first of several. It must have two.
func (b *Builder) fullestHouse(cells []model.Var, used map[int]bool) (fullest int, found bool) {
	counts := map[int]int{}
	for _, v := range cells {
		for _, house := range b.housesOf[v] {
			if !used[house] {
				counts[house]++
			}
		}
		b.Over(len(b.housesOf[v]))
	}
	for house, n := range counts {
		if n > 1 && (!found || n > counts[fullest] || n == counts[fullest] && house < fullest) {
			fullest, found = house, true
		}
	}
	return fullest, found
}
