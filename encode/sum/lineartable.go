package sum

import (
	"slices"

	"qmsat/encode/formula"
)

// Bacchus, GAC via unit propagation, 2007; Walsh, SAT v CSP, 2000, on the dual encoding.
func init() {
	registerBlocks("table", true, formula.About{
		Meaning: "a variable for each filling of a box", Paper: "Bacchus 2007",
		Clauses: "≈ 2n²", Variables: "≈ 7n²/10", Propagation: formula.OfBoxes,
	}, (*block).selectFilling)
}

// selectFilling writes a selector for each filling of the block. A selector implies the filling's values, and each value of a
// variable needs the selector of a filling with it. The variables' values determine the selectors: other fillings contradict one
// of the values, and some selector must be true. Size: F fillings of k variables with C values in all make F variables, k·F
// clauses of two literals, and C clauses with C + k·F literals.
func (b *block) selectFilling(shared map[string][]partial) error {
	form := b.form()
	fillings, known := shared[form]
	if !known {
		fillings = []partial{}
		if !b.fillings(b.c.Limits.ListedFillings, func(p partial) { fillings = append(fillings, slices.Clone(p)) }) {
			fillings = nil
		}
		shared[form] = fillings
	}
	if fillings == nil {
		return b.separately()
	}
	b.check("table", func(p partial) bool {
		return slices.ContainsFunc(fillings, func(f partial) bool { return slices.Equal(f, p) })
	}, nil)
	for i := 0; i < len(fillings); i += 1 + len(fillings)/16 {
		b.compare("table", fillings[i], true)
	}
	supports := make([][]formula.Literal, len(b.choices))
	for _, p := range fillings {
		selector := b.c.NewVariable()
		for i, k := range p {
			b.c.Add(-selector, b.literal(choice{i, k}))
			supports[b.first[i]+k] = append(supports[b.first[i]+k], selector)
		}
	}
	for i, at := range b.choices {
		// All values that the givens fix need any of the selectors: one clause says so.
		b.c.AddOnce(append(supports[i], -b.literal(at)))
	}
	return nil
}
