package modeltest

import (
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/engine/bruteforce"
)

// BruteForce returns the solutions of the model that meet the cube; see [bruteforce.Solutions].
func BruteForce(m *model.Model, cube model.Cube) []model.Assignment {
	return bruteforce.Solutions(m, cube)
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
