package encode

import (
	"encoding/binary"
	"slices"

	"qmsat/model"
)

// layered is a graph whose paths are the tuples of values of some variables. A path starts at the root and takes, variable by
// variable, the edge of that one's value; those of allowed tuples reach the leaf, and no edge leads elsewhere. Nodes from which the
// same values lead to the leaf are one.
type layered struct {
	c       *Compiler
	vars    []model.Var // by layer; they may be repeated
	values  [][]int
	layers  [][][]int               // by layer and node: for each value the node of the next layer, or nowhere
	byEdges []map[string]int        // by layer and edges: the node
	room    int                     // for further edges
	owners  map[Literal]model.Given // by literal of a value
}

const nowhere = -1

// newLayered returns a graph that is yet to be built, with a limit on its edges.
func newLayered(c *Compiler, vars []model.Var, edges int) layered {
	d := layered{c: c, vars: vars, room: edges, layers: make([][][]int, len(vars))}
	for _, v := range vars {
		left := c.Map.Left(v)
		if left.Size() > d.room {
			d.room = -1
			break
		}
		d.values = append(d.values, slices.Collect(left.All()))
		d.byEdges = append(d.byEdges, map[string]int{})
	}
	return d
}

// node returns the node of a layer with the given children by value, or nowhere if there is none. The leaf has the number 0
// like every layer's first. If the edges do not suffice, it leaves room negative.
func (d *layered) node(i int, child func(value int) int) int {
	d.room -= len(d.values[i])
	var edges []int
	var key []byte
	useful := false
	for _, value := range d.values[i] {
		if d.room < 0 || !d.c.step() {
			return nowhere
		}
		to := child(value)
		useful = useful || to != nowhere
		edges = append(edges, to)
		key = binary.AppendVarint(key, int64(to))
	}
	node, known := d.byEdges[i][string(key)]
	switch {
	case !useful:
		return nowhere
	case !known:
		node = len(d.layers[i])
		d.layers[i] = append(d.layers[i], edges)
		d.byEdges[i][string(key)] = node
	}
	return node
}

// states builds a layered graph from states: what the values of the variables before a layer come to.
type states[S comparable] struct {
	*layered
	// settle returns what a state before a layer, or at the end, is the same as, or reports that nothing leads from it to the leaf.
	settle func(layer int, s S) (same S, leads bool)
	// next returns the state after a value, or reports that there is none.
	next    func(layer int, s S, value int) (S, bool)
	byState []map[S]int // by layer: the node
}

// build returns the node of a state before a layer; the leaf has the number 0 like every layer's first. If the edges do not
// suffice, it leaves room negative.
func (b *states[S]) build(i int, s S) int {
	s, leads := b.settle(i, s)
	switch {
	case !leads || b.room < 0:
		return nowhere
	case i == len(b.vars):
		return 0
	case i == len(b.byState):
		b.byState = append(b.byState, map[S]int{})
	}
	node, known := b.byState[i][s]
	if !known {
		node = b.node(i, func(value int) int {
			if next, free := b.next(i, s, value); free {
				return b.build(i+1, next)
			}
			return nowhere
		})
		b.byState[i][s] = node
	}
	return node
}

// write writes that the values of the variables are a path to the leaf. The variables of edges and nodes are gates: true if
// and only if the path goes through them. Clauses that each node on the path has a next edge, and each value an edge with it,
// make unit propagation keep only the values that some path has, if no variable is repeated.
func (d *layered) write() {
	d.owners = map[Literal]model.Given{}
	for i, values := range d.values {
		for k, value := range values {
			d.owners[d.value(i, k)] = model.Given{Var: d.vars[i], Value: value}
		}
	}
	nodes := []Literal{True} // of the layer
	for i, layer := range d.layers {
		into := make([][]Literal, 1) // by node of the next layer: its edges
		if i+1 < len(d.layers) {
			into = make([][]Literal, len(d.layers[i+1]))
		}
		with := make([][]Literal, len(d.values[i])) // by value: its edges
		for p, edges := range layer {
			var out []Literal
			if !d.c.work(len(edges)) {
				return
			}
			for k, child := range edges {
				if child != nowhere {
					edge := d.c.conjunction([]Literal{nodes[p], d.value(i, k)})
					into[child] = append(into[child], edge)
					with[k] = append(with[k], edge)
					out = append(out, edge)
				}
			}
			if nodes[p] != True || len(out) < len(edges) {
				d.c.AddSimplified(append(out, -nodes[p]))
			}
		}
		for k := range with {
			d.c.AddSimplified(append(with[k], -d.value(i, k)))
			if !d.c.work(len(layer)) {
				return
			}
			for p, edges := range layer {
				// At the root, and if no node has the value, the clause above has said it.
				if edges[k] == nowhere && nodes[p] != True && len(with[k]) > 0 && !d.apart(nodes[p], d.value(i, k)) {
					d.c.AddSimplified([]Literal{-nodes[p], -d.value(i, k)}) // a variable may be read twice
				}
			}
		}
		nodes = nodes[:0:0]
		if i+1 < len(d.layers) {
			for _, edges := range into {
				nodes = append(nodes, d.c.disjunction(edges))
			}
		}
	}
}

func (d *layered) value(i, k int) Literal {
	return d.c.Map.Literal(d.vars[i], d.values[i][k])
}

// apart reports whether two literals say that variables that are kept apart have the same value.
func (d *layered) apart(x, y Literal) bool {
	a, isValue := d.owners[x]
	b := d.owners[y]
	return isValue && a.Value == b.Value && d.c.Different(a.Var, b.Var)
}
