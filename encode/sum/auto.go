package sum

import (
	"errors"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

// The default writes the lines of boxes as pairs does. That is the fastest measured if sums are tight, and equals support
// if they are loose. For larger sums it chooses by the figures below. The table is for the quasi-magic puzzles of
// testdata: medians of five to seven alternating rounds, gini blocking each solution. Nodes are of a search by unit propagation alone.
// `qmsat bench --sum all` measures the times of all encodings, with the default enumeration.
//
//	                           forbidden  support    pairs    joint
//	Δ = 2  clauses                25,218   26,082   22,662   22,878
//	       gini, ms a puzzle         7.9      3.2      1.7      1.5
//	       gophersat, ms            19.7     16.9     10.9     10.5
//	       gini, solutions/s         703      980    1,627    1,289
//	       nodes of 180 puzzles  428,664   81,619   11,069    9,891
//	       loading gini, ms           15       14       19       30
//	Δ = 4  gini, ms a puzzle                 14.3     12.2     12.2
//	       gophersat, ms                     25.2     21.3     21.7
//	       nodes of 60 puzzles   584,982  132,811  110,843   95,087
//
// For Δ = 6 and 8 support, pairs and joint write the same clauses. Encodings that propagate still more are larger and slower:
// at Δ = 2 table needs 1,194 nodes, but gini takes 12 times as long as with pairs.
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

// tuplesOf returns the number of value tuples of a constraint's variables, but no more than [formula.MaxTuples] + 1.
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
