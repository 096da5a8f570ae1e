package encode

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"qmsat/model"
)

// Abío and Stuckey, Encoding linear constraints into SAT, 2014; Eén and Sörensson 2006. mdd-distinct is the same for the
// conjunction of sum and all-different, with state sets as in Bergman and others, Decision Diagrams for Optimization, 2016.
func init() {
	RegisterLinear("mdd", LinearEncoding{Linear: func(c *Compiler, constraint *model.Linear) error {
		return diagramClauses(newDiagram(c, constraint, maxEdges))
	}})
	RegisterLinear("mdd-distinct", LinearEncoding{Linear: func(c *Compiler, constraint *model.Linear) error {
		return diagramClauses(newDiagram(c, constraint, maxEdges).distinct())
	}})
}

// maxEdges is how many edges the decision diagram of a linear constraint may have.
const maxEdges = 1 << 20

// diagram is the reduced multi-valued decision diagram of a linear constraint. A path starts at the root and takes, term by
// term, the edge of that term's value; paths with a sum within the bounds reach the leaf, and no edge leads elsewhere. Nodes
// from which the same values lead to the leaf are one.
type diagram struct {
	c          *Compiler
	constraint *model.Linear
	values     [][]int
	numbers    map[int]int // by value: its place in a set, where no path takes a value twice; nil where paths may
	// lowest and highest are, by term, the least and the greatest sum of the terms from there on.
	lowest, highest []int
	layers          [][][]int               // by term and node: for each value the node of the next term, or nowhere
	byState         []map[state]int         // by term: the node
	byEdges         []map[string]int        // by term and edges: the node
	room            int                     // for further edges
	owners          map[Literal]model.Given // by literal of a value
}

// state is what the terms before a node come to.
type state struct {
	sum   int
	taken valueSet // where no path takes a value twice
}

const (
	nowhere = -1
	// anySum stands for every partial sum that stays within the bounds whatever follows.
	anySum = math.MaxInt
)

// errEdges says that a diagram has more edges than it may have.
var errEdges = fmt.Errorf("a decision diagram of more than %d edges, the most that this encoding takes: --sum auto, order or adder may do with less", maxEdges)

// diagramClauses writes that the values of the terms are a path to the leaf. The variables of edges and nodes are gates:
// true just where the path goes through them. Clauses that each node on the path has a next edge, and each value an edge
// with it, make unit propagation keep only the values that some path has.
func diagramClauses(d *diagram) error {
	if d.always() {
		return nil
	}
	root := d.build(0, state{})
	switch {
	case d.room < 0:
		return errEdges
	case root == nowhere:
		d.c.Add()
	default:
		d.write()
	}
	return nil
}

// newDiagram returns a diagram that is yet to be built, of no more than so many edges.
func newDiagram(c *Compiler, constraint *model.Linear, edges int) *diagram {
	n := len(constraint.Terms)
	d := &diagram{
		c: c, constraint: constraint, room: edges,
		lowest: make([]int, n+1), highest: make([]int, n+1), layers: make([][][]int, n),
	}
	for i := n - 1; i >= 0; i-- {
		least, most := c.termBounds(constraint.Terms[i])
		d.lowest[i], d.highest[i] = d.lowest[i+1]+least, d.highest[i+1]+most
	}
	for _, term := range constraint.Terms {
		left := c.Map.Left(term.Var)
		if left.Size() > d.room {
			d.room = -1
			break
		}
		d.values = append(d.values, slices.Collect(left.All()))
		d.byState = append(d.byState, map[state]int{})
		d.byEdges = append(d.byEdges, map[string]int{})
	}
	return d
}

// distinct keeps the paths from taking a value twice, if the model says so of any two of the variables and the set of the
// values taken can be held.
func (d *diagram) distinct() *diagram {
	for i, t := range d.constraint.Terms {
		for _, u := range d.constraint.Terms[:i] {
			if !d.c.Different(t.Var, u.Var) {
				return d
			}
		}
	}
	if numbers := numberValues(d.values); len(numbers) <= maxSetValues {
		d.numbers = numbers
	}
	return d
}

func (d *diagram) always() bool {
	return d.lowest[0] >= d.constraint.Lo && d.highest[0] <= d.constraint.Hi
}

// build returns the node for the terms from i on after what the others come to; the leaf has the number 0 like every
// layer's first. Where the edges do not suffice, it leaves room negative.
func (d *diagram) build(i int, s state) int {
	if s.sum != anySum {
		lo, hi := s.sum+d.lowest[i], s.sum+d.highest[i]
		if lo > d.constraint.Hi || hi < d.constraint.Lo {
			return nowhere
		}
		if lo >= d.constraint.Lo && hi <= d.constraint.Hi {
			s = state{sum: anySum}
		}
	}
	if i == len(d.layers) {
		return 0
	}
	if d.room < 0 {
		return nowhere
	}
	if node, known := d.byState[i][s]; known {
		return node
	}
	d.room -= len(d.values[i])
	var edges []int
	var key []byte
	useful := false
	for _, value := range d.values[i] {
		if d.room < 0 || !d.c.step() {
			return nowhere
		}
		child := nowhere
		if next, free := d.take(s, i, value); free {
			child = d.build(i+1, next)
		}
		useful = useful || child != nowhere
		edges = append(edges, child)
		key = binary.AppendVarint(key, int64(child))
	}
	node, known := d.byEdges[i][string(key)]
	switch {
	case !useful:
		node = nowhere
	case !known:
		node = len(d.layers[i])
		d.layers[i] = append(d.layers[i], edges)
		d.byEdges[i][string(key)] = node
	}
	d.byState[i][s] = node
	return node
}

// take returns what the terms come to when term i takes a value, or reports that it may not. Where any sum is right, all that
// is left to say is what keeps the variables apart, and that is said elsewhere.
func (d *diagram) take(s state, i, value int) (next state, free bool) {
	if s.sum == anySum {
		return s, true
	}
	s.sum += d.constraint.Terms[i].Coefficient * value
	if d.numbers == nil {
		return s, true
	}
	bit := valueSet(1) << d.numbers[value]
	if s.taken&bit != 0 {
		return s, false
	}
	s.taken |= bit
	return s, true
}

func (d *diagram) write() {
	d.owners = map[Literal]model.Given{}
	for i, values := range d.values {
		v := d.constraint.Terms[i].Var
		for k, value := range values {
			d.owners[d.value(i, k)] = model.Given{Var: v, Value: value}
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
				// At the root, and where no node has the value, the clause above has said it.
				if edges[k] == nowhere && nodes[p] != True && len(with[k]) > 0 && !d.apart(nodes[p], d.value(i, k)) {
					d.c.Add(-nodes[p], -d.value(i, k))
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

func (d *diagram) value(i, k int) Literal {
	return d.c.Map.Literal(d.constraint.Terms[i].Var, d.values[i][k])
}

// apart reports whether two literals say that variables that are kept apart have the same value.
func (d *diagram) apart(x, y Literal) bool {
	a, isValue := d.owners[x]
	b := d.owners[y]
	return isValue && a.Value == b.Value && d.c.Different(a.Var, b.Var)
}
