package kind

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

func init() { formula.RegisterKind("table", encodeTable) }

// encodeTable writes a table constraint. Each forbidden tuple is a clause. Each allowed tuple within the domains has a selector,
// true if and only if the variables take the tuple. Each value of a variable needs the selector of a tuple with it (Bacchus, GAC
// via unit propagation, 2007), so unit propagation keeps only supported values. A fixed variable needs no such clause: the
// clauses of any other variable imply it.
func encodeTable(c *formula.Compiler, table *model.Table) error {
	tuples := tupleLiterals(c, table)
	if table.Forbidden {
		for _, tuple := range tuples {
			c.Add(formula.Negate(tuple)...)
		}
		return nil
	}
	supports := map[formula.Literal][]formula.Literal{}
	for _, tuple := range tuples {
		if !c.Step() {
			return nil
		}
		selector := c.And(tuple)
		for _, l := range tuple {
			supports[l] = append(supports[l], selector)
		}
	}
	open := slices.DeleteFunc(slices.Clone(table.Vars), c.Map.Fixed)
	if len(open) == 0 && len(tuples) == 0 {
		c.Add()
	}
	for _, v := range open {
		if !c.Step() {
			return nil
		}
		for _, l := range c.Map.Literals(v) {
			c.AddSimplified(append([]formula.Literal{-l}, supports[l]...))
		}
	}
	return nil
}

// tupleLiterals returns the tuples within the domains, without repeats, as the literals of their values.
func tupleLiterals(c *formula.Compiler, table *model.Table) [][]formula.Literal {
	var tuples [][]formula.Literal
	for _, values := range table.Tuples {
		if !c.Work(len(values)) {
			return nil
		}
		var tuple []formula.Literal
		for i, value := range values {
			if l := c.Map.Literal(table.Vars[i], value); l != formula.False {
				tuple = append(tuple, l)
			}
		}
		if len(tuple) == len(values) {
			tuples = append(tuples, tuple)
		}
	}
	slices.SortFunc(tuples, func(a, b []formula.Literal) int {
		if !c.Step() {
			return 0 // equal on the first literals: sorting the rest is quick
		}
		return slices.Compare(a, b)
	})
	return slices.CompactFunc(tuples, slices.Equal[[]formula.Literal])
}
