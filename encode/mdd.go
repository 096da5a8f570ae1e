package encode

import (
	"encoding/binary"
	"fmt"
	"math"

	"qmsat/model"
)

func init() {
	RegisterSum(SumEncoding{
		Name:    "mdd",
		Summary: "a decision diagram of the partial sums, a variable for each node and edge",
		Source:  "Abío and Stuckey, Encoding linear constraints into SAT, 2014; Eén and Sörensson 2006",
		Linear:  diagramClauses,
	})
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
	// lowest and highest are, by term, the least and the greatest sum of the terms from there on.
	lowest, highest []int
	layers          [][][]int        // by term and node: for each value the node of the next term, or nowhere
	bySum           []map[int]int    // by term and partial sum: the node
	byEdges         []map[string]int // by term and edges: the node
	edges           int
	owners          map[Literal]model.Given // by literal of a value
}

const (
	nowhere = -1
	// anySum stands for every partial sum that stays within the bounds whatever follows.
	anySum = math.MaxInt
)

// diagramClauses writes that the values of the terms are a path to the leaf. The variables of edges and nodes are gates:
// true just where the path goes through them. Clauses that each node on the path has a next edge, and each value an edge
// with it, make unit propagation keep only the values that some path has.
func diagramClauses(c *Compiler, _ int, constraint *model.Linear) error {
	d, err := newDiagram(c, constraint)
	if err != nil || d.always() {
		return err
	}
	root, err := d.build(0, 0)
	if err != nil {
		return err
	}
	if root == nowhere {
		c.Add()
		return nil
	}
	d.owners = map[Literal]model.Given{}
	for i, values := range d.values {
		for _, value := range values {
			v := constraint.Terms[i].Var
			d.owners[c.Map.Literal(v, value)] = model.Given{Var: v, Value: value}
		}
	}
	d.write()
	return nil
}

// newDiagram returns a diagram that is yet to be built.
func newDiagram(c *Compiler, constraint *model.Linear) (*diagram, error) {
	n := len(constraint.Terms)
	d := &diagram{
		c: c, constraint: constraint,
		lowest: make([]int, n+1), highest: make([]int, n+1), layers: make([][][]int, n),
	}
	for _, term := range constraint.Terms {
		left := c.Map.Left(term.Var)
		if left.Size() > maxEdges {
			return nil, errEdges
		}
		var values []int
		for value := range left.All() {
			values = append(values, value)
		}
		d.values = append(d.values, values)
		d.bySum = append(d.bySum, map[int]int{})
		d.byEdges = append(d.byEdges, map[string]int{})
	}
	for i := n - 1; i >= 0; i-- {
		coefficient, values := constraint.Terms[i].Coefficient, d.values[i]
		first, last := coefficient*values[0], coefficient*values[len(values)-1]
		d.lowest[i] = d.lowest[i+1] + min(first, last)
		d.highest[i] = d.highest[i+1] + max(first, last)
	}
	return d, nil
}

// always reports whether every sum is within the bounds.
func (d *diagram) always() bool {
	return d.lowest[0] >= d.constraint.Lo && d.highest[0] <= d.constraint.Hi
}

var errEdges = fmt.Errorf("a decision diagram of more than %d edges, the most that this encoding takes", maxEdges)

// build returns the node for the terms from i on after a partial sum; the leaf has the number 0 like every layer's first.
func (d *diagram) build(i, sum int) (int, error) {
	if sum != anySum {
		lo, hi := sum+d.lowest[i], sum+d.highest[i]
		if lo > d.constraint.Hi || hi < d.constraint.Lo {
			return nowhere, nil
		}
		if lo >= d.constraint.Lo && hi <= d.constraint.Hi {
			sum = anySum
		}
	}
	if i == len(d.values) {
		return 0, nil
	}
	if node, known := d.bySum[i][sum]; known {
		return node, nil
	}
	if d.edges += len(d.values[i]); d.edges > maxEdges {
		return 0, errEdges
	}
	var edges []int
	var key []byte
	useful := false
	for _, value := range d.values[i] {
		if !d.c.step() {
			return nowhere, nil
		}
		next := sum
		if sum != anySum {
			next += d.constraint.Terms[i].Coefficient * value
		}
		child, err := d.build(i+1, next)
		if err != nil {
			return 0, err
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
	d.bySum[i][sum] = node
	return node, nil
}

// write writes the diagram layer by layer.
func (d *diagram) write() {
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
