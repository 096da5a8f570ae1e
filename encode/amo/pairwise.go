package amo

import "qmsat/encode/formula"

// Folklore; also called binomial or naive.
func init() {
	formula.AtMostOnes.Register("pairwise", formula.AtMostOne{About: formula.About{
		Meaning: "a clause for each pair",
		Clauses: "n(n−1)/2", Propagation: formula.Everything,
	}, Write: pairwise})
}

// pairwise writes, for each pair, that one of the two is false.
func pairwise(c *formula.Compiler, literals []formula.Literal, excluded func(i, j int) bool) {
	negations := formula.Negate(literals)
	if excluded == nil {
		for i, last := range negations {
			c.AddPairs(negations[:i], last)
		}
		return
	}
	open := make([]formula.Literal, 0, len(literals))
	for i, last := range negations {
		open = open[:0]
		for j, l := range negations[:i] {
			if !excluded(j, i) {
				open = append(open, l)
			}
		}
		c.AddPairs(open, last)
	}
}

// shifted returns excluded for the literals from first on, counted from 0.
func shifted(excluded func(i, j int) bool, first int) func(i, j int) bool {
	if excluded == nil {
		return nil
	}
	return func(i, j int) bool { return excluded(first+i, first+j) }
}
