package encode

import (
	"slices"

	"qmsat/model"
)

func init() { registerKind("table", encodeTable) }

// encodeTable writes a table constraint. Each forbidden tuple is a clause. Each allowed tuple within the domains has a selector,
// true if and only if the variables take the tuple. Each value of a variable needs the selector of a tuple with it (Bacchus, GAC
// via unit propagation, 2007), so unit propagation keeps only supported values. A fixed variable needs no such clause: the
// clauses of any other variable imply it.
func encodeTable(c *Compiler, table *model.Table) error {
	tuples := c.tupleLiterals(table)
	if table.Forbidden {
		for _, tuple := range tuples {
			c.Add(negate(tuple)...)
		}
		return nil
	}
	supports := map[Literal][]Literal{}
	for _, tuple := range tuples {
		if !c.step() {
			return nil
		}
		selector := c.conjunction(tuple)
		for _, l := range tuple {
			supports[l] = append(supports[l], selector)
		}
	}
	open := slices.DeleteFunc(slices.Clone(table.Vars), c.Map.Fixed)
	if len(open) == 0 && len(tuples) == 0 {
		c.Add()
	}
	for _, v := range open {
		if !c.step() {
			return nil
		}
		for _, l := range c.Map.Literals(v) {
			c.AddSimplified(append([]Literal{-l}, supports[l]...))
		}
	}
	return nil
}

// tupleLiterals returns the tuples within the domains, without repeats, as the literals of their values.
func (c *Compiler) tupleLiterals(table *model.Table) [][]Literal {
	var tuples [][]Literal
	for _, values := range table.Tuples {
		if !c.work(len(values)) {
			return nil
		}
		var tuple []Literal
		for i, value := range values {
			if l := c.Map.Literal(table.Vars[i], value); l != False {
				tuple = append(tuple, l)
			}
		}
		if len(tuple) == len(values) {
			tuples = append(tuples, tuple)
		}
	}
	slices.SortFunc(tuples, func(a, b []Literal) int {
		if !c.step() {
			return 0 // equal on the first literals: sorting the rest is quick
		}
		return slices.Compare(a, b)
	})
	return slices.CompactFunc(tuples, slices.Equal[[]Literal])
}
