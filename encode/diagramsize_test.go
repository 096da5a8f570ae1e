package encode

import "qmsat/model"

// diagramSize is the size of diagramClauses for a single constraint, from the nodes and edges of its diagram.
func diagramSize(m *model.Model, constraint *model.Linear) Size {
	d := newDiagram(compiler(m), constraint, maxEdges)
	if d.always() {
		return Size{}
	}
	if root := d.build(); root == nowhere {
		return Size{Clauses: 1}
	}
	var size Size
	for i := range d.layers {
		d.addLayer(&size, i)
	}
	return size
}

// addLayer adds the clauses of a layer's nodes and of the edges that leave it.
func (d *diagram) addLayer(size *Size, i int) {
	gate := func(inputs int) {
		size.Variables++
		size.addClauses(int64(inputs), 2)
		size.addClauses(1, inputs+1)
	}
	layer := d.layers[i]
	into := map[int]int{}                 // by node of the next layer: its edges
	with := make([]int, len(d.values[i])) // by value: its edges
	for _, edges := range layer {
		out := 0
		for k, child := range edges {
			if child != nowhere {
				into[child]++
				with[k]++
				out++
			}
		}
		if i > 0 {
			for range out {
				gate(2)
			}
			size.addClauses(1, out+1)
		} else if missing := len(edges) - out; missing > 0 {
			// The values are the edges of the root: the root needs one of them, and each value without an edge is false.
			size.addClauses(1, out)
			size.addClauses(int64(missing), 1)
		}
	}
	if i > 0 {
		for _, edges := range with {
			size.addClauses(1, edges+1)
			if edges > 0 {
				size.addClauses(int64(len(layer)-edges), 2)
			}
		}
	}
	for _, edges := range into {
		if i+1 < len(d.layers) && edges > 1 {
			gate(edges)
		}
	}
}
