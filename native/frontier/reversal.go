package frontier

import (
	"slices"

	"qmsat/native/frontier/machine"
)

// reversal maps each value x of open variables to total-x; nodes holds, by field, the images of an automaton's nodes.
type reversal struct {
	total int
	nodes map[int][]int32
}

// reversal returns the reversal of the values that maps the remainder onto itself, or nil if none does.
func (r *remainder) reversal() *reversal {
	if len(r.open) == 0 {
		return nil
	}
	list := r.problem.values[r.open[0]]
	turn := &reversal{list[0] + list[len(list)-1], map[int][]int32{}}
	for _, v := range r.open {
		if r.over(len(r.problem.values[v])) || !turn.closes(r.problem.values[v]) {
			return nil
		}
	}
	for _, j := range r.fields {
		f := &r.plan.fields[j]
		if f.automaton == nil {
			for _, value := range r.values {
				if f.matters(r.cut, value) != f.matters(r.cut, turn.total-value) {
					return nil
				}
			}
			continue
		}
		images := f.automaton.reversed(r, turn.total)
		position := r.fixed(f)
		if images[position] == nil {
			return nil
		}
		turn.nodes[j] = images[position]
	}
	return turn
}

func (t *reversal) closes(values []int) bool {
	for i, value := range values {
		if value+values[len(values)-1-i] != t.total {
			return false
		}
	}
	return true
}

// reversed returns, by layer and node, the node that accepts the reversed words; nil for a layer in which some node has none.
func (a *automaton) reversed(r *remainder, total int) [][]int32 {
	if images, known := a.turned[total]; known {
		return images
	}
	images := make([][]int32, len(a.nodes))
	images[len(a.values)] = []int32{0}
	for position := len(a.values) - 1; position >= 0; position-- {
		if !(&reversal{total: total}).closes(a.values[position]) {
			break
		}
		if images[position] = a.imagesAt(r, position, images[position+1]); images[position] == nil {
			break
		}
	}
	if a.turned == nil {
		a.turned = map[int][][]int32{}
	}
	a.turned[total] = images
	return images
}

// imagesAt finds, for each node before a position, the node whose transitions are the reversed ones; after has the images in the
// next layer.
func (a *automaton) imagesAt(r *remainder, position int, after []int32) []int32 {
	width := len(a.values[position])
	numbers := map[string]int32{}
	for node := range a.nodes[position] {
		if r.over(workPerLookup + width) {
			return nil
		}
		numbers[string(machine.AppendFixed(nil, a.next[position][node*width:][:width]))] = int32(node)
	}
	images := make([]int32, a.nodes[position])
	row := make([]int32, width)
	for node := range images {
		if r.over(workPerLookup + width) {
			return nil
		}
		for c, to := range a.next[position][node*width:][:width] {
			if to != dead {
				to = after[to]
			}
			row[width-1-c] = to
		}
		image, has := numbers[string(machine.AppendFixed(nil, row))]
		if !has {
			return nil
		}
		images[node] = image
	}
	return slices.Clip(images)
}
