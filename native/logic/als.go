package logic

import (
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// almostLocked is an almost locked set: cells of a house with one value more than cells. If it loses a value, each other value
// has a position in it.
type almostLocked struct {
	cells     []model.Var
	set       bitset.Set
	values    uint64
	words     int
	positions []uint64 // by value, a bitset.Set each: its cells with the candidate
	buddy     []uint64 // by value, a bitset.Set each: the cells with the candidate that see all of these
}

// with returns the set's cells with a candidate.
func (a *almostLocked) with(value int) bitset.Set {
	return a.positions[value*a.words : (value+1)*a.words]
}

// seeing returns the cells with a candidate that see all cells of the set with it.
func (a *almostLocked) seeing(value int) bitset.Set {
	return a.buddy[value*a.words : (value+1)*a.words]
}

// mostAlmostLocked limits the cells of an almost locked set. Houses of nine cells have no larger ones.
const mostAlmostLocked = 8

// almostLockedSets returns the almost locked sets of all houses, each once; only some if the search is over.
func (f *finder) almostLockedSets() []*almostLocked {
	var list []*almostLocked
	known := map[string]bool{}
	for i := range f.Houses {
		var open []model.Var
		for _, v := range f.Houses[i].Cells {
			if f.values[v] < 0 {
				open = append(open, v)
			}
		}
		f.almostLockedIn(open, func(cells []model.Var, values uint64) {
			var key []byte
			for _, v := range cells {
				key = append(key, byte(v), byte(v>>8))
			}
			if !known[string(key)] {
				known[string(key)] = true
				list = append(list, f.newAlmostLocked(cells, values))
			}
		})
	}
	return list
}

// almostLockedIn visits the almost locked sets among cells that see each other, with their values.
func (f *finder) almostLockedIn(open []model.Var, visit func(cells []model.Var, values uint64)) {
	var chosen []model.Var
	var choose func(from int, values uint64)
	choose = func(from int, values uint64) {
		if len(chosen) > 0 && count(values) == len(chosen)+1 {
			visit(chosen, values)
		}
		if len(chosen) == min(len(open)-1, mostAlmostLocked) || count(values) > mostAlmostLocked+1 || f.over() {
			return
		}
		for i := from; i < len(open); i++ {
			chosen = append(chosen, open[i])
			choose(i+1, values|f.candidates[open[i]])
			chosen = chosen[:len(chosen)-1]
		}
	}
	choose(0, 0)
}

func (s *State) newAlmostLocked(cells []model.Var, values uint64) *almostLocked {
	a := &almostLocked{cells: slices.Clone(cells), set: s.newSet(), values: values, words: s.words}
	both := make([]uint64, 2*len(s.cells))
	a.positions, a.buddy = both[:len(s.cells)], both[len(s.cells):]
	for value := range bitsOf(values) {
		copy(a.seeing(value), s.with(value))
	}
	for _, v := range cells {
		a.set.Add(int(v))
		for value := range bitsOf(s.candidates[v]) {
			a.with(value).Add(int(v))
			a.seeing(value).Intersect(a.seeing(value), s.peers[v])
		}
	}
	return a
}

// restricted returns the values that at most one of two almost locked sets has: each cell with such a value in one set sees each
// in the other.
func (a *almostLocked) restricted(b *almostLocked) (common uint64) {
	for value := range bitsOf(a.values & b.values) {
		if a.with(value).Within(b.seeing(value)) {
			common |= 1 << value
		}
	}
	return common
}
