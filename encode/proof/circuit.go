package proof

import (
	"encoding/binary"
	"qmsat/model/kinds"
)

func init() { register((*remainder).circuit) }

const tagCircuit = 'f'

// circuit returns the rest of a circuit constraint: for each node without a successor, the first node of the path that ends
// there.
func (r *remainder) circuit(c *kinds.Circuit, p *partLeft, prefix []int32, w *witness) ([]byte, error) {
	if !r.unmoved(c, w) {
		return nil, errUnmapped
	}
	n := len(c.Next)
	next, followed, begins := make([]int, n), make([]bool, n), make([]int, n)
	for i, v := range c.Next {
		if next[i] = -1; r.at[v] >= r.fixed {
			continue
		}
		to := r.values[prefix[r.at[v]]] - 1
		if to < 0 || to >= n || followed[to] {
			return nil, errRefuted
		}
		next[i], followed[to] = to, true
	}
	seen := 0
	for first := range next {
		if followed[first] {
			continue
		}
		end := first
		for seen++; next[end] >= 0; seen++ {
			end = next[end]
		}
		begins[end] = first + 1
	}
	if length := 1; seen < n { // the unseen nodes are on cycles
		for node := next[0]; node > 0; node = next[node] {
			length++
		}
		if length < n {
			return nil, errRefuted
		}
	}
	return appendSteps(binary.AppendUvarint([]byte{tagCircuit}, uint64(p.number)), begins, n), nil
}
