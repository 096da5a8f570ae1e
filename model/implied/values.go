package implied

import (
	"fmt"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// maxSum is the largest sum for which findValues looks at values.
const maxSum = 256

// findValues finds values that must be in a sum of different variables.
func (f *finder) findValues() {
	sums := slices.Clone(f.model.Constraints)
	sums = append(sums, lists.Map(f.facts, func(fact Fact) model.Constraint { return fact.Constraint })...)
	for i, c := range model.Each[*model.Linear](sums) {
		from := []int{i}
		if i >= len(f.model.Constraints) {
			from = f.facts[i-len(f.model.Constraints)].from
		}
		if e, ok := equationOf(c, i); ok && e.negative() == 0 {
			f.required(&e, from)
		}
	}
}

// required finds the values that all combinations of a sum of different variables have. Variables that differ from all of these
// lose them.
func (f *finder) required(e *equation, from []int) {
	cells := lists.Map(e.terms, func(t model.Term) model.Var { return t.Var })
	if len(cells) < 2 || f.differing(cells) < len(cells) {
		return
	}
	union := f.model.ValuesOf(cells)
	if union.Min() < 0 || union.Size() > maxSum || e.sum < 0 || e.sum > maxSum {
		return
	}
	needed := lists.Filter(slices.Collect(union.All()), func(value int) bool {
		return !f.reaches(union.Minus(model.Values(value)), len(cells), e.sum)
	})
	if len(needed) == 0 || len(needed) == union.Size() {
		return
	}
	if f.over(8 * len(f.model.Variables)) {
		return
	}
	lost := model.Values(needed...)
	var rule model.And
	for v := range model.Var(len(f.model.Variables)) {
		if d := f.model.DomainOf(v); !f.fixed[v] && !d.Intersect(lost).Empty() && !slices.Contains(cells, v) && f.differsFrom(v, cells) {
			rule = append(rule, model.Not{Of: model.In{Var: v, Values: lost}})
		}
	}
	c := &model.Rule{Formula: rule}
	key := "lost " + lost.String() + keyOf(c.Scope())
	if len(rule) > 0 && !f.known[key] {
		f.known[key] = true
		f.add(c, "values that a sum needs", slices.Concat(from, f.around(slices.Concat(cells, c.Scope()))), func(m *model.Model) string {
			return fmt.Sprintf("none of %s: %s", lost, namesOf(m, c.Scope()))
		})
	}
}

// differing returns how many variables, from the first on, all differ.
func (f *finder) differing(variables []model.Var) int {
	for i, v := range variables {
		if !f.differsFrom(v, variables[:i]) {
			return i
		}
	}
	return len(variables)
}

// reaches reports whether a number of different values add up to a sum. Values are at least 0.
func (f *finder) reaches(values model.Domain, count, sum int) bool {
	sums := make([][maxSum + 1]bool, count+1)
	sums[0][0] = true
	for value := range values.All() {
		if f.over(count * sum) {
			return true // unknown
		}
		for n := count; n > 0; n-- {
			for total := value; total <= sum; total++ {
				sums[n][total] = sums[n][total] || sums[n-1][total-value]
			}
		}
	}
	return sums[count][sum]
}
