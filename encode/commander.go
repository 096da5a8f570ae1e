package encode

import "slices"

// Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects, 2007.
func init() { RegisterAMO("commander", commander) }

const (
	commanderGroup    = 3 // literals a commander has; the paper's best
	commanderPairwise = 5 // that many literals or fewer have no more clauses by pairs
)

// commander takes three literals at a time, writes that no two of them are true, and puts a new one in their place, their
// commander, which is true if and only if one of them is. The paper proceeds level by level; here commanders join the end of
// the queue, so no level has a remainder. The last 4 or 5 are written by pairs. With n ≥ 6 literals, g = ⌊(n−4)/2⌋
// commanders: 7g clauses, of which g have 4 literals and the others 2, and 6 or 10 pairs, in all about 3.5n clauses and n/2
// variables. Unit propagation finds whatever follows for the literals. The paper's clauses from a commander to its group are
// written too, so the variables are determined.
func commander(c *Compiler, literals []Literal, excluded func(i, j int) bool) {
	queue, first := slices.Clone(literals), 0 // the literals from first on are still to be written
	among := func(i, j int) bool {
		return excluded != nil && first+i < len(literals) && first+j < len(literals) && excluded(first+i, first+j)
	}
	for ; len(queue)-first > commanderPairwise; first += commanderGroup {
		group := queue[first : first+commanderGroup]
		pairwise(c, group, among)
		leader := c.NewVariable()
		for _, l := range group {
			c.Add(-l, leader)
		}
		c.Add(append([]Literal{-leader}, group...)...)
		queue = append(queue, leader)
	}
	pairwise(c, queue[first:], among)
}
