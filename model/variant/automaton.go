package variant

import (
	"encoding/binary"
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

// maxStates bounds the automata of definitions. The largest on a 9×9 grid has some 400 states.
const maxStates = 20_000

// automaton adds a regular constraint: the values of the line, read in order, must lead from start to an accepted state. step
// returns the next state, or false if there is none. States that the line's values do not reach and those from which no accepted
// state can be reached are left out.
func automaton[S comparable](
	d *Definition, line model.Cells, start S, step func(state S, value int) (S, bool), accepted func(S) bool,
) {
	all := d.ValuesOf(line)
	if all.Empty() {
		return // the line was refused
	}
	lowest, width := all.Min(), all.Max()-all.Min()+1
	if !fits(d, width) {
		return
	}
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
					if len(states) == maxStates {
						d.Failf("found an automaton of over %d states, expected a smaller clue", maxStates)
						return
					}
					if !fits(d, len(states)+1, width) {
						return
					}
					states, next = append(states, to), append(next, make([]int, width))
					number[to] = len(states)
				}
				next[from-1][value-lowest] = number[to]
				after = append(after, number[to])
			}
		}
		slices.Sort(after)
		layer = slices.Compact(after)
	}
	c := &kinds.Regular{Vars: line, States: len(states), Start: 1, Lowest: lowest, Next: next}
	for i, state := range states {
		if accepted(state) {
			c.Accepting = append(c.Accepting, i+1)
		}
	}
	d.Add(trimmed(c))
}

// trimmed leaves out the states from which no accepting one can be reached, except the start.
func trimmed(c *kinds.Regular) *kinds.Regular {
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
	result := &kinds.Regular{Vars: c.Vars, Start: 1, Lowest: c.Lowest}
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

// NFA is a finite automaton that may have several next states for one value. States are counted from 0.
type NFA struct {
	Starts, Accepting []int
	Next              [][][]int // by state and column: the next states
	Free              [][]int   // by state: the states to which it may pass without a value; nil without such steps
}

// maxMembers bounds the states in all sets of the subset construction.
const maxMembers = 1_000_000

// Regular returns the constraint that the automaton accepts the values of the line, and that column 0 is the value lowest. If its
// deterministic form has too many states, the line is read backwards.
func (n *NFA) Regular(line model.Cells, lowest int) (*kinds.Regular, error) {
	next, accepting, ok := n.deterministic()
	if !ok {
		line = slices.Clone(line)
		slices.Reverse(line)
		if next, accepting, ok = n.reversed().deterministic(); !ok {
			return nil, fmt.Errorf("found an automaton of over %d states, expected a smaller one", maxStates)
		}
	}
	c := &kinds.Regular{Vars: line, States: len(next), Start: 1, Lowest: lowest, Next: next, Accepting: accepting}
	return minimal(trimmed(c)), nil
}

func (n *NFA) columns() (most int) {
	for _, row := range n.Next {
		most = max(most, len(row))
	}
	return most
}

// reversed accepts the reversed words.
func (n *NFA) reversed() *NFA {
	result := &NFA{Starts: n.Accepting, Accepting: n.Starts, Next: make([][][]int, len(n.Next))}
	for state := range result.Next {
		result.Next[state] = make([][]int, n.columns())
	}
	for state, row := range n.Next {
		for column, targets := range row {
			for _, to := range targets {
				result.Next[to][column] = append(result.Next[to][column], state)
			}
		}
	}
	if n.Free != nil {
		result.Free = make([][]int, len(n.Free))
	}
	for state, targets := range n.Free {
		for _, to := range targets {
			result.Free[to] = append(result.Free[to], state)
		}
	}
	return result
}

// deterministic returns the deterministic automaton, by the subset construction. It reports false if that has too many states.
func (n *NFA) deterministic() (next [][]int, accepting []int, ok bool) {
	start, final := n.closed(n.Starts), make([]bool, len(n.Next))
	for _, state := range n.Accepting {
		final[state] = true
	}
	sets, number := [][]int{start}, map[string]int{keyOf(start): 1}
	columns := n.columns()
	most := min(maxStates, maxEntries/max(columns, 1))
	for i, size := 0, 0; i < len(sets); i++ {
		if size += len(sets[i]); len(sets) > most || size > maxMembers {
			return nil, nil, false
		}
		row := make([]int, columns)
		for column := range row {
			to := n.closed(n.after(sets[i], column))
			if len(to) == 0 {
				continue
			}
			k := keyOf(to)
			if number[k] == 0 {
				sets = append(sets, to)
				number[k] = len(sets)
			}
			row[column] = number[k]
		}
		next = append(next, row)
		if slices.ContainsFunc(sets[i], func(state int) bool { return final[state] }) {
			accepting = append(accepting, i+1)
		}
	}
	return next, accepting, true
}

// keyOf returns numbers as a key of maps. Printed as text they took more time than all else that reads an automaton.
func keyOf(numbers []int) string {
	key := make([]byte, 0, 2*len(numbers))
	for _, n := range numbers {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}

// after returns the next states of a set of states.
func (n *NFA) after(set []int, column int) (next []int) {
	for _, state := range set {
		if row := n.Next[state]; column < len(row) {
			next = append(next, row[column]...)
		}
	}
	return next
}

// closed returns the states that free moves reach from a set, sorted.
func (n *NFA) closed(set []int) []int {
	all, reached := []int{}, make([]bool, len(n.Next))
	add := func(states []int) {
		for _, state := range states {
			if !reached[state] {
				reached[state] = true
				all = append(all, state)
			}
		}
	}
	add(set)
	for i := 0; i < len(all) && n.Free != nil; i++ {
		add(n.Free[all[i]])
	}
	slices.Sort(all)
	return all
}

// minimal merges the states from which the same words are accepted:
// it splits classes of states until their rows agree (Moore 1956).
func minimal(c *kinds.Regular) *kinds.Regular {
	class := make([]int, c.States+1) // 0 is the class of no state
	for state := 1; state <= c.States; state++ {
		class[state] = 1
	}
	for _, state := range c.Accepting {
		class[state] = 2
	}
	row := []int(nil)
	for before := 0; ; {
		number, split := map[string]int{}, make([]int, c.States+1)
		for state := 1; state <= c.States; state++ {
			row = append(row[:0], class[state])
			for _, to := range c.Next[state-1] {
				row = append(row, class[to])
			}
			k := keyOf(row)
			if number[k] == 0 {
				number[k] = len(number) + 1
			}
			split[state] = number[k]
		}
		if class = split; len(number) == before {
			break
		}
		before = len(number)
	}
	result := &kinds.Regular{Vars: c.Vars, States: slices.Max(class), Start: class[c.Start], Lowest: c.Lowest}
	result.Next = make([][]int, result.States)
	for state := 1; state <= c.States; state++ {
		result.Next[class[state]-1] = lists.Map(c.Next[state-1], func(to int) int { return class[to] })
	}
	result.Accepting = slices.Compact(slices.Sorted(slices.Values(lists.Map(c.Accepting, func(s int) int { return class[s] }))))
	return result
}
