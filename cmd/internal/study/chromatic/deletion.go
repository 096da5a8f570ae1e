package chromatic

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"qmsat/internal/lists"
)

// Completions returns the number of ways to complete the colouring with λ colours, including the given colours, for every λ from
// the number of given colours on. It takes exponential time and memory, and stops when ctx ends.
//
// Vertices of the same given colour are merged, and vertices of different given colours become neighbours. The polynomial of this
// graph has the factor λ(λ - 1)(λ - 2)… of the given colours; it is divided by that factor.
func Completions(ctx context.Context, g *Graph) (Polynomial, error) {
	d := deletion{ctx: ctx, known: map[string]Polynomial{}}
	return d.completions(g)
}

func (d *deletion) completions(g *Graph) (Polynomial, error) {
	if g.clash {
		return nil, nil
	}
	p, err := d.polynomial(g.contracted())
	if err != nil {
		return nil, err
	}
	for colour := range g.Colours() {
		quotient, exact := p.over(colour)
		if !exact {
			return nil, errors.New("the polynomial of a graph lacks the factors of its clique")
		}
		p = quotient
	}
	return p, nil
}

// contracted merges the vertices of each given colour, and makes the merged vertices neighbours of each other.
func (g *Graph) contracted() graph {
	palette := g.palette()
	vertex, next := make([]int, len(g.colour)), len(palette)
	for v, colour := range g.colour {
		if i, given := slices.BinarySearch(palette, colour); given {
			vertex[v] = i
			continue
		}
		vertex[v] = next
		next++
	}
	all := make(graph, next)
	for i := range palette {
		all[i] = 1<<len(palette) - 1 - 1<<i
	}
	for v, neighbours := range g.neighbours {
		for _, w := range neighbours {
			all[vertex[v]] |= 1 << vertex[w]
		}
	}
	for v := range all {
		all[v] &^= 1 << v
	}
	return all
}

// deletion finds polynomials of graphs by P(G) = P(G + e) + P(G / e), the relation of deletion and contraction read from the
// graph with more edges, which ends at once where graphs are dense. A vertex whose d neighbours are all neighbours of each other
// is a factor λ - d.
type deletion struct {
	ctx   context.Context
	known map[string]Polynomial // by the adjacency of a graph whose vertices are sorted
}

func (d *deletion) polynomial(g graph) (Polynomial, error) {
	factor := one()
	for {
		v := slices.IndexFunc(g, func(neighbours uint64) bool { return g.missing(neighbours) == 0 })
		if v < 0 {
			break
		}
		factor = factor.times(minus(bits.OnesCount64(g[v])))
		g = g.without(v)
	}
	p, err := d.rest(g)
	return factor.times(p), err
}

// rest is the polynomial of a graph without a vertex of that kind.
func (d *deletion) rest(g graph) (Polynomial, error) {
	if len(g) == 0 {
		return one(), nil
	}
	if d.ctx.Err() != nil {
		return nil, context.Cause(d.ctx)
	}
	g = g.induced(g.order())
	key := g.key()
	if p, ok := d.known[key]; ok {
		return p, nil
	}
	var p Polynomial
	var err error
	if reached, others := g.reached(); len(others) > 0 {
		p, err = d.both(g.induced(reached), g.induced(others), Polynomial.times)
	} else {
		a, b := g.pair()
		p, err = d.both(g.joined(a, b), g.merged(a, b), Polynomial.plus)
	}
	if err == nil {
		d.known[key] = p
	}
	return p, err
}

func (d *deletion) both(g, h graph, combine func(p, q Polynomial) Polynomial) (Polynomial, error) {
	p, err := d.polynomial(g)
	if err != nil {
		return nil, err
	}
	q, err := d.polynomial(h)
	return combine(p, q), err
}

// missing counts the pairs of a set, in both orders, that are not neighbours.
func (g graph) missing(set uint64) (n int) {
	for v := range members(set) {
		n += bits.OnesCount64(set &^ g[v] &^ (1 << v))
	}
	return n
}

// pair returns neighbours of one vertex, of that with the fewest such pairs, which are no neighbours of each other: those that
// have the most neighbours in common.
func (g graph) pair() (a, b int) {
	set := slices.MinFunc(g, func(one, other uint64) int { return cmp.Compare(g.missing(one), g.missing(other)) })
	most := -1
	for v := range members(set) {
		for w := range members(set &^ g[v] &^ (1<<(v+1) - 1)) {
			if common := bits.OnesCount64(g[v] & g[w]); common > most {
				a, b, most = v, w, common
			}
		}
	}
	return a, b
}

// reached returns the vertices that paths from the first one reach, and all others.
func (g graph) reached() (reached, others []int) {
	set := uint64(1)
	for before := uint64(0); before != set; {
		before = set
		for v := range members(before) {
			set |= g[v]
		}
	}
	for v := range g {
		if set>>v&1 == 1 {
			reached = append(reached, v)
		} else {
			others = append(others, v)
		}
	}
	return reached, others
}

// order sorts vertices by properties that do not depend on their numbers: neighbours, the neighbours' neighbours, and so on. Many
// graphs that differ only in the numbers become equal.
func (g graph) order() []int {
	mark, next := make([]uint64, len(g)), make([]uint64, len(g))
	for range 4 {
		for v, neighbours := range g {
			next[v] = mark[v]*0x9e3779b97f4a7c15 + 1
			for w := range members(neighbours) {
				next[v] += (mark[w] ^ mark[w]>>29) * 0xbf58476d1ce4e5b9
			}
			next[v] += uint64(bits.OnesCount64(neighbours))
		}
		mark, next = next, mark
	}
	vertices := lists.Numbers[int](len(g))
	slices.SortStableFunc(vertices, func(v, w int) int { return cmp.Compare(mark[v], mark[w]) })
	return vertices
}

func (g graph) key() string {
	var bytes []byte
	for _, neighbours := range g {
		bytes = binary.AppendUvarint(bytes, neighbours)
	}
	return string(bytes)
}
