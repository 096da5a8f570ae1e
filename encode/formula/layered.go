package formula

import (
	"encoding/binary"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// Layered is a graph whose paths are the tuples of values of some variables, or of sums of variables. A path starts at the root
// and takes, layer by layer, the edge of a value. The paths of allowed tuples end at a leaf; no other edges exist. Nodes are
// merged if the same values lead from them to the same leaves.
type Layered struct {
	Compiler *Compiler
	Values   [][]int                 // by layer
	Literals [][]Literal             // of the values; they may be set later
	layers   [][][]int               // by layer and node: for each value the next layer's node, or nowhere
	Leaves   int                     // 0 stands for one
	byEdges  []map[string]int        // by layer and edges: the node
	Room     int                     // for further edges
	owners   map[Literal]model.Given // by literal of a variable: it and its value
}

const Nowhere = -1

// NewLayered returns an empty graph with a limit on its edges. Its layers are variables, which may occur again.
func NewLayered(c *Compiler, vars []model.Var, edges int) Layered {
	d := Layered{Compiler: c, Room: edges, owners: map[Literal]model.Given{}}
	for _, v := range vars {
		if c.Map.Left(v).Size() > d.Room {
			d.Room = -1
			break
		}
		values, literals := slices.Collect(c.Map.Left(v).All()), c.Map.Literals(v)
		d.AppendLayer(values, literals)
		for k, value := range values {
			d.owners[literals[k]] = model.Given{Var: v, Value: value}
		}
	}
	return d
}

func (d *Layered) AppendLayer(values []int, literals []Literal) {
	d.Values, d.Literals = append(d.Values, values), append(d.Literals, literals)
	d.layers, d.byEdges = append(d.layers, nil), append(d.byEdges, map[string]int{})
}

// node returns the node of a layer with the given children by value, or nowhere if there is none. The first node of each layer
// has the number 0. If there are too many edges, room becomes negative.
func (d *Layered) node(i int, child func(value int) int) int {
	d.Room -= len(d.Values[i])
	var edges []int
	var key []byte
	useful := false
	for _, value := range d.Values[i] {
		if d.Room < 0 || !d.Compiler.Step() {
			return Nowhere
		}
		to := child(value)
		useful = useful || to != Nowhere
		edges = append(edges, to)
		key = binary.AppendVarint(key, int64(to))
	}
	node, known := d.byEdges[i][string(key)]
	switch {
	case !useful:
		return Nowhere
	case !known:
		node = len(d.layers[i])
		d.layers[i] = append(d.layers[i], edges)
		d.byEdges[i][string(key)] = node
	}
	return node
}

// States builds a layered graph from states. A state is what matters of the values of the variables before a layer.
type States[S comparable] struct {
	*Layered
	// settle returns a state's representative before a layer or at the end. leads is false if no path leads from it to the leaf.
	Settle func(layer int, s S) (same S, leads bool)
	// next returns the state after a value, or false if there is none.
	Next    func(layer int, s S, value int) (S, bool)
	Leaf    func(s S) int // the number of a state's leaf; nil if there is one leaf
	byState []map[S]int   // by layer: the node
}

// Build returns the node of a state before a layer, or its leaf; the first node of each layer has the number 0. If there are too
// many edges, room becomes negative.
func (b *States[S]) Build(i int, s S) int {
	s, leads := b.Settle(i, s)
	switch {
	case !leads || b.Room < 0:
		return Nowhere
	case i == len(b.Values) && b.Leaf != nil:
		return b.Leaf(s)
	case i == len(b.Values):
		return 0
	case i == len(b.byState):
		b.byState = append(b.byState, map[S]int{})
	}
	node, known := b.byState[i][s]
	if !known {
		node = b.node(i, func(value int) int {
			if next, free := b.Next(i, s, value); free {
				return b.Build(i+1, next)
			}
			return Nowhere
		})
		b.byState[i][s] = node
	}
	return node
}

// Write writes that the values are a path to a leaf. Edges and nodes have variables that are gates: true if and only if the path
// goes through them. Each node on the path has a next edge, and each value an edge with it. With these clauses unit propagation
// keeps only values on some path, unless a variable is repeated. The result is the leaves' literals.
func (d *Layered) Write() []Literal {
	nodes := []Literal{True} // of the layer
	for i, layer := range d.layers {
		into := make([][]Literal, max(1, d.Leaves)) // by node of the next layer: its edges
		if i+1 < len(d.layers) {
			into = make([][]Literal, len(d.layers[i+1]))
		}
		with := make([][]Literal, len(d.Values[i])) // by value: its edges
		for p, edges := range layer {
			var out []Literal
			if !d.Compiler.Work(len(edges)) {
				return nil
			}
			for k, child := range edges {
				if child != Nowhere {
					edge := d.Compiler.And([]Literal{nodes[p], d.Literals[i][k]})
					into[child] = append(into[child], edge)
					with[k] = append(with[k], edge)
					out = append(out, edge)
				}
			}
			if nodes[p] != True || len(out) < len(edges) {
				d.Compiler.AddSimplified(append(out, -nodes[p]))
			}
		}
		for k := range with {
			d.Compiler.AddSimplified(append(with[k], -d.Literals[i][k]))
			if !d.Compiler.Work(len(layer)) {
				return nil
			}
			for p, edges := range layer {
				// At the root, and for a value without nodes, the clause above already says it.
				if edges[k] == Nowhere && nodes[p] != True && len(with[k]) > 0 && !d.apart(nodes[p], d.Literals[i][k]) {
					d.Compiler.AddSimplified([]Literal{-nodes[p], -d.Literals[i][k]}) // a variable may occur twice
				}
			}
		}
		if nodes = []Literal{True}; len(into) > 1 || i+1 < len(d.layers) {
			nodes = lists.Map(into, d.Compiler.Or)
		}
	}
	return nodes
}

// apart reports whether two literals give the same value to variables that must differ.
func (d *Layered) apart(x, y Literal) bool {
	a, isValue := d.owners[x]
	b := d.owners[y]
	return isValue && a.Value == b.Value && d.Compiler.Different(a.Var, b.Var)
}

// MaxEdges is how many edges the decision diagram of a linear constraint may have.
const MaxEdges = 1 << 20
