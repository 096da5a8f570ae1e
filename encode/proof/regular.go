package proof

import (
	"encoding/binary"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { register((*remainder).regular) }

const tagRegular = 'e'

// regular returns the rest of a regular constraint: for each run of consecutive fixed positions, the automaton's state after the
// run for each state before it.
func (r *remainder) regular(c *kinds.Regular, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	if !r.unmoved(c, w) {
		return nil, errUnmapped
	}
	text := binary.AppendUvarint([]byte{tagRegular}, uint64(p.number))
	all := lists.Numbers[int](c.States + 1) // by state before the run; 0 is none
	after, length := slices.Clone(all), 0
	for state := range after {
		if state != c.Start {
			after[state] = 0
		}
	}
	for _, v := range c.Vars {
		if r.at[v] >= r.fixed {
			text = appendSteps(text, after, length)
			after, length = slices.Clone(all), 0
			continue
		}
		length++
		for before, state := range after {
			if state != 0 {
				after[before] = c.After(state, r.values[prefix[r.at[v]]])
			}
		}
		if slices.Max(after) == 0 {
			return nil, errRefuted
		}
	}
	for before, state := range after {
		if !slices.Contains(c.Accepting, state) {
			after[before] = 0
		}
	}
	if slices.Max(after) == 0 {
		return nil, errRefuted
	}
	return appendSteps(text, after, length), nil
}

func appendSteps(text []byte, after []int, length int) []byte {
	text = binary.AppendUvarint(text, uint64(length))
	for _, state := range after {
		text = binary.AppendUvarint(text, uint64(state))
	}
	return text
}

// unmoved reports whether a witness keeps the open variables of a constraint and their values.
func (r *remainder) unmoved(c model.Constraint, w *witness) bool {
	return w == nil || !slices.ContainsFunc(c.Scope(), func(v model.Var) bool {
		return r.at[v] >= r.fixed && (w.variable(v) != int(v) ||
			slices.ContainsFunc(r.domains[v], func(value int) bool { return w.value(value) != value }))
	})
}
