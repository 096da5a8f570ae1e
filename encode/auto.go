package encode

import (
	"errors"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

func init() {
	pairs := claimBlocks(false, (*block).encodePairs)
	LinearEncodings.Register(DefaultLinear, LinearEncoding{About{
		Meaning: "pairs; bdd for cardinalities and bounds of 0/1 variables; for many choices of values, order if there are two" +
			" terms, else the first of mdd-distinct, mdd, adder that fits",
		Propagation: OfPairs,
	}, automaticClauses, func(c *Compiler) []Group {
		return slices.DeleteFunc(pairs(c), func(g Group) bool { return c.manyTuples(g.Constraints) })
	}})
}

var (
	// A sum outside blocks with up to fewTuples tuples is written by its tuples. The table is for cages of 9×9 killer Sudoku,
	// four puzzles each: CPU milliseconds of gini and gophersat to find a solution and prove that it is the only one. Cages of 7
	// cells have more tuples than support accepts:
	//
	//	cells (tuples)     support      mdd          mdd-distinct  adder        order
	//	4 (6,561)           30    48     30    48     30    33      45    73     28     43
	//	5 (59,049)         183   173    108   128     75    75     105   218    465    343
	//	6 (531,441)        578   643    150   185     60   100     135   288    935  1,800
	//	7 (4,782,969)        –     –    175   375     38    50     168   108      –      –
	fewTuples = engine.NewThreshold("few-tuples", "of a sum that is written by them", 1<<13, 1, 12)
	// fewTuplesTogether is the same limit for each of several sums of a block. There pairs writes more clauses. The lines of
	// quasi-magic boxes 4×4 have 65,536 tuples. For Δ = 6 gini finds a first grid in 4.8 s by pairs, in 5.3 by mdd, in 13 by
	// mdd-distinct.
	fewTuplesTogether = engine.NewThreshold("few-tuples-together", "of each of several sums of a block, and of a sum of two terms", 1<<16, 1, 30)
	// diagramEdges is the most edges of a decision diagram up to which a sum is written by the diagram. Beyond, adders are used.
	diagramEdges = engine.NewThreshold("diagram-edges", "of the decision diagram of a sum", 1<<17, 1, 20)
)

// manyTuples reports whether some sum of a block has too many tuples for pairs.
func (c *Compiler) manyTuples(indices []int) bool {
	few := fewTuples
	if len(indices) > 1 {
		few = fewTuplesTogether
	}
	most := c.threshold(few)
	return slices.ContainsFunc(indices, func(i int) bool { return c.tuplesOf(c.Model.Constraints[i]) > most })
}

// tuplesOf returns the number of value tuples of a constraint's variables, but no more than maxTuples + 1.
func (c *Compiler) tuplesOf(constraint model.Constraint) int {
	product := 1
	for _, v := range constraint.Scope() {
		if product *= min(c.Map.Left(v).Size(), maxTuples+1); product > maxTuples {
			return maxTuples + 1
		}
	}
	return product
}

// automaticClauses writes a sum of more than five 0/1 variables by bdd if that is complete: see docs/encodings.md. Otherwise it
// writes a sum by its tuples if they are few, and by the bounds of its terms if there are two terms. Otherwise it uses decision
// diagrams if they are small; they keep values apart as far as the model does. All other sums go to adders. These propagate less,
// but are small however large the numbers are.
func automaticClauses(c *Compiler, constraint *model.Linear) error {
	if len(constraint.Terms) > 5 && c.reachesAll(constraint) {
		if err := c.reachClauses(constraint, c.threshold(diagramEdges)); !errors.Is(err, errEdges) {
			return err
		}
		return adderClauses(c, constraint)
	}
	if c.tuplesOf(constraint) <= c.threshold(fewTuples) {
		return supportClauses(c, constraint)
	}
	if len(constraint.Terms) == 2 {
		return orderClauses(c, constraint)
	}
	err := c.distinctDiagrams(constraint, c.threshold(diagramEdges))
	if errors.Is(err, errEdges) {
		err = diagramClauses(newDiagram(c, constraint, c.threshold(diagramEdges)))
	}
	if errors.Is(err, errEdges) {
		return adderClauses(c, constraint)
	}
	return err
}
