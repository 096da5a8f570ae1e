package chromatic

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// MaxVertices is the largest number of vertices without a colour and given colours together.
const MaxVertices = 64

// Graph is a graph with a colouring of some of its vertices.
type Graph struct {
	neighbours [][]int // by vertex, ascending
	colour     []int   // by vertex: its given value, or uncoloured
	clash      bool    // neighbours have the same colour, or a vertex has two
}

// uncoloured marks a vertex without a colour.
const uncoloured = -1

// NewGraph returns the graph of a model, with the givens as colours. Its vertices are the variables; two are neighbours if they
// must differ. Constraints of other kinds are an error, and so are different domains, because all vertices have the same number
// of colours.
func NewGraph(ctx context.Context, m *model.Model, cube model.Cube) (*Graph, error) {
	n := len(m.Variables)
	g := &Graph{neighbours: make([][]int, n), colour: slices.Repeat([]int{uncoloured}, n)}
	for _, v := range m.Variables {
		if !v.Domain.Equal(m.Variables[0].Domain) {
			return nil, fmt.Errorf("%s and %s have different domains, expected a graph colouring", v.Name, m.Variables[0].Name)
		}
	}
	if _, others := model.Take[*model.AllDifferent](m.Constraints); len(others) > 0 {
		return nil, fmt.Errorf("%s, expected a graph colouring: all-different alone", model.Describe(m, others[0]))
	}
	for _, given := range cube {
		if given.Value < 0 {
			return nil, fmt.Errorf("%s = %d, expected colours of at least 0", m.NameOf(given.Var), given.Value)
		}
		g.clash = g.clash || g.colour[given.Var] != uncoloured && g.colour[given.Var] != given.Value
		g.colour[given.Var] = given.Value
	}
	all, err := m.Peers(ctx)
	if err != nil {
		return nil, err
	}
	for v, peers := range all {
		for _, w := range peers {
			g.neighbours[v] = append(g.neighbours[v], int(w))
			g.clash = g.clash || g.colour[v] != uncoloured && g.colour[v] == g.colour[w]
		}
	}
	if needed := g.Free() + g.Colours(); needed > MaxVertices && !g.clash {
		return nil, fmt.Errorf("found %d uncoloured vertices and %d colours, expected at most %d in total", g.Free(), g.Colours(), MaxVertices)
	}
	return g, nil
}

// Vertices, Edges, Free and Colours count vertices, edges, vertices without a colour, and the colours of all others.
func (g *Graph) Vertices() int { return len(g.colour) }

// Edges is described at [Graph.Vertices].
func (g *Graph) Edges() int {
	ends := lists.Sum(g.neighbours, func(neighbours []int) int { return len(neighbours) })
	return ends / 2
}

// Free is described at [Graph.Vertices].
func (g *Graph) Free() (n int) {
	return lists.Count(g.colour, func(colour int) bool { return colour == uncoloured })
}

// Colours is described at [Graph.Vertices].
func (g *Graph) Colours() int { return len(g.palette()) }

// palette lists the colours that are given, ascending.
func (g *Graph) palette() []int {
	palette := lists.Filter(g.colour, func(colour int) bool { return colour != uncoloured })
	slices.Sort(palette)
	return slices.Compact(palette)
}

// graph has the neighbours of each vertex as bits. It is not changed once made.
type graph []uint64

// members ranges over the bits that are set.
func members(set uint64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// induced keeps the given vertices, in that order.
func (g graph) induced(vertices []int) graph {
	kept := make(graph, len(vertices))
	for i, v := range vertices {
		for j, w := range vertices {
			kept[i] |= g[v] >> w & 1 << j
		}
	}
	return kept
}

// without leaves a vertex out.
func (g graph) without(v int) graph {
	return g.induced(slices.Delete(lists.Numbers[int](len(g)), v, v+1))
}

// joined has an edge between a and b.
func (g graph) joined(a, b int) graph {
	with := slices.Clone(g)
	with[a] |= 1 << b
	with[b] |= 1 << a
	return with
}

// merged merges a and b, which are not neighbours.
func (g graph) merged(a, b int) graph {
	into := slices.Clone(g)
	into[a] |= g[b]
	for w := range members(g[b]) {
		into[w] |= 1 << a
	}
	return into.without(b)
}
