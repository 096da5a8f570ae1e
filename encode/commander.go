package encode

import "slices"

// Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects, 2007.
func init() { AtMostOnes.Register("commander", commander) }

const (
	commanderGroup    = 3 // literals per commander; the paper's best
	commanderPairwise = 5 // pairs need no more clauses for this many literals or fewer
)

// commander takes three literals at a time and writes that no two of them are true. It replaces them by a new literal, their
// commander, which is true if and only if one of them is. The paper works level by level; here commanders join the end of the
// queue, so no level leaves a remainder. The last 4 or 5 are written by pairs. Size for n ≥ 6 literals: g = ⌊(n−4)/2⌋ commanders,
// each with 6 clauses of 2 literals and one of 4, and 6 or 10 pairs; in all about 3.5n clauses and n/2 variables. Unit
// propagation finds all consequences for the literals. The paper's clauses from a commander to its group are included, so the
// variables are determined.
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
