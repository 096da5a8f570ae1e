package modeltest

import (
	"fmt"
	"slices"

	"qmsat/model"
)

// BruteForce returns the solutions of the model that meet the cube, found by trying every assignment: for each distinct
// tuple of outputs the first assignment that has it. Assignments are tried, and returned, in ascending lexicographic order,
// the first variable being the most significant. It takes time in proportion to the product of all domains' sizes.
func BruteForce(m *model.Model, cube model.Cube) []model.Assignment {
	var solutions []model.Assignment
	seen := map[string]bool{}
	a := make(model.Assignment, len(m.Variables))
	var assign func(v int)
	assign = func(v int) {
		if v < len(a) {
			for value := range m.DomainOf(model.Var(v)).All() {
				a[v] = value
				assign(v + 1)
			}
			return
		}
		if m.CheckCube(a, cube) != nil || m.Check(a) != nil || seen[Key(m, a)] {
			return
		}
		seen[Key(m, a)] = true
		solutions = append(solutions, slices.Clone(a))
	}
	assign(0)
	return solutions
}

// Key writes the outputs of an assignment, by which solutions are told apart.
func Key(m *model.Model, a model.Assignment) string {
	outputs := m.OutputVars()
	values := make([]int, len(outputs))
	for i, v := range outputs {
		values[i] = a[v]
	}
	return fmt.Sprint(values)
}

// Keys returns the keys of all solutions under the cube, found by brute force, in ascending order.
func Keys(m *model.Model, cube model.Cube) []string {
	keys := []string{}
	for _, a := range BruteForce(m, cube) {
		keys = append(keys, Key(m, a))
	}
	slices.Sort(keys)
	return keys
}
