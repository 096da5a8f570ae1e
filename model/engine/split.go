package engine

import (
	"context"
	"fmt"
	"slices"

	"qmsat/model"
)

// Splitter is a session that can split cubes for others to search.
type Splitter interface {
	Session
	// Split splits a cube by the values of one output, the same way every time. It reports false if it knows no output to
	// split by, as all are fixed. It ends with the context's cause if that ends first.
	Split(ctx context.Context, cube model.Cube) (split Split, found bool, err error)
}

// Split says how a cube was split. Each value of the variable's domain is a child: the cube with that value given besides.
// Any split of this form keeps all solutions and doubles none; what it takes on trust is that the values refuted have none.
type Split struct {
	Var  model.Var    // an output without a given in the cube
	Open model.Domain // the values that may have solutions; each other value of the variable's domain is refuted
}

// Unfinished is what a search has done of a cube when it ended: it has split the cube, has searched the first of the split's cubes, and
// may have begun the one after those.
type Unfinished struct {
	Split  Split
	Counts []uint64    // of the solutions in the first cubes, in the order in which they were yielded
	Next   *Unfinished // of the cube after those; nil if nothing is known of it
}

// Cubes returns the cubes that are left open.
func (s Split) Cubes(cube model.Cube) []model.Cube {
	cubes := []model.Cube{}
	for value := range s.Open.All() {
		cubes = append(cubes, append(slices.Clip(cube), model.Given{Var: s.Var, Value: value}))
	}
	return cubes
}

// Refuted returns the split of a cube that has no solution: each value of the first output without a given is refuted. It
// reports false if there is no such output.
func Refuted(m *model.Model, cube model.Cube) (split Split, found bool) {
	for _, v := range m.OutputVars() {
		if !given(cube, v) {
			return Split{Var: v}, true
		}
	}
	return Split{}, false
}

// Check reports why a cube of a model cannot be split that way.
func (s Split) Check(m *model.Model, cube model.Cube) error {
	switch {
	case !slices.Contains(m.OutputVars(), s.Var):
		return fmt.Errorf("a split by variable number %d, expected an output", s.Var)
	case given(cube, s.Var):
		return fmt.Errorf("a split by %s, which is fixed already", m.NameOf(s.Var))
	case !s.Open.Minus(m.DomainOf(s.Var)).Empty():
		return fmt.Errorf("a split by %s with the values %v, expected some of %v", m.NameOf(s.Var), s.Open, m.DomainOf(s.Var))
	}
	return nil
}

func given(cube model.Cube, v model.Var) bool {
	return slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == v })
}
