package amo

import (
	"qmsat/encode/formula"
	"qmsat/model/engine"
)

// Hölldobler and Nguyen, An efficient encoding of the at-most-one constraint, 2013.
func init() {
	formula.AtMostOnes.Register("bimander", formula.AtMostOne{About: formula.About{
		Meaning: "groups of at most four with binary numbers", Paper: "Hölldobler, Nguyen 2013",
		Clauses: "n(d + q) − 2ᵈq(q + 1)/2", Variables: "d", Definitions: "d = ⌈log₂ ⌈n/4⌉⌉, q = ⌊n/2ᵈ⌋", From: 1, Propagation: formula.Everything,
	}, Settings: []*engine.Setting{bimanderGroup}, Write: bimander})
}

// bimanderGroup has a default of 4: one more digit costs n clauses and saves more only if groups are larger.
var bimanderGroup = engine.NewInteger("group", "most literals in a group", "", "4", engine.Range{Min: 1, Max: largestGroup})

// bimanderDigits returns the number of binary digits for groups of at most a size. The paper leaves the number of groups open.
// Here it is a power of two, since using all numbers of the digits costs nothing: the smallest one with groups that small.
func bimanderDigits(n, size int) int { return binaryDigits((n + size - 1) / size) }

// bimander splits the literals into m groups of nearly equal size, numbered from 0. It writes each group by pairs, and that each
// literal implies the binary digits of its group's number. As published, the digits are free if no literal is true. Up to 4 literals
// are one group: pairwise.
func bimander(c *formula.Compiler, literals []formula.Literal, excluded func(i, j int) bool) {
	n := len(literals)
	digits := newFreeVariables(c, bimanderDigits(n, bimanderGroup.Int(c.Settings)))
	m := 1 << len(digits)
	for group := range m {
		first, end := group*n/m, (group+1)*n/m
		pairwise(c, literals[first:end], shifted(excluded, first))
		for _, l := range literals[first:end] {
			implyNumber(c, l, group, digits)
		}
	}
}
