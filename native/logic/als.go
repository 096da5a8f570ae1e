package logic

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
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
		open := lists.Filter(f.Houses[i].Cells, func(v model.Var) bool { return f.values[v] < 0 })
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

func init() {
	register(&Technique{
		Name: "als-xz", Title: "Almost Locked Set XZ-Rule", Order: 5700, Score: 300, Level: Unfair, Rating: 7.5, Chains: true,
		find: alsXZ, Describe: noted,
	})
}

// alsXZ finds two almost locked sets that share no cell and cannot both have a value X. At least one of them lacks X and so is
// locked. Therefore cells that see all positions of another common value Z in both sets lose Z. If
// the sets cannot share either of two values, each has one of these and is locked for its other values. Then a cell loses a value
// if it sees all of the value's positions in a set, or a restricted value's positions in both sets.
func alsXZ(f *finder) {
	sets := f.almostLockedSets()
	for i, a := range sets {
		if f.over() {
			return
		}
		for _, b := range sets[i+1:] {
			if f.done || count(a.values&b.values) < 2 || a.set.Meets(b.set) {
				continue
			}
			restricted := a.restricted(b)
			if restricted == 0 {
				continue
			}
			both := a.values & b.values
			if count(restricted) == 1 {
				both &^= restricted // a single restricted value may be in neither set
				if !a.seenWith(b, both) {
					continue
				}
			}
			step := &Step{Cells: slices.Concat(a.cells, b.cells)}
			if count(restricted) > 1 {
				step.locked(a, restricted)
				step.locked(b, restricted)
			}
			for value := range bitsOf(both) {
				seen := slices.Clone(a.seeing(value))
				seen.Intersect(seen, b.seeing(value))
				step.eliminate(seen, value)
			}
			if !step.effect() {
				continue
			}
			gone := uint64(0)
			for _, e := range step.Eliminations {
				gone |= 1 << e.Value
			}
			step.Values = slices.Collect(bitsOf(a.values | b.values))
			step.Note = fmt.Sprintf("A=%s, B=%s, X=%s, Z=%s", f.setName(a), f.setName(b), f.maskNames(restricted, ","), f.maskNames(gone, ","))
			f.foundSorted(step)
		}
	}
}

// seenWith reports whether some cell sees all places of one of the values in both sets.
func (a *almostLocked) seenWith(b *almostLocked, values uint64) bool {
	for value := range bitsOf(values) {
		if a.seeing(value).Meets(b.seeing(value)) {
			return true
		}
	}
	return false
}

// locked eliminates a value that a set must have from the cells that see all its positions.
func (s *Step) locked(a *almostLocked, restricted uint64) {
	for value := range bitsOf(a.values &^ restricted) {
		s.eliminate(a.seeing(value), value)
	}
}

// setName writes an almost locked set: "r1c25 {147}".
func (b *Board) setName(a *almostLocked) string {
	return b.CellNames(a.cells) + " {" + b.maskNames(a.values, "") + "}"
}

// maskNames writes the numbers of the values in a mask.
func (b *Board) maskNames(values uint64, separator string) string {
	return b.valueNames(slices.Collect(bitsOf(values)), separator)
}
