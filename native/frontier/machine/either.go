package machine

import (
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { registerPartial(newEither) }

// either runs the machines of its branches in parallel. Its states list the states of the branches; a branch that cannot hold any
// more has the state failed. The empty list is the state once all variables of a possible branch are read.
type either struct {
	branches []*product
	lists
}

const failed = -1

func newEither(c *kinds.Either, values [][]int) (Machine, error) {
	m := &either{}
	first := []int{}
	for _, branch := range c.Of {
		branch, holds := withVariables(branch)
		if holds && len(branch) == 0 {
			first = []int{}
			break
		}
		members, err := membersOf(branch, values)
		if err != nil {
			return nil, err
		}
		m.branches, first = append(m.branches, newProduct(members)), append(first, 0)
		if !holds {
			first[len(first)-1] = failed
		}
	}
	m.keep(first)
	return m, nil
}

// withVariables leaves out the constraints without variables, and reports whether these hold.
func withVariables(constraints []model.Constraint) (others []model.Constraint, hold bool) {
	hold = true
	for _, c := range constraints {
		if len(c.Scope()) > 0 {
			others = append(others, c)
		} else {
			hold = hold && c.Holds(nil)
		}
	}
	return others, hold
}

func (m *either) Next(position, state, value int) (int, bool) {
	after := slices.Clone(m.States[state])
	if len(after) == 0 {
		return state, true
	}
	possible := false
	for i, branch := range m.branches {
		if after[i] == failed {
			continue
		}
		next, ok := branch.Next(position, after[i], value)
		if !ok {
			after[i] = failed
			continue
		}
		after[i], possible = next, true
		if !slices.ContainsFunc(branch.members, func(m member) bool { return m.last > position }) {
			return m.keep([]int{}), true
		}
	}
	return m.keep(after), possible
}
