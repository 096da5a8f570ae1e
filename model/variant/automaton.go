package variant

import (
	"slices"

	"qmsat/model"
)

// maxStates bounds the automata of definitions. The largest on a 9×9 grid has some 400 states.
const maxStates = 20_000

// automaton adds a regular constraint: the values of the line, read in order, must lead from start to an accepted state. step
// returns the next state, or false if there is none. States that the line's values do not reach and those from which no accepted
// state can be reached are left out.
func automaton[S comparable](
	d *model.Definition, line model.Cells, start S, step func(state S, value int) (S, bool), accepted func(S) bool,
) {
	all := valuesOf(d, line)
	lowest, width := all.Min(), all.Max()-all.Min()+1
	states, number, next := []S{start}, map[S]int{start: 1}, [][]int{make([]int, width)}
	layer := []int{1} // the states after as many values as were read
	for _, v := range line {
		var after []int
		for _, from := range layer {
			for value := range d.DomainOf(v).All() {
				to, some := step(states[from-1], value)
				if !some {
					continue
				}
				if number[to] == 0 {
					states, next = append(states, to), append(next, make([]int, width))
					number[to] = len(states)
				}
				next[from-1][value-lowest] = number[to]
				after = append(after, number[to])
			}
		}
		if len(states) > maxStates {
			d.Failf("found an automaton of over %d states, expected a smaller clue", maxStates)
			return
		}
		slices.Sort(after)
		layer = slices.Compact(after)
	}
	c := &model.Regular{Vars: line, States: len(states), Start: 1, Lowest: lowest, Next: next}
	for i, state := range states {
		if accepted(state) {
			c.Accepting = append(c.Accepting, i+1)
		}
	}
	d.Add(trimmed(c))
}

// trimmed leaves out the states from which no accepting one can be reached, except the start.
func trimmed(c *model.Regular) *model.Regular {
	from := make([][]int, c.States+1)
	for state, row := range c.Next {
		for _, to := range row {
			from[to] = append(from[to], state+1)
		}
	}
	live := make([]bool, c.States+1)
	queue := slices.Clone(c.Accepting)
	for len(queue) > 0 {
		state := queue[0]
		if queue = queue[1:]; !live[state] {
			live[state] = true
			queue = append(queue, from[state]...)
		}
	}
	live[c.Start] = true
	renumbered := make([]int, c.States+1)
	result := &model.Regular{Vars: c.Vars, Start: 1, Lowest: c.Lowest}
	for state := 1; state <= c.States; state++ {
		if live[state] {
			result.States++
			renumbered[state] = result.States
		}
	}
	for state, row := range c.Next {
		if !live[state+1] {
			continue
		}
		for value, to := range row {
			row[value] = renumbered[to]
		}
		result.Next = append(result.Next, row)
	}
	for _, state := range c.Accepting {
		result.Accepting = append(result.Accepting, renumbered[state])
	}
	return result
}
