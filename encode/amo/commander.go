package amo

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/model/engine"
)

// commanderGroup has the paper's best as its default.
var commanderGroup = engine.NewInteger("group", "literals per commander", "", "3", engine.Range{Min: 2, Max: largestGroup})

// largestGroup is the most literals of a group that can be chosen.
const largestGroup = 1 << 20

// Klieber and Kwon, Efficient CNF encoding for selecting 1 from N objects, 2007.
func init() {
	formula.AtMostOnes.Register("commander", formula.AtMostOne{About: formula.About{
		Meaning: "groups of three; a new variable for each", Paper: "Klieber, Kwon 2007",
		Clauses: "4n − ⌊n/2⌋ − 8", Variables: "⌊n/2⌋ − 2", From: 6, Propagation: formula.Everything,
	}, Settings: []*engine.Setting{commanderGroup}, Write: commander})
}

// commander takes a group of literals at a time and writes that no two of them are true. It replaces them by a new literal, their
// commander, which is true if and only if one of them is. The paper works level by level; here commanders join the end of the
// queue, so no level leaves a remainder. The last literals are written by pairs, once these need no more clauses than a further
// group. The paper's clauses from a commander to its group are included, so the variables are determined.
func commander(c *formula.Compiler, literals []formula.Literal, excluded func(i, j int) bool) {
	size := commanderGroup.Int(c.Settings)
	queue, first := slices.Clone(literals), 0 // the literals from first on are still to be written
	among := func(i, j int) bool {
		return excluded != nil && first+i < len(literals) && first+j < len(literals) && excluded(first+i, first+j)
	}
	for ; commanded(len(queue)-first, size); first += size {
		group := queue[first : first+size]
		pairwise(c, group, among)
		leader := c.NewVariable()
		for _, l := range group {
			c.Add(-l, leader)
		}
		c.Add(append([]formula.Literal{-leader}, group...)...)
		queue = append(queue, leader)
	}
	pairwise(c, queue[first:], among)
}

// commanded reports whether a commander for some of n literals, and pairs of the rest, need fewer clauses than all pairs.
func commanded(n, size int) bool {
	rest := n - size + 1
	return rest > 1 && pairsOf(size)+size+1+pairsOf(rest) < pairsOf(n)
}

// pairsOf returns the number of pairs of n things.
func pairsOf(n int) int { return n * (n - 1) / 2 }
