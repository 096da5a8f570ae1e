package propagate

import (
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
)

// mostProductStates is the number of states up to which an automaton also remembers values.
const mostProductStates = 1 << 13

// PostDistinctRegular posts automata over cells that differ once more, as automata that remember which values were read. So a
// sandwich of 18 with five cells knows that these are different. Automata that differ only in their cells share their layers.
func PostDistinctRegular(b *space.Builder, constraints []model.Constraint) {
	known := map[string][]Layer{}
	for _, c := range model.Each[*kinds.Regular](constraints) {
		if len(c.Vars) < 3 || len(c.Scope()) < len(c.Vars) || len(b.Exclusions().Groups(c.Vars)) > 1 {
			continue
		}
		key := space.FragmentOf(b.Model, []model.Constraint{c}, c.Vars).Text()
		layers, found := known[key]
		if !found {
			if product := withoutRepeats(b, c); product != nil {
				p := &Regular{Vars: c.Vars, Layers: make([]Layer, len(c.Vars))}
				p.Unroll(b, product)
				layers = p.Layers
			}
			known[key] = layers
		}
		if layers != nil {
			b.PostSlow(&Regular{Vars: c.Vars, Layers: layers}, space.AskValues, c.Vars)
		}
	}
}

// reading is a state of an automaton, and the columns of the values read so far.
type reading struct {
	state int
	read  uint64
}

// withoutRepeats returns an automaton that reads the same values, if none is repeated. It returns nil if it has too many states.
func withoutRepeats(b *space.Builder, c *kinds.Regular) *kinds.Regular {
	product := &kinds.Regular{Vars: c.Vars, Start: 1, Lowest: c.Lowest}
	if len(c.Next[0]) > 64 {
		return nil
	}
	numbers := map[reading]int{{c.Start, 0}: 1}
	for list := []reading{{c.Start, 0}}; len(product.Next) < len(list); {
		from := list[len(product.Next)]
		row := make([]int, len(c.Next[0]))
		for column, state := range c.Next[from.state-1] {
			if state == 0 || from.read>>column&1 != 0 {
				continue
			}
			to := reading{state, from.read | 1<<column}
			if numbers[to] == 0 {
				if list = append(list, to); len(list) > mostProductStates || b.Over(1) {
					return nil
				}
				numbers[to] = len(list)
			}
			row[column] = numbers[to]
		}
		product.Next = append(product.Next, row)
		if slices.Contains(c.Accepting, from.state) {
			product.Accepting = append(product.Accepting, len(product.Next))
		}
	}
	product.States = len(product.Next)
	return product
}
