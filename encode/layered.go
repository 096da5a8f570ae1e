package encode

import (
	"encoding/binary"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// layered is a graph whose paths are the tuples of values of some variables. A path starts at the root and takes, variable by
// variable, the edge of the variable's value. The paths of allowed tuples end at the leaf; no other edges exist. Nodes are merged
// if the same values lead from them to the leaf.
type layered struct {
	c       *Compiler
	vars    []model.Var // by layer; a variable may occur again
	values  [][]int
	layers  [][][]int               // by layer and node: for each value the next layer's node, or nowhere
	byEdges []map[string]int        // by layer and edges: the node
	room    int                     // for further edges
	owners  map[Literal]model.Given // by literal: its variable and value
}

const nowhere = -1

// newLayered returns an empty graph with a limit on its edges.
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

// node returns the node of a layer with the given children by value, or nowhere if there is none. The first node of each layer
// and the leaf have the number 0. If there are too many edges, room becomes negative.
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

// states builds a layered graph from states. A state is what matters of the values of the variables before a layer.
type states[S comparable] struct {
	*layered
	// settle returns a state's representative before a layer or at the end. leads is false if no path leads from it to the leaf.
	settle func(layer int, s S) (same S, leads bool)
	// next returns the state after a value, or false if there is none.
	next    func(layer int, s S, value int) (S, bool)
	byState []map[S]int // by layer: the node
}

// build returns the node of a state before a layer; the first node of each layer and the leaf have the number 0. If there are too
// many edges, room becomes negative.
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

// write writes that the values of the variables are a path to the leaf. Edges and nodes have variables that are gates: true if
// and only if the path goes through them. Each node on the path has a next edge, and each value an edge with it. With these
// clauses unit propagation keeps only values on some path, unless a variable is repeated.
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
				// At the root, and for a value without nodes, the clause above already says it.
				if edges[k] == nowhere && nodes[p] != True && len(with[k]) > 0 && !d.apart(nodes[p], d.value(i, k)) {
					d.c.AddSimplified([]Literal{-nodes[p], -d.value(i, k)}) // a variable may occur twice
				}
			}
		}
		if i+1 < len(d.layers) {
			nodes = lists.Map(into, d.c.disjunction)
		}
	}
}

func (d *layered) value(i, k int) Literal {
	return d.c.Map.Literal(d.vars[i], d.values[i][k])
}

// apart reports whether two literals give the same value to variables that must differ.
func (d *layered) apart(x, y Literal) bool {
	a, isValue := d.owners[x]
	b := d.owners[y]
	return isValue && a.Value == b.Value && d.c.Different(a.Var, b.Var)
}
