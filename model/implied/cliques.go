package implied

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// leastClique is the number of variables from which a set of different ones is told.
const leastClique = 3

// findCliques finds sets of variables that all differ and that no all-different constraint has: greedily, the largest such sets
// around the variables of other constraints. Around two variables it keeps only sets with as many values as variables.
func (f *finder) findCliques() {
	different, others := model.Take[*model.AllDifferent](f.model.Constraints)
	f.inSets = make([][]int, len(f.model.Variables))
	for i, c := range different {
		f.addSet(c.Vars, i)
	}
	for _, c := range others {
		scope := c.Scope()
		if len(scope) < 2 || len(scope) > maxScope {
			continue
		}
		for _, group := range f.exclusions.Groups(scope) {
			if f.over(len(scope) * len(scope)) {
				return
			}
			if len(group) < min(len(scope), leastClique) || f.together(group) {
				continue
			}
			group = f.grown(group)
			values, few := f.model.ValuesUpTo(group, len(group))
			if f.over(0) {
				return
			}
			if exact := few && values.Size() == len(group); len(group) >= leastClique && (len(scope) > 2 || exact) {
				f.addSet(group, len(different)+len(f.facts))
				f.add(&model.AllDifferent{Vars: group}, "cells that see each other", f.around(group), func(m *model.Model) string {
					return "all different: " + namesOf(m, group)
				})
				if exact {
					f.addHouse(group, values, f.around(group))
				}
			}
		}
	}
}

func (f *finder) addSet(variables []model.Var, number int) {
	for _, v := range variables {
		f.inSets[v] = append(f.inSets[v], number)
	}
}

// together reports whether all variables are in one known set of different variables.
func (f *finder) together(variables []model.Var) bool {
	return slices.ContainsFunc(f.inSets[variables[0]], func(set int) bool {
		return !slices.ContainsFunc(variables[1:], func(v model.Var) bool { return !slices.Contains(f.inSets[v], set) })
	})
}

// grown returns a set with all further variables, the first ones first, that differ from its members.
func (f *finder) grown(set []model.Var) []model.Var {
	set = slices.Clone(set)
	for v := range model.Var(len(f.model.Variables)) {
		if !slices.Contains(set, v) && f.differsFrom(v, set) {
			set = append(set, v)
		}
	}
	slices.Sort(set)
	return set
}

// differsFrom reports whether a variable is known to differ from all of a set.
func (f *finder) differsFrom(v model.Var, set []model.Var) bool {
	return !slices.ContainsFunc(set, func(w model.Var) bool { return f.over(4) || !f.exclusions.Different(v, w) })
}

// around returns the constraints with at least two of the variables in their scopes.
func (f *finder) around(variables []model.Var) (list []int) {
	for i, c := range f.model.Constraints {
		scope := c.Scope()
		if f.over(len(scope)) {
			break
		}
		if lists.Count(scope, func(v model.Var) bool { return slices.Contains(variables, v) }) > 1 {
			list = append(list, i)
		}
	}
	return list
}
