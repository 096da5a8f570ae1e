package sum

import (
	"errors"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

func init() {
	pairs := claimBlocks(false, (*block).encodePairs)
	formula.LinearEncodings.Register(formula.DefaultLinear, formula.LinearEncoding{About: formula.About{
		Meaning: "pairs; bdd for cardinalities and bounds of 0/1 variables; for many choices of values, order if there are two" +
			" terms, else the first of mdd-distinct, mdd, adder that fits",
		Propagation: formula.OfPairs,
	}, Linear: automaticClauses, Claim: func(c *formula.Compiler) []formula.Group {
		return slices.DeleteFunc(pairs(c), func(g formula.Group) bool { return manyTuples(c, g.Constraints) })
	}})
}

// manyTuples reports whether some sum of a block has too many tuples for pairs, which writes more clauses for several sums. The
// lines of quasi-magic boxes 4×4 have 65,536 tuples. For Δ = 6 gini finds a first grid in 4.8 s by pairs, in 5.3 by mdd, in 13 by
// mdd-distinct.
func manyTuples(c *formula.Compiler, indices []int) bool {
	most := c.Limits.FewTuples
	if len(indices) > 1 {
		most = c.Limits.FewTuplesTogether
	}
	return slices.ContainsFunc(indices, func(i int) bool { return tuplesOf(c, c.Model.Constraints[i]) > most })
}

// tuplesOf returns the number of value tuples of a constraint's variables, but no more than maxTuples + 1.
func tuplesOf(c *formula.Compiler, constraint model.Constraint) int {
	product := 1
	for _, v := range constraint.Scope() {
		if product *= min(c.Map.Left(v).Size(), formula.MaxTuples+1); product > formula.MaxTuples {
			return formula.MaxTuples + 1
		}
	}
	return product
}

// automaticClauses writes a sum of more than five 0/1 variables by bdd if that is complete: see docs/encodings.md. Otherwise it
// writes a sum by its tuples if they are few, and by the bounds of its terms if there are two terms. Otherwise it uses decision
// diagrams if they are small; they keep values apart as far as the model does. All other sums go to adders. These propagate less,
// but are small however large the numbers are.
func automaticClauses(c *formula.Compiler, constraint *model.Linear) error {
	if len(constraint.Terms) > 5 && reachesAll(c, constraint) {
		if err := reachClauses(c, constraint, c.Limits.DiagramEdges); !errors.Is(err, errEdges) {
			return err
		}
		return adderClauses(c, constraint)
	}
	if tuplesOf(c, constraint) <= c.Limits.FewTuples {
		return supportClauses(c, constraint)
	}
	if len(constraint.Terms) == 2 {
		return orderClauses(c, constraint)
	}
	err := distinctDiagrams(c, constraint, c.Limits.DiagramEdges)
	if errors.Is(err, errEdges) {
		err = diagramClauses(newDiagram(c, constraint, c.Limits.DiagramEdges))
	}
	if errors.Is(err, errEdges) {
		return adderClauses(c, constraint)
	}
	return err
}
