package encode

import (
	"encoding/binary"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// layered is a graph whose paths are the tuples of values of some variables, or of sums of variables. A path starts at the root
// and takes, layer by layer, the edge of a value. The paths of allowed tuples end at a leaf; no other edges exist. Nodes are
// merged if the same values lead from them to the same leaves.
type layered struct {
	c        *Compiler
	values   [][]int                 // by layer
	literals [][]Literal             // of the values; they may be set later
	layers   [][][]int               // by layer and node: for each value the next layer's node, or nowhere
	leaves   int                     // 0 stands for one
	byEdges  []map[string]int        // by layer and edges: the node
	room     int                     // for further edges
	owners   map[Literal]model.Given // by literal of a variable: it and its value
}

const nowhere = -1

// newLayered returns an empty graph with a limit on its edges. Its layers are variables, which may occur again.
func newLayered(c *Compiler, vars []model.Var, edges int) layered {
	d := layered{c: c, room: edges, owners: map[Literal]model.Given{}}
	for _, v := range vars {
		if c.Map.Left(v).Size() > d.room {
			d.room = -1
			break
		}
		values, literals := slices.Collect(c.Map.Left(v).All()), c.Map.Literals(v)
		d.appendLayer(values, literals)
		for k, value := range values {
			d.owners[literals[k]] = model.Given{Var: v, Value: value}
		}
	}
	return d
}

func (d *layered) appendLayer(values []int, literals []Literal) {
	d.values, d.literals = append(d.values, values), append(d.literals, literals)
	d.layers, d.byEdges = append(d.layers, nil), append(d.byEdges, map[string]int{})
}

// node returns the node of a layer with the given children by value, or nowhere if there is none. The first node of each layer
// has the number 0. If there are too many edges, room becomes negative.
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
	leaf    func(s S) int // the number of a state's leaf; nil if there is one leaf
	byState []map[S]int   // by layer: the node
}

// build returns the node of a state before a layer, or its leaf; the first node of each layer has the number 0. If there are too
// many edges, room becomes negative.
func (b *states[S]) build(i int, s S) int {
	s, leads := b.settle(i, s)
	switch {
	case !leads || b.room < 0:
		return nowhere
	case i == len(b.values) && b.leaf != nil:
		return b.leaf(s)
	case i == len(b.values):
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

// write writes that the values are a path to a leaf. Edges and nodes have variables that are gates: true if and only if the path
// goes through them. Each node on the path has a next edge, and each value an edge with it. With these clauses unit propagation
// keeps only values on some path, unless a variable is repeated. The result is the leaves' literals.
func (d *layered) write() []Literal {
	nodes := []Literal{True} // of the layer
	for i, layer := range d.layers {
		into := make([][]Literal, max(1, d.leaves)) // by node of the next layer: its edges
		if i+1 < len(d.layers) {
			into = make([][]Literal, len(d.layers[i+1]))
		}
		with := make([][]Literal, len(d.values[i])) // by value: its edges
		for p, edges := range layer {
			var out []Literal
			if !d.c.work(len(edges)) {
				return nil
			}
			for k, child := range edges {
				if child != nowhere {
					edge := d.c.conjunction([]Literal{nodes[p], d.literals[i][k]})
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
			d.c.AddSimplified(append(with[k], -d.literals[i][k]))
			if !d.c.work(len(layer)) {
				return nil
			}
			for p, edges := range layer {
				// At the root, and for a value without nodes, the clause above already says it.
				if edges[k] == nowhere && nodes[p] != True && len(with[k]) > 0 && !d.apart(nodes[p], d.literals[i][k]) {
					d.c.AddSimplified([]Literal{-nodes[p], -d.literals[i][k]}) // a variable may occur twice
				}
			}
		}
		if nodes = []Literal{True}; len(into) > 1 || i+1 < len(d.layers) {
			nodes = lists.Map(into, d.c.disjunction)
		}
	}
	return nodes
}

// apart reports whether two literals give the same value to variables that must differ.
func (d *layered) apart(x, y Literal) bool {
	a, isValue := d.owners[x]
	b := d.owners[y]
	return isValue && a.Value == b.Value && d.c.Different(a.Var, b.Var)
}
