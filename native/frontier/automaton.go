package frontier

import (
	"encoding/binary"
	"fmt"
	"slices"

	"qmsat/internal/stop"
	"qmsat/native/frontier/machine"
)

// automaton is a minimal layered automaton: from each node some word leads to the end, and two nodes of a layer accept different
// words. The node before the first position and the node after the last one have the number 0.
type automaton struct {
	values [][]int   // by position
	nodes  []int     // by layer; there is one more layer than positions
	next   [][]int32 // by position, node and value: the node of the next layer, or dead
	column [][]int   // by position: the values' numbers, equal if they have the same effect at every node
	turned map[int][][]int32
}

const dead = -1

// tooManyError says that an automaton would exceed a limit.
type tooManyError struct {
	most int
	what string
}

func (e tooManyError) Error() string {
	return fmt.Sprintf("more than %d %s needed to read it", e.most, e.what)
}

// mostSteps limits the transitions of an automaton before it is minimized.
const mostSteps = 1 << 28

// expand runs a machine on all values and returns the automaton, or nil if no word is accepted. work is the work of one step of
// the machine.
func expand(watch *stop.Watch, m machine.Machine, values [][]int, most, work int) (*automaton, error) {
	a := &automaton{values: values}
	states := []int{m.Start()}
	total, steps := 1, 0
	for position, list := range values {
		if steps += len(states) * len(list); steps > mostSteps {
			return nil, tooManyError{mostSteps, "steps"}
		}
		var after machine.Numbered[int, int]
		next := make([]int32, 0, len(states)*len(list))
		for _, state := range states {
			for _, value := range list {
				if err := watch.Over(workPerLookup + work); err != nil {
					return nil, err
				}
				to, ok := m.Next(position, state, value)
				if !ok {
					next = append(next, dead)
					continue
				}
				next = append(next, int32(after.Number(to, to)))
			}
			if total+len(after.States) > most {
				return nil, tooManyError{most, "nodes"}
			}
		}
		a.nodes, a.next, states = append(a.nodes, len(states)), append(a.next, next), after.States
		total += len(after.States)
	}
	a.nodes = append(a.nodes, len(states))
	if a.minimize(watch); a.nodes[0] == 0 {
		return nil, watch.Over(0)
	}
	for position := range values {
		a.column = append(a.column, a.numbered(watch, position))
	}
	return a, watch.Over(0)
}

// minimize merges nodes with equal successors, from the last layer on, and removes nodes that lead nowhere.
func (a *automaton) minimize(watch *stop.Watch) {
	last := len(a.values)
	class := make([]int32, a.nodes[last]) // for each node of the layer after the position
	a.nodes[last] = min(1, a.nodes[last])
	for position := last - 1; position >= 0; position-- {
		width := len(a.values[position])
		var classes machine.Numbered[string, []int32]
		these := make([]int32, a.nodes[position])
		var row []byte
		for node := range these {
			if watch.Over(workPerLookup+width) != nil {
				return
			}
			leads := false
			next := a.next[position][node*width : (node+1)*width]
			for i, to := range next {
				if to != dead {
					next[i] = class[to]
				}
				leads = leads || next[i] != dead
			}
			if these[node] = dead; leads {
				row = machine.AppendFixed(row[:0], next)
				these[node] = int32(classes.Number(string(row), next))
			}
		}
		a.nodes[position], a.next[position], class = len(classes.States), slices.Concat(classes.States...), these
	}
}

// numbered numbers the values of a position; values that do the same at every node get the same number.
func (a *automaton) numbered(watch *stop.Watch, position int) []int {
	width := len(a.values[position])
	var columns machine.Numbered[string, int]
	column := make([]int, width)
	var text []byte
	for c := range stop.Each(watch, a.values[position], func(int) int { return workPerLookup + a.nodes[position] }) {
		text = text[:0]
		for node := range a.nodes[position] {
			text = binary.LittleEndian.AppendUint32(text, uint32(a.next[position][node*width+c]))
		}
		column[c] = columns.Number(string(text), c)
	}
	return column
}
