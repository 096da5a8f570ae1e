package logic

import (
	"qmsat/model"
	"qmsat/native/bitset"
)

func init() {
	register(&Technique{
		Name: "nishio", Title: "Nishio", Group: "forcing", Order: 8400, Score: 500, Level: Extreme, Rating: 7.5, Chains: true, find: nishio,
		Describe: func(b *Board, s *Step) string {
			return b.valueNames(s.Values, "") + " in " + b.CellNames(s.Cells) + " leaves no place in " + b.houseNames(s.Houses)
		},
	})
}

// nishio tries a value in a cell and follows only that value: if a house has one position left for it, it goes there. If a house
// has no position left, the trial fails and the cell loses the value. HoDoKu has no such technique, so its order, score and
// level are our choice.
func nishio(f *finder) {
	positions := f.newSet()
	for value := range f.eachValue() {
		for i := range f.with(value).All() {
			if f.over() {
				return
			}
			v := model.Var(i)
			copy(positions, f.with(value))
			if house := f.followValue(positions, v, value); house >= 0 {
				f.found(&Step{Values: []int{value}, Cells: []model.Var{v}, Houses: []int{house}, Eliminations: []Candidate{{v, value}}})
			}
		}
	}
}

// followValue puts a value into a cell, and then into each house with only one possible position left for it. It returns a full
// house without a position, or -1.
func (s *State) followValue(positions bitset.Set, v model.Var, value int) int {
	settled := s.newSet()
	for {
		settled.Add(int(v))
		positions.Subtract(s.peers[v])
		next := model.Var(-1)
		for i := range s.Houses {
			h := &s.Houses[i]
			if !h.Full || h.values>>value&1 == 0 || s.placed[i]>>value&1 != 0 || h.set.Meets(settled) {
				continue
			}
			left, only := 0, model.Var(-1)
			for _, w := range h.Cells {
				if positions.Has(int(w)) {
					left, only = left+1, w
				}
			}
			switch left {
			case 0:
				return i
			case 1:
				next = only
			}
		}
		if next < 0 {
			return -1
		}
		v = next
	}
}
